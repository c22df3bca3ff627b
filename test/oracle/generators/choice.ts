import * as fc from 'fast-check';

/** Part of a configuration in protobuf's JSON format. Fields that are not set are undefined. */
export interface Json {
  readonly [field: string]: unknown;
}

/**
 * Chooses between valid values and unusual values, which can be invalid. Only one part of each configuration has unusual values: if every
 * part had an error, the first error would hide all other errors.
 */
export type Choose = <T, U = never>(valid: fc.Arbitrary<T>, unusual: fc.Arbitrary<U>) => fc.Arbitrary<T | U>;

export const alwaysValid: Choose = (valid) => valid;

/** For parts of a configuration with few values. */
export const oftenUnusual = unusualOnceIn(5);

/** For parts of a configuration with so many values that one of them would nearly always be unusual. */
export const rarelyUnusual = unusualOnceIn(25);

function unusualOnceIn(times: number): Choose {
  return (valid, unusual) => fc.oneof({ arbitrary: valid, weight: times - 1 }, { arbitrary: unusual, weight: 1 });
}

/** Generates a value or undefined. */
export function valueOrUndefined<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined });
}

/** Generates a list of `min` to `max` values. */
export function arrayOf<T>(value: fc.Arbitrary<T>, min: number, max: number): fc.Arbitrary<T[]> {
  return fc.array(value, { minLength: min, maxLength: max });
}

export const anyBoolean = fc.boolean();

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

/** Removes undefined fields, which JSON does not support. */
export function withoutUndefined<T>(json: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return json.map((value) => JSON.parse(JSON.stringify(value)) as T);
}
