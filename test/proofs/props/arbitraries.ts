import { Duration, Lazy, Size, Stack, Token } from 'aws-cdk-lib';
import fc from 'fast-check';

/** A function that creates properties, and the resources that they need, in a stack. */
export type MakeInStack<T> = (stack: Stack) => T;

/** Generators of three kinds of properties of a construct. */
export interface Properties<T> {
  /** Valid properties. */
  readonly valid: fc.Arbitrary<MakeInStack<T>>;
  /** Valid properties, some of which are tokens (values that are unresolved at synthesis). */
  readonly tokens: fc.Arbitrary<MakeInStack<T>>;
  /** Properties of the correct types, with any values. */
  readonly any: fc.Arbitrary<MakeInStack<T>>;
}

/** A generator for each property. */
export type Values<T> = { [K in keyof T]?: fc.Arbitrary<T[K]> };

/** Generates any subset of the properties. */
export function anySubset<T extends object>(values: Values<T>): fc.Arbitrary<Partial<T>> {
  return fc.record(values as { [K in keyof T]: fc.Arbitrary<T[K]> }, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

/** Generates at most three of the properties. */
export function atMostThree<T extends object>(values: Values<T>): fc.Arbitrary<Partial<T>> {
  return fc
    .subarray(Object.keys(values) as (keyof T & string)[], { maxLength: Math.min(3, Object.keys(values).length) })
    .chain((names) => anySubset(Object.fromEntries(names.map((key) => [key, values[key]])) as Values<T>));
}

export const seconds = (min: number, max: number): fc.Arbitrary<Duration> =>
  fc.integer({ min, max }).map(Duration.seconds);
export const minutes = (min: number, max: number): fc.Arbitrary<Duration> =>
  fc.integer({ min, max }).map(Duration.minutes);
export const mebibytes = (min: number, max: number): fc.Arbitrary<Size> => fc.integer({ min, max }).map(Size.mebibytes);
export const name = fc.stringMatching(/^[a-z][a-z0-9]{0,9}(-[a-z0-9]{1,9}){0,3}$/);

/** The name of the CloudFormation parameter to which tokens refer. */
export const PARAMETER = 'SomeParameter';

const token = <T>(createToken: () => T): fc.Arbitrary<T> => fc.constant(0).map(createToken);
export const tokenNumber = token(() => Token.asNumber({ Ref: PARAMETER }));
export const tokenString = token(() => Token.asString({ Ref: PARAMETER }));
export const tokenSeconds = tokenNumber.map(Duration.seconds);
export const tokenBytes = tokenNumber.map(Size.bytes);

export const anyNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.5, NaN, Infinity, -Infinity, 1e300, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER),
  fc.integer({ min: -10, max: 100 }),
  tokenNumber,
);
export const anyString = fc.oneof(
  fc.constantFrom('', ' ', '-', 'a'.repeat(100), '__proto__', '../..', 'Ünïcödé 😀', '\u0000', '${x}', '{{resolve:x}}'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  token(() => Lazy.string({ produce: () => 'token' })),
  tokenString,
);
export const anyDuration = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map(Duration.seconds),
  fc.integer({ min: 0, max: 5000 }).map(Duration.millis),
  tokenSeconds,
  tokenNumber.map(Duration.minutes),
);
export const anySize = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map(Size.mebibytes),
  tokenNumber.map(Size.gibibytes),
);
