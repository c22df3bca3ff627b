import { compareValues } from './compare-values';
import { Answer } from './invoke';
import { elementsOf, ModelRequest } from './requests';
import { Tensor, TensorSpec } from './test-plan';

/** What is wrong with an answer, in words; empty when nothing is. */
export function checkAnswer(request: ModelRequest, answer: Answer): string[] {
  const { model, outputNames } = request;
  const wanted = model.outputs.filter(({ name }) => outputNames?.includes(name) ?? true);
  const known = wanted.map(({ name }) => name);
  const unknown = known.length > 0 ? answer.outputs.filter(({ name }) => !known.includes(name)) : [];
  return [
    ...unknown.map(({ name }) => `output ${name} is not one of the model's outputs (${known.join(', ')})`),
    ...wanted.flatMap((spec) => {
      const output = answer.outputs.find(({ name }) => name === spec.name);
      if (output) return checkOutput(request, spec, output, answer.binary);
      const given = answer.outputs.map(({ name }) => name).join(', ') || 'none';
      return [`output ${spec.name} is missing; the answer has ${given}`];
    }),
  ];
}

function checkOutput(request: ModelRequest, spec: TensorSpec, output: Tensor, binary: boolean): string[] {
  const problem = (text: string): string[] => [`output ${spec.name}: ${text}`];
  if (output.datatype !== spec.dataType) return problem(`data type ${output.datatype}, expected ${spec.dataType}`);
  const shape = expectedShape(request, spec);
  if (!fits(output.shape, shape)) {
    return problem(`shape ${showShape(output.shape)}, expected ${showShape(shape)}`);
  }
  // The binary form has its values behind the JSON; the lengths are checked when it is read.
  if (binary) return [];
  const values = (output.data ?? []).flat(Infinity);
  if (values.length !== elementsOf(output.shape)) {
    return problem(
      `${values.length} values for shape ${showShape(output.shape)}, expected ${elementsOf(output.shape)}`,
    );
  }
  const expected = request.example?.response?.outputs.find(({ name }) => name === spec.name);
  if (!request.example || !expected) return [];
  if (!fits(output.shape, expected.shape)) {
    return problem(`shape ${showShape(output.shape)}, expected ${showShape(expected.shape)} as in the example`);
  }
  const difference = compareValues(values, (expected.data ?? []).flat(Infinity), request.example);
  return difference === undefined ? [] : problem(difference);
}

/** The dimensions of the model's configuration, behind the batch of the request. */
function expectedShape({ model, inputs }: ModelRequest, spec: TensorSpec): number[] {
  const dims = spec.dims.map(Number);
  return model.maxBatchSize > 0 ? [inputs[0]?.shape[0] ?? 1, ...dims] : dims;
}

function fits(shape: number[], expected: number[]): boolean {
  return shape.length === expected.length && expected.every((dim, index) => dim === -1 || dim === shape[index]);
}

/** A shape as it is written in JSON. */
export function showShape(shape: number[]): string {
  return `[${shape.join(',')}]`;
}
