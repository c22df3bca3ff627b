import { elementCheck } from '../../lib/client/protocol/element-check';
import { Elements } from '../../lib/client/protocol/elements';
import { compareValues, Tolerance } from './compare-values';

/** What the elements of an output are held against. */
export interface ExpectedValues {
  readonly dataType: string;
  /** Undefined where the example has no values for the output. */
  readonly expected?: { readonly elements: Elements; readonly tolerance: Tolerance };
  /** Whether NaN and infinities are right without an example that has them. */
  readonly anyNumber?: boolean;
}

/**
 * What is wrong with the elements of an output, in words; empty when nothing is.
 *
 * @param showValues whether the words may have values of the response
 */
export function checkValues(elements: Elements, wanted: ExpectedValues, showValues: boolean): string[] {
  const { dataType, expected, anyNumber } = wanted;
  const fits = elementCheck(dataType);
  const odd = find(elements, (element) => !fits(element));
  if (odd >= 0) return [`element ${odd} is ${describeKind(elements[odd], dataType)}, which ${dataType} cannot contain`];
  if (expected) {
    const difference = compareValues(elements, expected.elements, expected.tolerance, showValues);
    return difference === undefined ? [] : [difference];
  }
  const endless = anyNumber
    ? -1
    : find(elements, (element) => typeof element === 'number' && !Number.isFinite(element));
  if (endless < 0) return [];
  return [
    `element ${endless} is ${String(elements[endless])}; allowed: finite numbers, unless the model has an example whose response contains NaN or ` +
      'Infinity in the same place',
  ];
}

function find(elements: Elements, matches: (element: unknown) => boolean): number {
  for (let index = 0; index < elements.length; index++) if (matches(elements[index])) return index;
  return -1;
}

/** Not the value, which may be confidential. */
function describeKind(value: unknown, dataType: string): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return dataType === 'BYTES' ? 'text with a part of a character' : 'text';
  if (typeof value === 'boolean') return 'a truth value';
  if (typeof value !== 'number' && typeof value !== 'bigint') return 'an object';
  if (!/INT|FP|BF/.test(dataType)) return 'a number';
  if (/INT/.test(dataType) && !Number.isInteger(Number(value))) return 'a fraction';
  return 'a number out of range';
}
