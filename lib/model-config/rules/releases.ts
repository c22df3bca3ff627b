import { releaseOrNewer } from '../../facts/triton-releases';
import { FIRST_RELEASE } from '../schema/field';
import { enums, messages } from '../schema/schema';
import { ConfigRule } from './context';
import { RuleFinding } from '../../findings/rule';

type Values = { readonly [field: string]: unknown };

export const releaseRules: ConfigRule[] = [
  {
    id: 'parse.field-since',
    check: (config, { release }) => checkMessage(release, 'ModelConfig', config as unknown as Values, ''),
  },
];

const newestReleaseByType = new Map<string, string>();

/** Returns the release of the newest field or enum value in a type, including nested types. */
function newestReleaseIn(type: string): string {
  const cached = newestReleaseByType.get(type);
  if (cached) {
    return cached;
  }
  const releases = [
    FIRST_RELEASE,
    ...Object.values(enums[type]?.since ?? {}),
    ...Object.values(messages[type] ?? {}).flatMap((field) => [field.since, newestReleaseIn(field.type)]),
  ];
  const newest = releases.reduce<string>((a, b = '') => (a > b ? a : b), '');
  newestReleaseByType.set(type, newest);
  return newest;
}

function* checkMessage(release: string, type: string, message: Values, path: string): Iterable<RuleFinding> {
  if (release >= newestReleaseIn(type)) {
    return;
  }
  for (const [name, field] of Object.entries(messages[type])) {
    const value = message[name];
    if (isUnset(value, field.type)) {
      continue;
    }
    const since = field.since ?? FIRST_RELEASE;
    if (since > release) {
      yield { field: path + name, message: tooNewMessage(`field ${name}`, since, release) };
    } else if (field.label === 'singular') {
      yield* checkValue(release, field.type, value, path + name);
    } else {
      const elements =
        field.label === 'map' ? [...(value as Map<string, unknown>)] : Object.entries(value as unknown[]);
      for (const [key, element] of elements) {
        yield* checkValue(release, field.type, element, `${path}${name}[${key}]`);
      }
    }
  }
}

function* checkValue(release: string, type: string, value: unknown, path: string): Iterable<RuleFinding> {
  if (type in messages) {
    yield* checkMessage(release, type, value as Values, `${path}.`);
  } else if (type in enums) {
    const since = enums[type].since[value as string] ?? FIRST_RELEASE;
    if (since > release) {
      yield { field: path, message: tooNewMessage(String(value), since, release) };
    }
  }
}

/** Whether a value is not set. In proto3, a scalar with its default value is not stored. */
function isUnset(value: unknown, type: string): boolean {
  if (value === undefined || value === '' || value === false || value === 0 || value === 0n) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.length === 0;
  }
  return value instanceof Map ? value.size === 0 : value === enums[type]?.values[0];
}

function tooNewMessage(subject: string, since: string, release: string): string {
  return (
    `${subject} requires Triton ${since} or newer, and ${release} cannot read a config.pbtxt that contains it; ` +
    `use release ${releaseOrNewer(since)}, or leave it out`
  );
}
