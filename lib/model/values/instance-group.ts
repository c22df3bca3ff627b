import { FieldTable, renderFields } from './field-table';
import { Json } from './render';

/** Options of an instance group. */
export interface InstanceGroupOptions {
  /**
   * Number of model instances on each device (GPU) of the group. The instances execute concurrently. With two instances, one instance
   * executes while the data of the other instance is copied, which increases throughput until the GPU is fully utilized. Each instance
   * requires separate GPU memory.
   *
   * @default 1 (2 on CPU for ONNX Runtime)
   */
  readonly count?: number;

  /**
   * Indexes of the TensorRT optimization profiles that the instances use. Triton executes a request with the profile whose optimum shape
   * is closest to the shape of the request. TensorRT only.
   *
   * @default - profile 0
   */
  readonly profiles?: string[];

  /**
   * Indexes of the GPUs on which the instances run, starting with 0. Only for groups that run on GPUs.
   *
   * @default - all GPUs of the instance
   */
  readonly gpus?: number[];
}

export const INSTANCE_GROUP_FIELDS: FieldTable<InstanceGroupOptions> = {
  count: 'count',
  gpus: 'gpus',
  profiles: 'profile',
};

/**
 * A group of model instances, which execute concurrently.
 *
 * After batching, the number of model instances has the largest effect on throughput: while one instance copies data or uses the CPU,
 * another instance uses the GPU. By default, Triton runs one instance on each GPU, or one instance on the CPU if there is no GPU.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#instance-groups
 * @example
 * model.withOverrides({ instanceGroups: [InstanceGroup.gpu({ count: 2 })] });
 */
export class InstanceGroup {
  /** Model instances on GPUs. */
  public static gpu(options: InstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_GPU', options);
  }

  /** Model instances on the CPU, so other models can use the GPU. PyTorch and ONNX Runtime use all CPU cores for each instance. */
  public static cpu(options: InstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_CPU', options);
  }

  /** Model instances for which the model determines the devices, for example a model that uses several GPUs. */
  public static model(options: InstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_MODEL', options);
  }

  /** Model instances on GPUs if the instance has GPUs and the backend supports them, otherwise on the CPU. */
  public static auto(options: InstanceGroupOptions = {}): InstanceGroup {
    return new InstanceGroup('KIND_AUTO', options);
  }

  private constructor(
    private readonly kind: string,
    private readonly options: InstanceGroupOptions,
  ) {}

  /** @internal */
  public _render(): Json {
    return { kind: this.kind, ...renderFields(INSTANCE_GROUP_FIELDS, this.options) };
  }
}
