import { DataType } from './data-type';
import { Json } from './render';

/** What Triton computes for a batch input. */
export enum BatchInputKind {
  /** The number of elements of each request. */
  ELEMENT_COUNT = 'BATCH_ELEMENT_COUNT',
  /** The running total of elements. */
  ACCUMULATED_ELEMENT_COUNT = 'BATCH_ACCUMULATED_ELEMENT_COUNT',
  /** The running total of elements, starting with 0. */
  ACCUMULATED_ELEMENT_COUNT_WITH_ZERO = 'BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO',
  /** The largest number of elements, as the shape of the tensor. */
  MAX_ELEMENT_COUNT_AS_SHAPE = 'BATCH_MAX_ELEMENT_COUNT_AS_SHAPE',
  /** The shape of each request (Triton 22.03 and newer). */
  ITEM_SHAPE = 'BATCH_ITEM_SHAPE',
  /** The shape of each request in one row (Triton 22.03 and newer). */
  ITEM_SHAPE_FLATTEN = 'BATCH_ITEM_SHAPE_FLATTEN',
}

/**
 * An input that Triton makes out of the batch, such as the lengths of ragged requests.
 *
 * With it a model runs requests of different lengths without padding.
 */
export interface BatchInput {
  /** What is computed. */
  readonly kind: BatchInputKind;
  /** The model's inputs that take it. */
  readonly targetNames: string[];
  /** `DataType.INT32` or `DataType.FP32`. */
  readonly dataType: DataType;
  /** The input it is computed from: exactly one. */
  readonly sourceInputs: string[];
}

/** An output of a ragged batch that Triton splits by the shapes of an input. */
export interface BatchOutput {
  /** The model's outputs that are split. */
  readonly targetNames: string[];
  /** The input whose shapes decide: exactly one. */
  readonly sourceInputs: string[];
}

export function renderBatchInput({ kind, targetNames, dataType, sourceInputs }: BatchInput): Json {
  return { kind, target_name: targetNames, data_type: dataType.name, source_input: sourceInputs };
}

/** Triton knows one kind: each request gets the part that has its input's shape. */
export function renderBatchOutput({ targetNames, sourceInputs }: BatchOutput): Json {
  return { kind: 'BATCH_SCATTER_WITH_INPUT_SHAPE', target_name: targetNames, source_input: sourceInputs };
}
