import * as fc from 'fast-check';

/** Part of a configuration in the JSON form of protobuf; absent fields are undefined. */
export interface Json {
  readonly [field: string]: unknown;
}

/**
 * How a part of a configuration chooses between values that are surely right and odd ones. One part of each
 * configuration is examined, the others are calm: with an error in every part, the first would hide the rest.
 */
export type Choose = <T, U = never>(right: fc.Arbitrary<T>, odd: fc.Arbitrary<U>) => fc.Arbitrary<T | U>;

export const calmly: Choose = (right) => right;

export const boldly = choosingOneIn(5);

/** For what has many places that can be odd. */
export const seldom = choosingOneIn(25);

function choosingOneIn(times: number): Choose {
  return (right, odd) => fc.oneof({ arbitrary: right, weight: times - 1 }, { arbitrary: odd, weight: 1 });
}

/** A value, or nothing. */
export function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined });
}

/** Up to `max` values, each another. */
export function some<T>(value: fc.Arbitrary<T>, min: number, max: number): fc.Arbitrary<T[]> {
  return fc.array(value, { minLength: min, maxLength: max });
}

export const flag = fc.boolean();

export const dataTypes = [
  ...[
    'BOOL',
    'UINT8',
    'UINT16',
    'UINT32',
    'UINT64',
    'INT8',
    'INT16',
    'INT32',
    'INT64',
    'FP16',
    'FP32',
    'FP64',
    'STRING',
    'BF16',
  ],
].map((name) => `TYPE_${name}`);

export const dataType = fc.constantFrom(...dataTypes);

/** Without the absent fields: JSON knows no undefined. */
export function present<T>(json: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return json.map((given) => JSON.parse(JSON.stringify(given)) as T);
}
