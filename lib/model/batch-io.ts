import { DataType } from './data-type';
import { field, FieldTable, renderFields } from './field-table';
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
  /** Name of the input from which the value is computed. The list must contain exactly one name. */
  readonly sourceInputs: string[];
}

/** An output of a ragged batch that Triton splits by the shapes of an input. */
export interface BatchOutput {
  /** Names of the model outputs to split. */
  readonly targetNames: string[];
  /** Name of the input whose shapes determine the split. The list must contain exactly one name. */
  readonly sourceInputs: string[];
}

export const BATCH_INPUT_FIELDS: FieldTable<BatchInput> = {
  kind: 'kind',
  targetNames: 'target_name',
  dataType: field('data_type', ({ name }) => name),
  sourceInputs: 'source_input',
};

export const BATCH_OUTPUT_FIELDS: FieldTable<BatchOutput> = {
  targetNames: 'target_name',
  sourceInputs: 'source_input',
};

/**
 * Renders a batch output. Triton has only one kind of batch output: each request receives the part of the output that has the shape of its
 * input.
 */
export function renderBatchOutput(output: BatchOutput): Json {
  return { kind: 'BATCH_SCATTER_WITH_INPUT_SHAPE', ...renderFields(BATCH_OUTPUT_FIELDS, output) };
}
