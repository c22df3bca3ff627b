import { compact, Json } from './render';

/** The smallest shapes that a captured CUDA graph may serve. */
export interface CudaGraphLowerBound {
  /**
   * The smallest batch size; 0 for models that do not batch.
   *
   * @default 0
   */
  readonly batchSize?: number;

  /**
   * The smallest shape of each input, by its name.
   *
   * @default - the inputs' fixed dimensions
   */
  readonly input?: { [name: string]: number[] };
}

/** One CUDA graph to capture at load. */
export interface CudaGraphSpec {
  /**
   * The batch size, from 1 to `maxBatchSize`; 0 for models that do not batch.
   *
   * @default 0
   */
  readonly batchSize?: number;

  /**
   * The shape of each input with variable dimensions, by its name.
   *
   * @default - the inputs' fixed dimensions
   */
  readonly input?: { [name: string]: number[] };

  /**
   * Lets the graph also serve smaller requests, down to these shapes, at the cost of computing on the padding.
   *
   * @default - exact shapes only
   */
  readonly graphLowerBound?: CudaGraphLowerBound;
}

/** How TensorRT engines are launched. */
export interface CudaOptimization {
  /**
   * Whether executions are captured once as a CUDA graph and replayed, which removes the launch of each kernel: lower
   * latency for small, fast models; more memory and a slower start.
   *
   * @default false
   */
  readonly graphs?: boolean;

  /**
   * The graphs to capture.
   *
   * @default - batch sizes 1, 2, 3, 4 and preferred ones, for models with fixed shapes
   */
  readonly graphSpecs?: CudaGraphSpec[];

  /**
   * Whether a CPU core spins while it waits for the GPU: a little less latency for a busy core per instance.
   *
   * @default false
   */
  readonly busyWaitEvents?: boolean;

  /**
   * Whether outputs are copied on a stream of their own, so that the copy overlaps the next execution.
   *
   * @default false
   */
  readonly outputCopyStream?: boolean;
}

export function renderCuda(cuda: CudaOptimization): Json {
  return compact({
    graphs: cuda.graphs,
    busy_wait_events: cuda.busyWaitEvents,
    graph_spec: cuda.graphSpecs?.map((spec) => ({
      ...renderShapes(spec),
      ...(spec.graphLowerBound && { graph_lower_bound: renderShapes(spec.graphLowerBound) }),
    })),
    output_copy_stream: cuda.outputCopyStream,
  });
}

function renderShapes({ batchSize, input }: CudaGraphLowerBound): Json {
  const shapes = Object.entries(input ?? {}).map(([name, dim]) => [name, { dim }]);
  return compact({ batch_size: batchSize, input: input && Object.fromEntries(shapes) });
}
