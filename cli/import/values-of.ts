import { isObject } from '../input/shape';

/** The different texts of all fields with a name, also inside other fields. */
export function valuesOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => valuesOf(name, each)))];
  if (!isObject(value)) return [];
  const found = Object.entries(value).flatMap(([key, each]) => {
    if (key !== name) return valuesOf(name, each);
    return [each].flat().filter((text): text is string => typeof text === 'string');
  });
  return [...new Set(found)];
}
