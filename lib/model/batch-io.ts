import { DataType } from './data-type';
import { Json } from './render';

/** The value that Triton computes for a batch input. */
export enum BatchInputKind {
  /** The number of elements of each request. */
  ELEMENT_COUNT = 'BATCH_ELEMENT_COUNT',
  /** The cumulative number of elements. */
  ACCUMULATED_ELEMENT_COUNT = 'BATCH_ACCUMULATED_ELEMENT_COUNT',
  /** The cumulative number of elements, starting with 0. */
  ACCUMULATED_ELEMENT_COUNT_WITH_ZERO = 'BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO',
  /** The maximum number of elements, as the shape of the tensor. */
  MAX_ELEMENT_COUNT_AS_SHAPE = 'BATCH_MAX_ELEMENT_COUNT_AS_SHAPE',
  /** The shape of each request (Triton 22.03 or later). */
  ITEM_SHAPE = 'BATCH_ITEM_SHAPE',
  /** The shape of each request, flattened (Triton 22.03 or later). */
  ITEM_SHAPE_FLATTEN = 'BATCH_ITEM_SHAPE_FLATTEN',
}

/**
 * An input that Triton generates from the batch, such as the lengths of the requests in a ragged batch.
 *
 * With a batch input, a model can execute requests of different lengths in one batch without padding.
 */
export interface BatchInput {
  /** The value that Triton computes. */
  readonly kind: BatchInputKind;
  /** Names of the model inputs that receive the value. */
  readonly targetNames: string[];
  /** Data type of the value: `DataType.INT32` or `DataType.FP32`. */
  readonly dataType: DataType;
  /** Names of the inputs from which the value is computed: exactly one. */
  readonly sourceInputs: string[];
}

/** An output of a ragged batch that Triton splits by the shapes of an input. */
export interface BatchOutput {
  /** Names of the model outputs to split. */
  readonly targetNames: string[];
  /** Names of the inputs whose shapes determine the split: exactly one. */
  readonly sourceInputs: string[];
}

export function renderBatchInput({ kind, targetNames, dataType, sourceInputs }: BatchInput): Json {
  return { kind, target_name: targetNames, data_type: dataType.name, source_input: sourceInputs };
}

/** Triton knows one kind: each request gets the part that has its input's shape. */
export function renderBatchOutput({ targetNames, sourceInputs }: BatchOutput): Json {
  return { kind: 'BATCH_SCATTER_WITH_INPUT_SHAPE', target_name: targetNames, source_input: sourceInputs };
}
