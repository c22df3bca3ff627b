import { compact, Json } from './render';

/** A resource that an execution needs, for Triton's rate limiter. */
export interface RateLimiterResource {
  /** The name of the resource. */
  readonly name: string;
  /** How many of them one execution takes. */
  readonly count: number;
  /**
   * Whether all GPUs share the resource, instead of each having its own.
   *
   * @default false
   */
  readonly isGlobal?: boolean;
}

/** What all kinds of instance groups have. */
export interface InstanceGroupOptions {
  /**
   * How many copies of the model run at once on each device (GPU) of the group. Two let one execute while the other's
   * data is copied, which raises throughput until the GPU is busy; each takes its own GPU memory.
   *
   * @default 1 (2 on CPU for ONNX Runtime)
   */
  readonly count?: number;

  /**
   * The name of the group.
   *
   * @default - the model's name and the group's number
   */
  readonly name?: string;

  /**
   * TensorRT optimization profiles that the instances use, by their index; the one whose optimum is closest to a
   * request's shape executes it. TensorRT only.
   *
   * @default - profile 0
   */
  readonly profiles?: string[];

  /**
   * What an execution has to hold, where the server runs with a rate limiter (`server.rateLimiter`); ignored otherwise. It keeps models
   * that share a GPU from executing at the same time: less throughput for steadier latency.
   *
   * @default - nothing
   */
  readonly rateLimiterResources?: RateLimiterResource[];

  /**
   * The weight against other instances, where the server runs with a rate limiter: one of priority 2 gets half the chances of one of
   * priority 1.
   *
   * @default 1
   */
  readonly rateLimiterPriority?: number;

  /**
   * The host policy (NUMA node, CPU cores) of the instances, which the server's `--host-policy` defines.
   *
   * @default - `cpu`, `model` or `gpu_<id>`
   */
  readonly hostPolicy?: string;

  /**
   * Whether the instances are loaded but get no requests of their own.
   *
   * @default false
   */
  readonly passive?: boolean;

  /**
   * Ids of NVDLA accelerators to run on beside the GPU, at most one with TensorRT.
   *
   * @default - none
   */
  readonly nvdlaDeviceIds?: number[];
}

/** What groups that may run on GPUs have. */
export interface GpuInstanceGroupOptions extends InstanceGroupOptions {
  /**
   * The GPUs to run on, counted from 0.
   *
   * @default - each GPU of the instance
   */
  readonly gpus?: number[];
}

/**
 * Copies of the model that execute side by side.
 *
 * The number of copies is the first knob after batching: it hides copies and CPU work behind GPU work.
 * Without any group, Triton runs one copy on each GPU, or one on the CPU where there is none.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#instance-groups
 * @example
 * model.withOverrides({ instanceGroups: [InstanceGroup.gpu({ count: 2 })] });
 */
export class InstanceGroup {
  /** Copies on GPUs. */
  public static gpu(options: GpuInstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_GPU', options, options.gpus);
  }

  /** Copies on the CPU. They leave the GPU to other models; PyTorch and ONNX Runtime use all cores for each. */
  public static cpu(options: InstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_CPU', options);
  }

  /** Copies whose model decides itself where it runs, for example one model over several GPUs. */
  public static model(options: InstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_MODEL', options);
  }

  /** Copies on GPUs where the instance has any and the backend can use them, on the CPU otherwise. */
  public static auto(options: GpuInstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_AUTO', options, options.gpus);
  }

  private constructor(
    private readonly kind: string,
    private readonly options: InstanceGroupOptions,
    private readonly gpus?: number[],
  ) {}

  /** @internal */
  public _render(): Json {
    const { count, name, profiles, hostPolicy, passive, nvdlaDeviceIds } = this.options;
    const { rateLimiterResources: resources, rateLimiterPriority: priority } = this.options;
    return compact({
      name,
      kind: this.kind,
      count,
      gpus: this.gpus,
      profile: profiles,
      rate_limiter:
        resources || priority !== undefined
          ? compact({
              resources: resources?.map(({ isGlobal, ...resource }) => compact({ ...resource, global: isGlobal })),
              priority,
            })
          : undefined,
      host_policy: hostPolicy,
      passive,
      secondary_devices: nvdlaDeviceIds?.map((id) => ({ kind: 'KIND_NVDLA', device_id: id })),
    });
  }
}
