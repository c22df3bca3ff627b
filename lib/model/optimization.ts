import { CudaGraphSpec, renderCudaGraph } from './cuda-graph';
import { ExecutionAccelerator } from './execution-accelerator';
import { compact, Json } from './render';

/** The priority of a model over other models on the GPU. */
export enum ModelPriority {
  /** The same priority as other models. */
  DEFAULT = 'PRIORITY_DEFAULT',
  /** Priority over other models, which decreases the latency under contention (a stream of higher priority with TensorRT). */
  MAX = 'PRIORITY_MAX',
  /** Lower priority than other models. */
  MIN = 'PRIORITY_MIN',
}

/** Optimization settings of a model. */
export interface Optimization {
  /**
   * Graph optimization level of ONNX Runtime when the model is loaded: -1 basic, 1 extended, 2 no optimization, 0 all optimizations. With
   * less optimization, the model starts faster, and requests are slower.
   *
   * @default 0
   */
  readonly graphLevel?: number;

  /**
   * Priority of the model over other models on the same GPU.
   *
   * @default ModelPriority.DEFAULT
   */
  readonly priority?: ModelPriority;

  /**
   * Whether executions of TensorRT engines are captured as a CUDA graph and replayed. The replay does not launch each kernel individually,
   * which decreases the latency of small, fast models. It requires more memory and increases the start-up time.
   *
   * @default false
   */
  readonly cudaGraphs?: boolean;

  /**
   * CUDA graphs to capture.
   *
   * @default - batch sizes 1, 2, 3, 4 and the preferred batch sizes, for models with fixed shapes
   */
  readonly cudaGraphSpecs?: CudaGraphSpec[];

  /**
   * Whether a CPU core busy-waits for the GPU, with TensorRT. Latency decreases slightly, but each instance fully utilizes a CPU core.
   *
   * @default false
   */
  readonly cudaBusyWaitEvents?: boolean;

  /**
   * Whether outputs are copied on a separate CUDA stream, with TensorRT, so the copy overlaps with the next execution.
   *
   * @default false
   */
  readonly cudaOutputCopyStream?: boolean;

  /**
   * Accelerators that execute ONNX graphs on GPU instances.
   *
   * @default - the CUDA kernels of ONNX Runtime
   */
  readonly gpuExecutionAccelerators?: ExecutionAccelerator[];

  /**
   * Accelerators that execute ONNX graphs on CPU instances.
   *
   * @default - the CPU kernels of ONNX Runtime
   */
  readonly cpuExecutionAccelerators?: ExecutionAccelerator[];

  /**
   * Whether inputs are gathered in pinned memory, which makes copies to the GPU faster and asynchronous.
   *
   * @default true
   */
  readonly inputPinnedMemory?: boolean;

  /**
   * Whether outputs are gathered in pinned memory.
   *
   * @default true
   */
  readonly outputPinnedMemory?: boolean;

  /**
   * Minimum number of input buffers for which a GPU kernel gathers a batch, instead of one copy for each buffer. Suitable for batches of
   * many small requests.
   *
   * @default 0 (never)
   */
  readonly gatherKernelBufferThreshold?: number;

  /**
   * Whether the next batch is prepared while the current batch executes. Throughput increases, but the next batch can be smaller than
   * without this option.
   *
   * @default false
   */
  readonly eagerBatching?: boolean;
}

export function renderOptimization(optimization: Optimization): Json {
  const { gpuExecutionAccelerators: gpu, cpuExecutionAccelerators: cpu } = optimization;
  const cuda = compact({
    graphs: optimization.cudaGraphs,
    busy_wait_events: optimization.cudaBusyWaitEvents,
    graph_spec: optimization.cudaGraphSpecs?.map(renderCudaGraph),
    output_copy_stream: optimization.cudaOutputCopyStream,
  });
  const enabled = (enable?: boolean): Json | undefined => (enable === undefined ? undefined : { enable });
  return compact({
    graph: optimization.graphLevel === undefined ? undefined : { level: optimization.graphLevel },
    priority: optimization.priority,
    cuda: Object.keys(cuda).length > 0 ? cuda : undefined,
    execution_accelerators:
      (gpu || cpu) &&
      compact({
        gpu_execution_accelerator: gpu?.map((accelerator) => accelerator._render()),
        cpu_execution_accelerator: cpu?.map((accelerator) => accelerator._render()),
      }),
    input_pinned_memory: enabled(optimization.inputPinnedMemory),
    output_pinned_memory: enabled(optimization.outputPinnedMemory),
    gather_kernel_buffer_threshold: optimization.gatherKernelBufferThreshold,
    eager_batching: optimization.eagerBatching,
  });
}
