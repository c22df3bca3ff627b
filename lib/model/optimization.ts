import { CudaGraphSpec, renderCudaGraph } from './cuda-graph';
import { ExecutionAccelerator } from './execution-accelerator';
import { compact, Json } from './render';

/** The model's claim to the GPU against other models. */
export enum ModelPriority {
  /** Like other models. */
  DEFAULT = 'PRIORITY_DEFAULT',
  /** Before other models: lower latency under contention (a stream of higher priority with TensorRT). */
  MAX = 'PRIORITY_MAX',
  /** After other models. */
  MIN = 'PRIORITY_MIN',
}

/** How the backend prepares and runs the model. */
export interface Optimization {
  /**
   * How far ONNX Runtime rewrites the graph at load: -1 basic, 1 extended, 2 not at all, 0 everything. Less makes the
   * start faster and requests slower.
   *
   * @default 0
   */
  readonly graphLevel?: number;

  /**
   * The model's claim to the GPU against other models on it.
   *
   * @default ModelPriority.DEFAULT
   */
  readonly priority?: ModelPriority;

  /**
   * Whether executions of TensorRT engines are captured once as a CUDA graph and replayed, which removes the launch of each kernel: lower
   * latency for small, fast models; more memory and a slower start.
   *
   * @default false
   */
  readonly cudaGraphs?: boolean;

  /**
   * The CUDA graphs to capture.
   *
   * @default - batch sizes 1, 2, 3, 4 and preferred ones, for models with fixed shapes
   */
  readonly cudaGraphSpecs?: CudaGraphSpec[];

  /**
   * Whether a CPU core spins while it waits for the GPU, with TensorRT: a little less latency for a busy core per instance.
   *
   * @default false
   */
  readonly cudaBusyWaitEvents?: boolean;

  /**
   * Whether outputs are copied on a stream of their own, with TensorRT, so that the copy overlaps the next execution.
   *
   * @default false
   */
  readonly cudaOutputCopyStream?: boolean;

  /**
   * Libraries that run ONNX graphs on GPU instances.
   *
   * @default - ONNX Runtime's own CUDA kernels
   */
  readonly gpuExecutionAccelerators?: ExecutionAccelerator[];

  /**
   * Libraries that run ONNX graphs on CPU instances.
   *
   * @default - ONNX Runtime's own CPU kernels
   */
  readonly cpuExecutionAccelerators?: ExecutionAccelerator[];

  /**
   * Whether inputs are gathered in page-locked memory, which makes copies to the GPU faster and asynchronous.
   *
   * @default true
   */
  readonly inputPinnedMemory?: boolean;

  /**
   * Whether outputs are collected in page-locked memory.
   *
   * @default true
   */
  readonly outputPinnedMemory?: boolean;

  /**
   * From how many pieces on a kernel on the GPU gathers a batch, instead of one copy per piece. Helps with many small
   * requests per batch.
   *
   * @default 0 (never)
   */
  readonly gatherKernelBufferThreshold?: number;

  /**
   * Whether the next batch is prepared while the current one executes. Raises throughput; the next batch is then
   * smaller than it could have become.
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
