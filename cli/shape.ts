/**
 * Reads a value of JSON that somebody else may have written as a type.
 *
 * @param place where the value is, for the error
 * @throws when the value has another type, in one sentence
 */
export type Shape<T> = (value: unknown, place: string) => T;

/** What of a value an error shows. */
const SHOWN = 100;

/** @throws the sentence */
export function fail(place: string, value: unknown, allowed: string): never {
  const given = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  const shown = given.length > SHOWN ? `${given.slice(0, SHOWN)}…` : given;
  throw new Error(`${place.replace(/: $/, '')}: got ${shown}; allowed: ${allowed}`);
}

/** Anything: whoever uses it does not rely on a type. */
export const anything: Shape<unknown> = (value) => value;

/** Any text. */
export const string: Shape<string> = (value, place) => (typeof value === 'string' ? value : fail(place, value, 'text'));

/** Text that may become a path or a variable: CloudFormation also accepts numbers and truth values. */
export const text: Shape<string> = (value, place) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isLate(value)) return JSON.stringify(value);
  if (typeof value === 'string' && !value.includes('\0')) return value;
  return fail(place, value, 'text without a null character');
};

/** A number, which CloudFormation also accepts as text. */
export const number: Shape<number> = (value, place) => {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : fail(place, value, 'a number');
};

/** A count of something. */
export const count: Shape<number> = (value, place) => {
  const parsed = number(value, place);
  return Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : fail(place, value, 'a whole number of at least 0');
};

export function list<T>(item: Shape<T>, maximum = Infinity): Shape<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return fail(place, value, 'a list');
    if (value.length > maximum) return fail(place, `${value.length} elements`, `at most ${maximum}`);
    return value.map((each, index) => item(each, `${place}[${index}]`));
  };
}

/** One value instead of a list of one, as policies have it. */
export function oneOrMore<T>(item: Shape<T>): Shape<T[]> {
  return (value, place) => (Array.isArray(value) ? list(item)(value, place) : [item(value, place)]);
}

/** Values of one type by name. */
export function table<T>(item: Shape<T>): Shape<Record<string, T>> {
  return (value, place) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item(each, inside(place, key))]))
      : fail(place, value, 'an object');
}

type Shapes = Record<string, Shape<unknown>>;
type Fields<T extends Shapes> = { [name in keyof T]: ReturnType<T[name]> } & Record<string, unknown>;

/** An object with these fields, and any others. */
export function fields<T extends Shapes>(shapes: T): Shape<Fields<T>> {
  return (value, place) => {
    if (!isObject(value)) return fail(place, value, 'an object');
    const read = Object.entries(shapes).flatMap(([name, shape]) => {
      const field = shape(value[name], inside(place, name));
      return field === undefined && !(name in value) ? [] : [[name, field]];
    });
    return { ...value, ...Object.fromEntries(read) } as Fields<T>;
  };
}

/** A value that may be absent, or that only the deployment knows. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, place) => (value === undefined || isLate(value) ? undefined : shape(value, place));
}

/** Text that is JSON itself. */
export function json<T>(shape: Shape<T>): Shape<string> {
  return (value, place) => {
    const read = text(value, place);
    parseJson(read, place, shape);
    return read;
  };
}

/** CDK's assemblies have some twenty levels; a program that reads thousands of them has no stack left. */
const MAXIMUM_DEPTH = 200;

/** Fields that every object of JavaScript has: a value in their place is no method. */
const METHODS = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * What a text in JSON says.
 *
 * @param place of the text, such as a file
 * @throws when it is not JSON, or has another shape, in one sentence that begins with the place
 */
export function parseJson<T>(content: string, place: string, shape: Shape<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}; allowed: JSON`, { cause: error });
  }
  checkStructure(value, place, MAXIMUM_DEPTH);
  return shape(value, place.endsWith(': ') ? place : `${place}: `);
}

function checkStructure(value: unknown, place: string, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0)
    throw new Error(`${place}: got JSON of more levels than ${MAXIMUM_DEPTH}; allowed: at most ${MAXIMUM_DEPTH}`);
  if (!Array.isArray(value)) {
    const method = Object.keys(value).find((key) => METHODS.has(key));
    if (method !== undefined)
      throw new Error(`${place}: got the key "${method}"; allowed: keys that are no methods of objects`);
  }
  for (const inner of Object.values(value)) checkStructure(inner, place, levels - 1);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether only the deployment knows a value: a function of CloudFormation that the command does not evaluate. */
function isLate(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && name !== undefined && name.startsWith('Fn::');
}

function inside(place: string, key: string): string {
  return place.endsWith(': ') || place === '' ? `${place}${key}` : `${place}.${key}`;
}
