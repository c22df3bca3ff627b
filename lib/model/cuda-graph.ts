import { compact, Json } from './render';

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
   * Minimum batch size that the graph also executes. Smaller batches are padded, which requires additional computation.
   *
   * @default - only the batch size of the graph, or 0 with `lowerBoundInput`
   */
  readonly lowerBoundBatchSize?: number;

  /**
   * Minimum input shapes, by input name, that the graph also executes. Smaller inputs are padded, which requires additional computation.
   *
   * @default - only the shapes of the graph, or the fixed dimensions of the inputs with `lowerBoundBatchSize`
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
