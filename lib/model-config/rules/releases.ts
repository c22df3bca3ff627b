import { FIRST_RELEASE } from '../schema/field';
import { enums, messages } from '../schema/schema';
import { ConfigRule } from './context';
import { RuleFinding } from '../../findings/rule';

type Values = { readonly [field: string]: unknown };

export const releaseRules: ConfigRule[] = [
  {
    id: 'parse.field-since',
    check: (config, { release }) => newerThan(release, 'ModelConfig', config as unknown as Values, ''),
  },
];

const newest = new Map<string, string>();

/** Release of the newest that a value of this type can hold, however deep. */
function newestIn(type: string): string {
  const known = newest.get(type);
  if (known) {
    return known;
  }
  const releases = [
    FIRST_RELEASE,
    ...Object.values(enums[type]?.since ?? {}),
    ...Object.values(messages[type] ?? {}).flatMap((field) => [field.since, newestIn(field.type)]),
  ];
  const latest = releases.reduce<string>((a, b = '') => (a > b ? a : b), '');
  newest.set(type, latest);
  return latest;
}

function* newerThan(release: string, type: string, message: Values, path: string): Iterable<RuleFinding> {
  if (release >= newestIn(type)) {
    return;
  }
  for (const [name, field] of Object.entries(messages[type])) {
    const value = message[name];
    if (isUnset(value, field.type)) {
      continue;
    }
    const since = field.since ?? FIRST_RELEASE;
    if (since > release) {
      yield { field: path + name, message: tooNew(`field ${name}`, since, release) };
    } else if (field.label === 'one') {
      yield* within(release, field.type, value, path + name);
    } else {
      const elements =
        field.label === 'map' ? [...(value as Map<string, unknown>)] : Object.entries(value as unknown[]);
      for (const [key, element] of elements) {
        yield* within(release, field.type, element, `${path}${name}[${key}]`);
      }
    }
  }
}

function* within(release: string, type: string, value: unknown, path: string): Iterable<RuleFinding> {
  if (type in messages) {
    yield* newerThan(release, type, value as Values, `${path}.`);
  } else if (type in enums) {
    const since = enums[type].since[value as string] ?? FIRST_RELEASE;
    if (since > release) {
      yield { field: path, message: tooNew(String(value), since, release) };
    }
  }
}

/** In proto3, a plain value equal to its default is not on record. */
function isUnset(value: unknown, type: string): boolean {
  if (value === undefined || value === '' || value === false || value === 0 || value === 0n) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.length === 0;
  }
  return value instanceof Map ? value.size === 0 : value === enums[type]?.values[0];
}

function tooNew(what: string, since: string, release: string): string {
  return (
    `${what} requires Triton ${since} or newer, and ${release} cannot read a config.pbtxt that contains it; ` +
    `use release ${since} or newer, or leave it out`
  );
}
