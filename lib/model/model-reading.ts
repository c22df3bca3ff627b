/** The ID of the information about a model that was read, by which `cdk-sagemaker-triton consequences` finds it in an assembly. */
export const READING_ID = 'cdk-sagemaker-triton:files.read';

/**
 * The result of reading a model with `TritonModel.fromFile` or `fromDirectory`: the properties that were inferred from its files, because
 * neither a config.pbtxt nor the user's properties contain them.
 */
export interface ModelReading {
  /** The path as the user wrote it. */
  readonly path: string;
  readonly backend?: string;
  readonly maxBatchSize?: number;
  /** Whether the inputs and outputs are from the model file. */
  readonly tensors: boolean;
  /** The number of examples that were found next to the model. */
  readonly exampleCount: number;
}

/** The part of a model that its description compares with what was inferred. */
interface ReadModel {
  readonly name: string;
  readonly backend: { readonly name: string };
  readonly maxBatchSize: number;
  readonly inputs: readonly { readonly name: string }[];
  readonly outputs: readonly { readonly name: string }[];
  readonly examples: readonly unknown[];
}

/** One sentence about the inferred properties that the model still has; undefined if there are none. */
export function describeReading(
  { name, backend, maxBatchSize, inputs, outputs, examples }: ReadModel,
  reading: ModelReading,
): string | undefined {
  const inferred = [
    ...(reading.backend !== undefined && reading.backend === backend.name ? [`backend ${backend.name}`] : []),
    ...(reading.maxBatchSize !== undefined && reading.maxBatchSize === maxBatchSize
      ? [`maxBatchSize ${maxBatchSize} (${reasonFor(maxBatchSize)})`]
      : []),
    ...(reading.tensors ? [`inputs ${namesOf(inputs)} and outputs ${namesOf(outputs)}`] : []),
    ...(reading.exampleCount > 0 && reading.exampleCount === examples.length ? [countOf(examples.length)] : []),
  ];
  return inferred.length > 0 ? `model '${name}': read from ${reading.path}: ${inferred.join('; ')}` : undefined;
}

function reasonFor(maxBatchSize: number): string {
  return maxBatchSize > 0
    ? 'the first dimension of every tensor is open, and this is the largest batch that Triton uses by default'
    : 'the first dimension of a tensor is fixed';
}

function namesOf(tensors: ReadModel['inputs']): string {
  return tensors.map(({ name }) => name).join(', ');
}

function countOf(examples: number): string {
  return examples === 1 ? '1 example' : `${examples} examples`;
}
