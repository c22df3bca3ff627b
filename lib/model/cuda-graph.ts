import { compact, Json } from './render';

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
   * Lets the graph also serve smaller batches, down to this size, at the cost of computing on the padding.
   *
   * @default - this batch size only; 0 with `lowerBoundInput`
   */
  readonly lowerBoundBatchSize?: number;

  /**
   * Lets the graph also serve smaller inputs, down to these shapes by name, at the cost of computing on the padding.
   *
   * @default - these shapes only; the inputs' fixed dimensions with `lowerBoundBatchSize`
   */
  readonly lowerBoundInput?: { [name: string]: number[] };
}

export function renderCudaGraph(spec: CudaGraphSpec): Json {
  const { batchSize, input, lowerBoundBatchSize, lowerBoundInput } = spec;
  const bounded = lowerBoundBatchSize !== undefined || lowerBoundInput !== undefined;
  return compact({
    ...renderShapes(batchSize, input),
    graph_lower_bound: bounded ? renderShapes(lowerBoundBatchSize, lowerBoundInput) : undefined,
  });
}

function renderShapes(batchSize?: number, input?: { [name: string]: number[] }): Json {
  const shapes = Object.entries(input ?? {}).map(([name, dim]) => [name, { dim }]);
  return compact({ batch_size: batchSize, input: input && Object.fromEntries(shapes) });
}
