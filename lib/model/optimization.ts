import { ExecutionAccelerator } from './execution-accelerator';
import { field, FieldTable, messageListField } from './field-table';
import { Json } from './render';

/** The priority of a model over other models on the GPU. */
export enum ModelPriority {
  /** The same priority as other models. */
  DEFAULT = 'PRIORITY_DEFAULT',
  /** Higher priority than other models. Latency under contention decreases. With TensorRT, the model uses a CUDA stream with higher priority. */
  MAX = 'PRIORITY_MAX',
  /** Lower priority than other models. */
  MIN = 'PRIORITY_MIN',
}

/** A CUDA graph to capture when the model is loaded. */
export interface CudaGraphSpec {
  /**
   * Batch size, from 1 to `maxBatchSize`, or 0 for models without batching.
   *
   * @default 0
   */
  readonly batchSize?: number;

  /**
   * Shape of each input with variable dimensions, by input name.
   *
   * @default - the fixed dimensions of the inputs
   */
  readonly input?: { [name: string]: number[] };

  /**
   * Minimum batch size for which the graph is used. Batches that are smaller than `batchSize` are padded, which requires additional
   * computation.
   *
   * @default - only the batch size of the graph, or 0 with `lowerBoundInput`
   */
  readonly lowerBoundBatchSize?: number;

  /**
   * Minimum input shapes, by input name, for which the graph is used. Inputs that are smaller than `input` are padded, which requires
   * additional computation.
   *
   * @default - only the shapes of the graph, or the fixed dimensions of the inputs with `lowerBoundBatchSize`
   */
  readonly lowerBoundInput?: { [name: string]: number[] };
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
   * which decreases the latency of small, fast models. CUDA graphs require more memory and increase the start-up time.
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
   * Minimum number of input buffers for which a GPU kernel gathers the batch. For fewer input buffers, Triton copies each buffer separately.
   * The kernel is suitable for batches of many small requests.
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

const CUDA_GRAPH_FIELDS: FieldTable<CudaGraphSpec> = {
  batchSize: 'batch_size',
  input: field('input', renderShapes),
  lowerBoundBatchSize: 'graph_lower_bound.batch_size',
  lowerBoundInput: field('graph_lower_bound.input', renderShapes),
};

export const OPTIMIZATION_FIELDS: FieldTable<Optimization> = {
  graphLevel: 'graph.level',
  priority: 'priority',
  cudaGraphs: 'cuda.graphs',
  cudaGraphSpecs: messageListField('cuda.graph_spec', CUDA_GRAPH_FIELDS),
  cudaBusyWaitEvents: 'cuda.busy_wait_events',
  cudaOutputCopyStream: 'cuda.output_copy_stream',
  gpuExecutionAccelerators: field('execution_accelerators.gpu_execution_accelerator', renderAccelerators),
  cpuExecutionAccelerators: field('execution_accelerators.cpu_execution_accelerator', renderAccelerators),
  inputPinnedMemory: 'input_pinned_memory.enable',
  outputPinnedMemory: 'output_pinned_memory.enable',
  gatherKernelBufferThreshold: 'gather_kernel_buffer_threshold',
  eagerBatching: 'eager_batching',
};

function renderShapes(shapes: { [input: string]: number[] }): Json {
  return Object.fromEntries(Object.entries(shapes).map(([input, dim]) => [input, { dim }]));
}

function renderAccelerators(accelerators: ExecutionAccelerator[]): Json[] {
  return accelerators.map((accelerator) => accelerator._render());
}
