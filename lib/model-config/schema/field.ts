/** The release of the oldest schema known; a field without `since` is at least this old. */
export const FIRST_RELEASE = '21.05';

/** What a field or an enum value may say beyond its type. */
interface Extra {
  /** The oneof this field is a member of: at most one member can be set. */
  readonly oneof?: string;
  /** First Triton release that knows the field; `FIRST_RELEASE` when absent. */
  readonly since?: string;
}

/** A field of a message: its tag, the name of its type (scalar, enum or message) and how many values it holds. */
export interface Field extends Extra {
  readonly tag: number;
  readonly type: string;
  readonly label: 'one' | 'many' | 'map';
  /** Key type of a map. */
  readonly key?: 'string' | 'uint64';
}

export interface Enumeration {
  /** Names in the order of their numbers, from 0. */
  readonly values: readonly string[];
  /** First Triton release, for the values that are newer than `FIRST_RELEASE`. */
  readonly since: { readonly [value: string]: string | undefined };
}

export function one<const T extends string, const X extends Extra = object>(tag: number, type: T, extra?: X) {
  return { tag, type, label: 'one' as const, ...(extra as X) };
}

export function many<const T extends string>(tag: number, type: T, extra?: Extra) {
  return { tag, type, label: 'many' as const, ...extra };
}

export function map<const T extends string>(tag: number, key: 'string' | 'uint64', type: T, extra?: Extra) {
  return { tag, type, label: 'map' as const, key, ...extra };
}

export function enumeration<const V extends readonly string[]>(
  values: V,
  since: { readonly [K in V[number]]?: string } = {},
) {
  return { values, since: since as { readonly [value: string]: string | undefined } };
}
