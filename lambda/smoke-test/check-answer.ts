import { isDataType } from '../../lib/client/protocol/elements';
import { elementsFrom, FilledTensor } from '../../lib/client/protocol/message';
import { elementsOf, Tensor } from '../../lib/client/protocol/tensor';
import { checkValues, ExpectedValues } from './check-values';
import { quoteNames } from './quote';
import { ModelRequest } from './requests';
import { TensorSpec } from './test-plan';

/**
 * What is wrong with an answer, in words; empty when nothing is.
 *
 * @param showValues whether the words may have texts and values of the answer
 */
export function checkAnswer(request: ModelRequest, outputs: FilledTensor[], showValues = false): string[] {
  const { model, outputNames } = request;
  const wanted = model.outputs.filter(({ name }) => outputNames?.includes(name) ?? true);
  const known = wanted.map(({ name }) => name);
  const unknown = known.length > 0 ? outputs.filter(({ name }) => !known.includes(name)) : [];
  const titleOf = (output: FilledTensor): string =>
    showValues ? `output ${output.name}` : `outputs[${outputs.indexOf(output)}]`;
  return [
    ...unknown.map((output) => `${titleOf(output)} is not one of the model's outputs (${known.join(', ')})`),
    ...wanted.flatMap((spec) => {
      const output = outputs.find(({ name }) => name === spec.name);
      if (output) return checkOutput(request, spec, output, showValues).map((text) => `output ${spec.name}: ${text}`);
      const given = quoteNames(
        outputs.map(({ name }) => name),
        known,
        showValues,
      );
      return [`output ${spec.name} is missing; the response has ${given}`];
    }),
  ];
}

function checkOutput(request: ModelRequest, spec: TensorSpec, output: FilledTensor, showValues: boolean): string[] {
  const { datatype, shape, elements } = output;
  if (datatype !== spec.dataType) {
    const given = showValues || isDataType(datatype) ? datatype : 'that KServe v2 does not have';
    return [`data type ${given}, expected ${spec.dataType}`];
  }
  // The shape is not held against config.pbtxt: Triton sends responses of other shapes, too.
  if (elements.length !== elementsOf(shape)) {
    return [`${elements.length} values for shape ${showShape(shape)}, expected ${elementsOf(shape)}`];
  }
  const expected = request.example?.response?.outputs?.find(({ name }) => name === spec.name);
  if (expected && !fits(shape, expected.shape)) {
    return [`shape ${showShape(shape)}, expected ${showShape(expected.shape)} as in the example`];
  }
  return checkValues(elements, valuesOf(request, datatype, expected), showValues);
}

/** What the values of an output are held against. */
export function valuesOf(
  { example, mayBeRejected }: ModelRequest,
  dataType: string,
  expected: Pick<Tensor, 'datatype' | 'data' | 'base64'> | undefined,
): ExpectedValues {
  if (!example || !expected) return { dataType, anyNumber: mayBeRejected };
  return { dataType, expected: { elements: elementsFrom({ ...expected, datatype: dataType }), tolerance: example } };
}

function fits(shape: number[], expected: number[]): boolean {
  return shape.length === expected.length && expected.every((dim, index) => dim === shape[index]);
}

/** A shape as it is written in JSON. A response may have something else in the place of a number. */
export function showShape(shape: number[]): string {
  return `[${shape.map((dim) => (typeof dim === 'number' ? dim : '?')).join(',')}]`;
}
