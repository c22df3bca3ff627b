import { isDeepStrictEqual } from 'util';
import { isObject } from '../input/shape';
import { Json } from './description';
import { NotCarriedOver, whyNot } from './not-carried-over';

// The mapping takes each field that it reproduces, or that is no setting, out of a copy of the description. What is left is listed for the user.

/** The value of a field, such as `OutputConfig.KmsKeyId`. Undefined if it is absent or null. */
export function peek(from: unknown, path: string): unknown {
  const [name, ...inner] = path.split('.');
  const value = isObject(from) ? (from[name] ?? undefined) : undefined;
  return inner.length === 0 ? value : peek(value, inner.join('.'));
}

/** Takes fields out of the description, and returns the value of the first. */
export function take(from: unknown, ...paths: string[]): unknown {
  const [value] = paths.map((path) => peek(from, path));
  for (const path of paths) {
    const names = path.split('.');
    const owner = names.length === 1 ? from : peek(from, names.slice(0, -1).join('.'));
    if (isObject(owner)) delete owner[names.at(-1) ?? ''];
  }
  return value;
}

/** @throws if the field is not text */
export function takeText(from: unknown, path: string, place: string): string {
  const value = take(from, path);
  return typeof value === 'string' ? value : refuse(`${place} ${path}`, value, 'text');
}

/** Takes fields that have the same values in another object. */
export function takeCopies(from: Json, other: Json, names = Object.keys(other)): void {
  for (const name of names) if (isDeepStrictEqual(from[name], other[name])) delete from[name];
}

/** @throws always: a value of the description with which an endpoint cannot be imported */
export function refuse(place: string, value: unknown, allowed: string): never {
  throw new Error(`${place}: got ${(JSON.stringify(value) ?? 'nothing').slice(0, 100)}; allowed: ${allowed}`);
}

/**
 * What has not been taken. An object from which nothing was taken is listed as a whole.
 *
 * @param place the place of the values, such as `DescribeModel triton:`
 * @param original the values before the mapping
 */
export function remainsOf(place: string, original: unknown, rest: unknown): NotCarriedOver[] {
  if (isEmpty(rest)) return [];
  const isRoot = place.endsWith(':');
  if (typeof rest !== 'object' || (!isRoot && isDeepStrictEqual(original, rest)))
    return [{ setting: place, value: rest, why: whyNot(place) }];
  const innerPlace = (key: string): string =>
    Array.isArray(rest) ? `${place}[${key}]` : isRoot ? `${place} ${key}` : `${place}.${key}`;
  return Object.entries(rest as object).flatMap(([key, value]) =>
    remainsOf(innerPlace(key), (original as Json)[key], value),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}
