/** Oldest release in the schema. Fields without `since` exist since this release or earlier. */
export const FIRST_RELEASE = '21.05';

/** Optional properties of a field. */
interface FieldOptions {
  /** Name of the oneof that contains the field. At most one field of a oneof can be set. */
  readonly oneof?: string;
  /** First Triton release that supports the field. The default is `FIRST_RELEASE`. */
  readonly since?: string;
}

/** A field of a message: its tag, the name of its type (scalar, enum or message), and whether it is a single value, a list or a map. */
export interface Field extends FieldOptions {
  readonly tag: number;
  readonly type: string;
  readonly label: 'singular' | 'repeated' | 'map';
  /** Key type of a map. */
  readonly key?: 'string' | 'uint64';
}

/** An enum of the schema. */
export interface Enumeration {
  /** Names in the order of their numbers, from 0. */
  readonly values: readonly string[];
  /** First Triton release that supports a value, for values that are newer than `FIRST_RELEASE`. */
  readonly since: { readonly [value: string]: string | undefined };
}

/** A field with a single value. */
export function singular<const T extends string, const O extends FieldOptions = object>(
  tag: number,
  type: T,
  options?: O,
) {
  return { tag, type, label: 'singular' as const, ...(options as O) };
}

/** A field with a list of values (`repeated` in protobuf). */
export function repeated<const T extends string>(tag: number, type: T, options?: FieldOptions) {
  return { tag, type, label: 'repeated' as const, ...options };
}

/** A field with a map. */
export function map<const T extends string>(tag: number, key: 'string' | 'uint64', type: T, options?: FieldOptions) {
  return { tag, type, label: 'map' as const, key, ...options };
}

export function enumeration<const V extends readonly string[]>(
  values: V,
  since: { readonly [K in V[number]]?: string } = {},
) {
  return { values, since: since as { readonly [value: string]: string | undefined } };
}
