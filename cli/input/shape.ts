import { parseUntrustedJson, readRegularFile, RegularFileLimits } from '../../lib/files/regular-file';

/**
 * A shape validates an untrusted JSON value, and converts it to a type.
 *
 * @param place where the value is, such as a file and a property, for error messages
 * @throws if the value has a different type
 */
export type Shape<T> = (value: unknown, place: string) => T;

/** Maximum length of a value in an error message. */
const MAX_SHOWN_CHARACTERS = 100;

/** Throws an error about a value that does not have the allowed type. */
export function fail(place: string, value: unknown, allowed: string): never {
  const content = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  const shownContent = content.length > MAX_SHOWN_CHARACTERS ? `${content.slice(0, MAX_SHOWN_CHARACTERS)}…` : content;
  throw new Error(`${place.replace(/: $/, '')}: got ${shownContent}; allowed: ${allowed}`);
}

/** Any value. The caller must not rely on its type. */
const anything: Shape<unknown> = (value) => value;

/** Text without null characters, so it can be part of a path or a variable. Accepts numbers and Boolean values, as CloudFormation does. */
export const text: Shape<string> = (value, place) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && !value.includes('\0')) return value;
  return fail(place, value, 'text without a null character');
};

/** A number. Accepts text such as `4`, as CloudFormation does. */
export const number: Shape<number> = (value, place) => {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : fail(place, value, 'a number');
};

/** A list whose items have the same type. */
export function list<T>(item: Shape<T>): Shape<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return fail(place, value, 'a list');
    return value.map((each, index) => item(each, `${place}[${index}]`));
  };
}

type Shapes = Record<string, Shape<unknown>>;
type Fields<T extends Shapes> = { [name in keyof T]: ReturnType<T[name]> } & Record<string, unknown>;

/** An object with at least these fields. Other fields are kept without validation. */
export function fields<T extends Shapes>(shapes: T): Shape<Fields<T>> {
  return (value, place) => {
    if (!isObject(value)) return fail(place, value, 'an object');
    const convertedFields = Object.entries(shapes).flatMap(([name, shape]) => {
      const field = shape(value[name], fieldPlace(place, name));
      return field === undefined && !(name in value) ? [] : [[name, field]];
    });
    return { ...value, ...Object.fromEntries(convertedFields) } as Fields<T>;
  };
}

/** A value that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, place) => (value === undefined ? undefined : shape(value, place));
}

/** Maximum nesting of JSON. Cloud assemblies have about twenty levels; thousands would overflow the stack. */
const MAX_DEPTH = 200;

/** Methods that every JavaScript object inherits. A key with such a name would replace the method with a value. */
const INHERITED_NAMES = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Parses JSON and converts it to a type.
 *
 * @param place the source of the text, such as a file
 * @throws if the text is not JSON, or has a different type; the message begins with the place
 */
export function parseJson<T>(content: string, place: string, shape: Shape<T>): T {
  let value: unknown;
  try {
    value = parseUntrustedJson(content);
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}; allowed: JSON`, { cause: error });
  }
  checkStructure(value, place, MAX_DEPTH);
  return shape(value, place.endsWith(': ') ? place : `${place}: `);
}

/**
 * Reads a JSON file.
 *
 * @throws if the file cannot be read, is not JSON, or has a different type; the message begins with the file
 */
export function readJson<T = unknown>(
  file: string,
  limits: RegularFileLimits,
  shape: Shape<T> = anything as Shape<T>,
): T {
  return parseJson(decodeText(readRegularFile(file, limits)), file, shape);
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, which Windows PowerShell writes with `>`. */
function decodeText(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes); // without the byte order mark
}

/** @throws if the JSON is nested too deeply, or has a key that is the name of an inherited method */
function checkStructure(value: unknown, place: string, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0)
    throw new Error(`${place}: got JSON of more levels than ${MAX_DEPTH}; allowed: at most ${MAX_DEPTH}`);
  if (!Array.isArray(value)) {
    const method = Object.keys(value).find((key) => INHERITED_NAMES.has(key));
    if (method !== undefined)
      throw new Error(`${place}: got the key "${method}"; allowed: keys that are no methods of objects`);
  }
  for (const inner of Object.values(value)) checkStructure(inner, place, levels - 1);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The place of a field, such as `file: a.b`. */
function fieldPlace(place: string, key: string): string {
  return place.endsWith(': ') || place === '' ? `${place}${key}` : `${place}.${key}`;
}
