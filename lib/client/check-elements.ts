import { DataType } from './model-metadata';
import { elementCheck } from './protocol/element-check';

/** The first element that the data type cannot have, in words; undefined when there is none. */
export function findInvalid(elements: ArrayLike<unknown>, datatype: DataType): string | undefined {
  const fits = elementCheck(datatype);
  for (let index = 0; index < elements.length; index++) {
    if (!fits(elements[index])) return `element ${index} is ${show(elements[index])}; allowed: ${datatype}`;
  }
  return undefined;
}

function show(value: unknown): string {
  return Array.isArray(value) ? 'an array' : typeof value === 'string' ? `'${value}'` : String(value);
}
