import { Json } from './render';

/** The fields of config.pbtxt that a property sets: the path of one field with the same value, or a `ComputedField`. */
type Row<V, T> = string | ComputedField<V, T>;

/** The fields of config.pbtxt for each property of an interface. The compiler requires a row for each property. */
export type FieldTable<T> = { readonly [P in keyof T]-?: Row<NonNullable<T[P]>, T> };

/** A field table without types, to look up the names of properties. */
type NameTable = { readonly [property: string]: string | Pick<ComputedField<never, never>, 'paths'> };

/** The fields of config.pbtxt that a property sets, if their content differs from the value of the property. */
export interface ComputedField<V, T = unknown> {
  /**
   * The paths of the fields. For each path: a table for the properties of the value, or the name of the value's property that sets the path.
   */
  readonly paths: { readonly [path: string]: NameTable | string };
  /** Creates the content of each path. `owner` is the object that has the property. */
  readonly render: (value: V, owner: Partial<T>) => Json;
}

/** A field whose content is calculated from the value of the property. */
export function field<V, T>(
  path: string,
  render: (value: V, owner: Partial<T>) => unknown,
  table: NameTable = {},
): ComputedField<V, T> {
  return { paths: { [path]: table }, render: (value, owner) => ({ [path]: render(value, owner) }) };
}

/** Renders the fields of config.pbtxt for the properties that are set. For all other properties, Triton's defaults apply. */
export function renderFields<T>(table: FieldTable<T>, values: Partial<T>): Json {
  let json: Json = {};
  for (const [property, row] of Object.entries<Row<never, T>>(table)) {
    const value = values[property as keyof T];
    if (value === undefined) continue;
    const contents = typeof row === 'string' ? { [row]: value } : row.render(value as never, values);
    for (const [path, content] of Object.entries(contents)) json = withField(json, path.split('.'), content);
  }
  return json;
}

function withField(json: Json, [name, ...nestedNames]: string[], content: unknown): Json {
  if (content === undefined) return json;
  return {
    ...json,
    [name]: nestedNames.length === 0 ? content : withField((json[name] ?? {}) as Json, nestedNames, content),
  };
}

/** The paths of the fields that a property sets. */
export function pathsOf(row: NameTable[string]): string[] {
  return typeof row === 'string' ? [row] : Object.keys(row.paths);
}

/** A dot between fields. Dots in brackets are part of a name that the user chose. */
const FIELD_SEPARATOR = /\.(?![^[]*\])/;

/**
 * The path of the property that sets a field: `batching.preferredBatchSizes[0]` for `dynamic_batching.preferred_batch_size[0]`. Undefined for a
 * field that only `config` sets.
 */
export function propertyPath(table: NameTable, fieldPath: string): string | undefined {
  return propertyParts(table, fieldPath.split(FIELD_SEPARATOR))?.join('.');
}

function propertyParts(table: NameTable, parts: string[]): string[] | undefined {
  if (parts.length === 0) return [];
  const names = parts.map((part) => part.split('[', 1)[0]);
  const row = findRow(table, names);
  // An empty table is that of a value whose properties have the names of the fields.
  if (!row && Object.keys(table).length > 0) return undefined;
  const { property, nameCount, nested } = row ?? { property: camelCase(names[0]), nameCount: 1, nested: {} };
  const index = parts[nameCount - 1].slice(names[nameCount - 1].length);
  const remaining = typeof nested === 'string' ? [nested] : propertyParts(nested, parts.slice(nameCount));
  return remaining && [property + index, ...remaining];
}

/**
 * The row with the longest path that is a prefix of the field's path, or the only row whose path begins with the field's path. `nameCount`
 * is the number of names that both paths have in common.
 */
function findRow(
  table: NameTable,
  names: string[],
): { property: string; nameCount: number; nested: NameTable | string } | undefined {
  const rows = Object.entries(table).flatMap(([property, row]) =>
    pathsOf(row).map((path) => ({
      property,
      path: path.split('.'),
      nested: typeof row === 'string' ? {} : row.paths[path],
    })),
  );
  const matching = rows.filter(({ path }) =>
    path.every((name, index) => index >= names.length || name === names[index]),
  );
  const complete = matching.filter(({ path }) => path.length <= names.length);
  const [longest] = complete.sort((a, b) => b.path.length - a.path.length);
  const row = longest ?? (matching.length === 1 ? matching[0] : undefined);
  return row && { ...row, nameCount: Math.min(row.path.length, names.length) };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
