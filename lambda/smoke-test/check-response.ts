import { InferenceResponse } from '../../lib/client/protocol/decode';
import { elementsFrom, FilledTensor } from '../../lib/client/protocol/message';
import { elementCountOf, Tensor } from '../../lib/client/protocol/tensor';
import { checkValues, ExpectedValues } from './check-values';
import { ModelRequest } from './requests';
import { TensorSpec } from '../../lib/contracts/smoke-test-properties';

/** The result of checking a response, as sentences for a message. */
export interface CheckSummary {
  /** The errors of the response. */
  readonly problem?: string;
  /** Why the response shows nothing: its outputs have no elements, which the declared dimensions allow. */
  readonly untested?: string;
}

const NO_VALUES = 'no output has values; set `examples` with a request whose response has some';

/** Combines the errors of a response. Without errors, the response shows something if it has elements, or if the example expects none. */
export function summarize(problems: string[], hasValues: boolean): CheckSummary {
  if (problems.length > 0) return { problem: problems.join('; ') };
  return hasValues ? {} : { untested: NO_VALUES };
}

/** Compares a response with the model's configuration and with the example. The sentences do not quote the response. */
export function checkResponse(request: ModelRequest, { modelName, outputs }: InferenceResponse): CheckSummary {
  const specs = outputSpecs(request);
  const declared = (request.requestedOutputs ?? request.model.outputs).map(({ name }) => name);
  const isDeclared = declared.length > 0;
  const namesInExample = expectedOutputs(request).map(({ name }) => name);
  const expectedNames = isDeclared ? declared : namesInExample;
  // A model can omit outputs. TensorRT-LLM, for example, omits those that it has not computed.
  const mayBeOmitted = (name: string): boolean =>
    !request.requestedOutputs && namesInExample.length > 0 && !namesInExample.includes(name);
  const unexpectedOutputs = outputs.filter(({ name }) => !expectedNames.includes(name));
  const check = (output: FilledTensor): string[] => checkOutput(request, specs.get(output.name), output);
  const titleOf = (output: FilledTensor): string => `outputs[${outputs.indexOf(output)}]`;
  const problems = [
    ...checkModelName(request, modelName),
    ...(isDeclared ? unexpectedOutputs : []).map(
      (output) => `${titleOf(output)} is not one of the model's outputs (${declared.join(', ')})`,
    ),
    ...expectedNames.flatMap((expectedName) => {
      const output = outputs.find(({ name }) => name === expectedName);
      if (output) return check(output).map((text) => `output ${expectedName}: ${text}`);
      if (mayBeOmitted(expectedName)) return [];
      const names = outputs.map(({ name }) => name);
      return [`output ${expectedName} is missing; the response has ${listOutputs(names, expectedNames)}`];
    }),
    ...(isDeclared ? [] : unexpectedOutputs).flatMap((output) =>
      check(output).map((text) => `${titleOf(output)}: ${text}`),
    ),
    ...(outputs.length === 0 && expectedNames.length === 0 ? ['the response has no outputs'] : []),
  ];
  const hasValues = outputs.some(({ name, elements }) => elements.length > 0 || expectedOutput(request, name));
  return summarize(problems, hasValues);
}

/** Checks the name of the model in a response. Not checked on a multi-model endpoint, where SageMaker chooses the name. */
export function checkModelName({ model }: ModelRequest, modelName: string | undefined): string[] {
  if (modelName === undefined || modelName === model.name || model.targetModel !== undefined) return [];
  return [`model_name is not ${model.name}: a different model responded`];
}

/** Whether an output with the declared dimensions always has elements. */
export function hasFixedSize({ dims }: TensorSpec): boolean {
  return dims.every((dim) => Number(dim) > 0);
}

/** The declared outputs by name. With Triton's classification extension, an output contains classes instead of the tensor. */
function outputSpecs({ model, requestedOutputs = [] }: ModelRequest): Map<string, TensorSpec> {
  const specs = new Map(model.outputs.map((spec) => [spec.name, spec]));
  for (const { name, parameters } of requestedOutputs) {
    if (Number(parameters?.classification) > 0) specs.set(name, { name, dataType: 'BYTES', dims: ['-1'] });
  }
  return specs;
}

function checkOutput(request: ModelRequest, spec: TensorSpec | undefined, output: FilledTensor): string[] {
  const { name, datatype, shape, elements } = output;
  const expected = expectedOutput(request, name);
  const dataType = spec?.dataType ?? expected?.datatype ?? datatype;
  if (datatype !== dataType) return [`data type ${datatype}, expected ${dataType}`];
  // The shape is not compared with config.pbtxt, since Triton also returns other shapes.
  if (elements.length !== elementCountOf(shape)) {
    return [`${elements.length} values for shape ${formatShape(shape)}, expected ${elementCountOf(shape)}`];
  }
  if (expected?.shape && !isSameShape(shape, expected.shape)) {
    return [`shape ${formatShape(shape)}, expected ${formatShape(expected.shape)} as in the example`];
  }
  if (!expected && elements.length === 0 && spec && hasFixedSize(spec)) {
    return [`no values, although the declared dimensions ${formatShape(spec.dims)} are fixed`];
  }
  return checkValues(elements, expectedValuesOf(request, datatype, expected));
}

function expectedOutputs({ example }: ModelRequest): Tensor[] {
  return example?.response?.outputs ?? [];
}

function expectedOutput(request: ModelRequest, outputName: string): Tensor | undefined {
  return expectedOutputs(request).find(({ name }) => name === outputName);
}

/** The expected values of an output. */
export function expectedValuesOf(
  { example, mayBeRejected }: ModelRequest,
  dataType: string,
  expected: Pick<Tensor, 'datatype' | 'data' | 'base64'> | undefined,
): ExpectedValues {
  if (!example || !(expected?.data ?? expected?.base64)) return { dataType, acceptsNonFinite: mayBeRejected };
  return { dataType, expected: { elements: elementsFrom({ ...expected, datatype: dataType }), tolerance: example } };
}

function isSameShape(shape: number[], expected: number[]): boolean {
  return shape.length === expected.length && expected.every((dim, index) => dim === shape[index]);
}

/** A shape in the notation of JSON. */
export function formatShape(shape: readonly (number | string)[]): string {
  return `[${shape.join(',')}]`;
}

/** The names of the declared outputs in a response, and the number of undeclared outputs, whose names may be confidential. */
export function listOutputs(names: string[], declared: readonly string[]): string {
  const declaredNames = names.filter((name) => declared.includes(name));
  const undeclaredCount = names.length - declaredNames.length;
  const undeclared = undeclaredCount === 1 ? 'one undeclared output' : `${undeclaredCount} undeclared outputs`;
  return [...declaredNames, ...(undeclaredCount > 0 ? [undeclared] : [])].join(', ') || 'no output';
}
