import { isDeepStrictEqual } from 'util';

/** What changes inside a value, one phrase for each place: `a.b changes from 1 to 2`. */
export function differences(before: unknown, after: unknown, place = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isParent(before) && isParent(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(
        before[key],
        after[key],
        Array.isArray(after) ? `${place}[${key}]` : [place, key].filter(Boolean).join('.'),
      ),
    );
  }
  if (before === undefined) return leaves(after, place).map(([name, value]) => `${name} is set to ${words(value)}`);
  if (after === undefined)
    return leaves(before, place).map(([name, value]) => `${name}, which was ${words(value)}, is no longer set`);
  return [`${place} changes from ${words(before)} to ${words(after)}`];
}

function leaves(value: unknown, place: string): [string, unknown][] {
  if (!isParent(value) || Array.isArray(value) || Object.keys(value).length === 0) return [[place, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [place, key].filter(Boolean).join('.')));
}

/** Lists of single values are one value. */
function isParent(value: unknown): value is Record<string, unknown> {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object');
  return typeof value === 'object' && value !== null;
}

export function words(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
