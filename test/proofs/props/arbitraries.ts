import { Duration, Lazy, Size, Stack, Token } from 'aws-cdk-lib';
import fc from 'fast-check';

/** Properties that need a stack to be made in. */
export type InStack<T> = (stack: Stack) => T;

/** Properties of a construct, of three kinds. */
export interface Properties<T> {
  /** Nothing is wrong with them. */
  readonly valid: fc.Arbitrary<InStack<T>>;
  /** Some are only known at deploy time, and nothing is wrong with the others. */
  readonly late: fc.Arbitrary<InStack<T>>;
  /** Of the right types, with any values. */
  readonly any: fc.Arbitrary<InStack<T>>;
}

export type Values<T> = { [K in keyof T]?: fc.Arbitrary<T[K]> };

/** Some of the properties, or none. */
export function some<T extends object>(values: Values<T>): fc.Arbitrary<Partial<T>> {
  return fc.record(values as { [K in keyof T]: fc.Arbitrary<T[K]> }, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

/** Up to three of the properties. */
export function few<T extends object>(values: Values<T>): fc.Arbitrary<Partial<T>> {
  return fc
    .subarray(Object.keys(values) as (keyof T & string)[], { maxLength: Math.min(3, Object.keys(values).length) })
    .chain((names) => some(Object.fromEntries(names.map((each) => [each, values[each]])) as Values<T>));
}

export const seconds = (min: number, max: number): fc.Arbitrary<Duration> =>
  fc.integer({ min, max }).map(Duration.seconds);
export const minutes = (min: number, max: number): fc.Arbitrary<Duration> =>
  fc.integer({ min, max }).map(Duration.minutes);
export const mebibytes = (min: number, max: number): fc.Arbitrary<Size> => fc.integer({ min, max }).map(Size.mebibytes);
export const name = fc.stringMatching(/^[a-z][a-z0-9]{0,9}(-[a-z0-9]{1,9}){0,3}$/);

/** The parameter that late values refer to. */
export const PARAMETER = 'SomeParameter';

const late = <T>(make: () => T): fc.Arbitrary<T> => fc.constant(0).map(make);
export const lateNumber = late(() => Token.asNumber({ Ref: PARAMETER }));
export const lateString = late(() => Token.asString({ Ref: PARAMETER }));
export const lateSeconds = lateNumber.map(Duration.seconds);
export const lateBytes = lateNumber.map(Size.bytes);

export const anyNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.5, NaN, Infinity, -Infinity, 1e300, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER),
  fc.integer({ min: -10, max: 100 }),
  lateNumber,
);
export const anyString = fc.oneof(
  fc.constantFrom('', ' ', '-', 'a'.repeat(100), '__proto__', '../..', 'Ünïcödé 😀', '\u0000', '${x}', '{{resolve:x}}'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  late(() => Lazy.string({ produce: () => 'late' })),
  lateString,
);
export const anyDuration = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map(Duration.seconds),
  fc.integer({ min: 0, max: 5000 }).map(Duration.millis),
  lateSeconds,
  lateNumber.map(Duration.minutes),
);
export const anySize = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map(Size.mebibytes),
  lateNumber.map(Size.gibibytes),
);
