import { compareValues, Tolerance } from '../shared/compare-values';
import { bytesOf, Output, outputsOf } from './read-body';
import { CapturedBody } from './records';

/**
 * Compares the response of a shadow variant with the response of the production variant to the same request. Returns a sentence about the
 * first difference, or undefined if all differences are within the tolerance. The name and the version of the model and the ID of the request
 * are not compared.
 *
 * @param showValues whether the sentence may quote the responses
 */
export function compareResponses(
  shadow: CapturedBody,
  production: CapturedBody,
  tolerance: Tolerance,
  showValues = false,
): string | undefined {
  const haveEqualBytes = shadow.encoding === production.encoding && shadow.data === production.data;
  if (haveEqualBytes) return undefined;
  const [shadowOutputs, productionOutputs] = [outputsOf(shadow), outputsOf(production)];
  if (shadowOutputs && productionOutputs)
    return compareOutputs(shadowOutputs, productionOutputs, tolerance, showValues);
  if (shadowOutputs) return 'only the response of the shadow variant has outputs';
  if (productionOutputs) return 'only the response of the production variant has outputs';
  return Buffer.compare(bytesOf(shadow), bytesOf(production)) === 0 ? undefined : 'the bytes differ';
}

function compareOutputs(
  shadow: Output[],
  production: Output[],
  tolerance: Tolerance,
  showValues: boolean,
): string | undefined {
  // Without this permission, names are not quoted either: a model can return any name.
  const titleOf = ({ name }: Output, index: number): string => (showValues ? `output ${name}` : `outputs[${index}]`);
  const unexpected = shadow.find(({ name }) => !production.some((each) => each.name === name));
  if (unexpected) return `${titleOf(unexpected, shadow.indexOf(unexpected))} exists only in the shadow variant`;
  for (const [index, expected] of production.entries()) {
    const actual = shadow.find(({ name }) => name === expected.name);
    const difference = actual
      ? compareOutput(actual, expected, tolerance, showValues)
      : 'missing in the shadow variant';
    if (difference !== undefined) return `${titleOf(expected, index)}: ${difference}`;
  }
  return undefined;
}

function compareOutput(
  actual: Output,
  expected: Output,
  tolerance: Tolerance,
  showValues: boolean,
): string | undefined {
  if (actual.datatype !== expected.datatype) {
    return `data type ${describeOptional(actual.datatype)}, expected ${describeOptional(expected.datatype)}`;
  }
  const [actualShape, expectedShape] = [actual, expected].map(({ shape }) =>
    describeOptional(shape && `[${shape.join(',')}]`),
  );
  if (actualShape !== expectedShape) return `shape ${actualShape}, expected ${expectedShape}`;
  return compareValues(actual.elements, expected.elements, tolerance, showValues, "the production variant's");
}

function describeOptional(text: string | undefined): string {
  return text ?? 'none';
}
