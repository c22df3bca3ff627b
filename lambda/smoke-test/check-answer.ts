import { InferenceResponse } from '../../lib/client/protocol/decode';
import { elementsFrom, FilledTensor } from '../../lib/client/protocol/message';
import { elementsOf, Tensor } from '../../lib/client/protocol/tensor';
import { checkValues, ExpectedValues } from './check-values';
import { quoteNames } from './quote';
import { ModelRequest } from './requests';
import { TensorSpec } from './test-plan';

/** What an answer shows of a model. */
export interface Verdict {
  /** What is wrong, in words; empty when nothing is. */
  readonly problems: string[];
  /** Outputs without elements, where the model declares a dimension that may be 0: they show nothing. In words. */
  readonly empty: string[];
  /** Whether an output has elements, or an example says that there are none. */
  readonly isTested: boolean;
}

/**
 * Holds an answer against the model's configuration and the example.
 *
 * @param showValues whether the words may have texts and values of the answer
 */
export function checkAnswer(
  request: ModelRequest,
  { modelName, outputs }: InferenceResponse,
  showValues = false,
): Verdict {
  const specs = outputSpecs(request);
  const known = (request.requestedOutputs ?? request.model.outputs).map(({ name }) => name);
  const isKnown = known.length > 0;
  const wanted = isKnown ? known : expectedOutputs(request).map(({ name }) => name);
  const others = outputs.filter(({ name }) => !wanted.includes(name));
  const check = (output: FilledTensor): string[] => checkOutput(request, specs.get(output.name), output, showValues);
  const titleOf = (output: FilledTensor): string =>
    showValues ? `output ${output.name}` : `outputs[${outputs.indexOf(output)}]`;
  const problems = [
    ...checkModelName(request, modelName),
    ...(isKnown ? others : []).map(
      (output) => `${titleOf(output)} is not one of the model's outputs (${known.join(', ')})`,
    ),
    ...wanted.flatMap((wantedName) => {
      const output = outputs.find(({ name }) => name === wantedName);
      if (output) return check(output).map((text) => `output ${wantedName}: ${text}`);
      const names = outputs.map(({ name }) => name);
      return [`output ${wantedName} is missing; the response has ${quoteNames(names, wanted, showValues)}`];
    }),
    ...(isKnown ? [] : others).flatMap((output) =>
      check(output).map((text) => `outputs[${outputs.indexOf(output)}]: ${text}`),
    ),
    ...(outputs.length === 0 && wanted.length === 0 ? ['the response has no outputs'] : []),
  ];
  const empty = outputs.filter((output) => output.elements.length === 0 && !expectedOutput(request, output.name));
  return {
    problems,
    empty: empty.map(({ name }) => emptyOutput(wanted.includes(name) ? name : undefined)),
    isTested: empty.length < outputs.length,
  };
}

/** SageMaker chooses the name of a model on a multi-model endpoint. */
export function checkModelName({ model }: ModelRequest, modelName: string | undefined): string[] {
  if (modelName === undefined || modelName === model.name || model.targetModel !== undefined) return [];
  return [`model_name is not ${model.name}: a different model responded`];
}

/** What an output without elements does not show, in words. */
export function emptyOutput(name: string | undefined): string {
  return `${name === undefined ? 'an output' : `output ${name}`} has no values; set \`examples\` with a request whose response has some`;
}

/** Whether an output with the declared dimensions always has elements. */
export function hasFixedSize({ dims }: TensorSpec): boolean {
  return dims.every((dim) => Number(dim) > 0);
}

/** The declared outputs by name. A request for classes, Triton's classification extension, gets them instead of the tensor. */
function outputSpecs({ model, requestedOutputs = [] }: ModelRequest): Map<string, TensorSpec> {
  const specs = new Map(model.outputs.map((spec) => [spec.name, spec]));
  for (const { name, parameters } of requestedOutputs) {
    if (Number(parameters?.classification) > 0) specs.set(name, { name, dataType: 'BYTES', dims: ['-1'] });
  }
  return specs;
}

function checkOutput(
  request: ModelRequest,
  spec: TensorSpec | undefined,
  output: FilledTensor,
  showValues: boolean,
): string[] {
  const { name, datatype, shape, elements } = output;
  const expected = expectedOutput(request, name);
  const dataType = spec?.dataType ?? expected?.datatype ?? datatype;
  if (datatype !== dataType) return [`data type ${datatype}, expected ${dataType}`];
  // The shape is not held against config.pbtxt: Triton sends responses of other shapes, too.
  if (elements.length !== elementsOf(shape)) {
    return [`${elements.length} values for shape ${showShape(shape)}, expected ${elementsOf(shape)}`];
  }
  if (expected?.shape && !fits(shape, expected.shape)) {
    return [`shape ${showShape(shape)}, expected ${showShape(expected.shape)} as in the example`];
  }
  if (!expected && elements.length === 0 && spec && hasFixedSize(spec)) {
    return [`no values, although the declared dimensions ${showShape(spec.dims)} are fixed`];
  }
  return checkValues(elements, valuesOf(request, datatype, expected), showValues);
}

function expectedOutputs({ example }: ModelRequest): Tensor[] {
  return example?.response?.outputs ?? [];
}

function expectedOutput(request: ModelRequest, wanted: string): Tensor | undefined {
  return expectedOutputs(request).find(({ name }) => name === wanted);
}

/** What the values of an output are held against. */
export function valuesOf(
  { example, mayBeRejected }: ModelRequest,
  dataType: string,
  expected: Pick<Tensor, 'datatype' | 'data' | 'base64'> | undefined,
): ExpectedValues {
  if (!example || !(expected?.data ?? expected?.base64)) return { dataType, anyNumber: mayBeRejected };
  return { dataType, expected: { elements: elementsFrom({ ...expected, datatype: dataType }), tolerance: example } };
}

function fits(shape: number[], expected: number[]): boolean {
  return shape.length === expected.length && expected.every((dim, index) => dim === shape[index]);
}

/** A shape as it is written in JSON. */
export function showShape(shape: readonly (number | string)[]): string {
  return `[${shape.join(',')}]`;
}
