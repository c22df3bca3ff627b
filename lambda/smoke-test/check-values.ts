import { elementCheck } from '../../lib/client/protocol/element-check';
import { TensorElements } from '../../lib/client/protocol/elements';
import { compareValues, Tolerance } from './compare-values';

/** The expected elements of an output. */
export interface ExpectedValues {
  readonly dataType: string;
  /** Undefined if the example has no values for the output. */
  readonly expected?: { readonly elements: TensorElements; readonly tolerance: Tolerance };
  /** Whether NaN and infinities are accepted, although no example contains them. */
  readonly acceptsNonFinite?: boolean;
}

/** Checks the elements of an output; returns sentences that describe the errors, without values of the response. */
export function checkValues(
  elements: TensorElements,
  { dataType, expected, acceptsNonFinite }: ExpectedValues,
): string[] {
  const isValid = elementCheck(dataType);
  const invalidIndex = findIndex(elements, (element) => !isValid(element));
  // The value itself may be confidential.
  if (invalidIndex >= 0) return [`element ${invalidIndex} is a value that ${dataType} cannot contain`];
  if (expected) {
    const difference = compareValues(elements, expected.elements, expected.tolerance);
    return difference === undefined ? [] : [difference];
  }
  const nonFiniteIndex = acceptsNonFinite
    ? -1
    : findIndex(elements, (element) => typeof element === 'number' && !Number.isFinite(element));
  if (nonFiniteIndex < 0) return [];
  return [
    `element ${nonFiniteIndex} is ${String(elements[nonFiniteIndex])}; allowed: finite numbers, unless the model has an example whose response contains NaN or ` +
      'Infinity in the same place',
  ];
}

function findIndex(elements: TensorElements, matches: (element: unknown) => boolean): number {
  for (let index = 0; index < elements.length; index++) if (matches(elements[index])) return index;
  return -1;
}
