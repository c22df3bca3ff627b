import { DataType } from './model-metadata';

/** The first element that the data type cannot have, in words; undefined when there is none. */
export function findInvalid(elements: ArrayLike<unknown>, datatype: DataType): string | undefined {
  const fits = elementCheck(datatype);
  for (let index = 0; index < elements.length; index++) {
    if (!fits(elements[index])) return `element ${index} is ${show(elements[index])}; allowed: ${datatype}`;
  }
  return undefined;
}

function elementCheck(datatype: DataType): (value: unknown) => boolean {
  if (datatype === 'BOOL') return (value) => typeof value === 'boolean';
  if (datatype === 'BYTES') return (value) => typeof value === 'string' || value instanceof Uint8Array;
  const [, unsigned, bits] = /^(U?)INT(\d+)$/.exec(datatype) ?? [];
  if (bits === undefined) return (value) => typeof value === 'number';
  const half = 2 ** (Number(bits) - 1);
  const [from, below] = unsigned ? [0, 2 * half] : [-half, half];
  return (value) =>
    (Number.isInteger(value) || (bits === '64' && typeof value === 'bigint')) &&
    (value as number) >= from &&
    (value as number) < below;
}

function show(value: unknown): string {
  return Array.isArray(value) ? 'an array' : typeof value === 'string' ? `'${value}'` : String(value);
}
