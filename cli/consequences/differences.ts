import { isDeepStrictEqual } from 'util';
import { ModelConfig } from '../../lib/model-config';
import { PublishedFile } from '../assembly/publications';

/** Describes the differences between two values, with a phrase for each field: `a.b changes from 1 to 2`. */
export function differences(before: unknown, after: unknown, field = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (hasFields(before) && hasFields(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(
        before[key],
        after[key],
        Array.isArray(after) ? `${field}[${key}]` : [field, key].filter(Boolean).join('.'),
      ),
    );
  }
  if (before === undefined)
    return leafValues(after, field).map(([name, value]) => `${name} is set to ${toText(value)}`);
  if (after === undefined)
    return leafValues(before, field).map(([name, value]) => `${name}, which was ${toText(value)}, is no longer set`);
  return [`${field} changes from ${toText(before)} to ${toText(after)}`];
}

/** Replaces the path of a field at the beginning of each phrase by the library's name of the field, or by the last part of the path. */
export function renameFields(phrases: string[], libraryNames: Record<string, string>): string[] {
  return phrases.map((phrase) =>
    phrase.replace(/^[\w.]+/, (path) => {
      const name = path.slice(path.lastIndexOf('.') + 1);
      return libraryNames[name] ?? name;
    }),
  );
}

/** The values in an object that have no fields, each with its path. */
function leafValues(value: unknown, field: string): [string, unknown][] {
  if (!hasFields(value) || Array.isArray(value) || Object.keys(value).length === 0) return [[field, value]];
  return Object.entries(value).flatMap(([key, inner]) => leafValues(inner, [field, key].filter(Boolean).join('.')));
}

/** Whether the fields of an object or the items of a list are compared one by one. A list without objects is compared as a single value. */
function hasFields(value: unknown): value is Record<string, unknown> {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object');
  return typeof value === 'object' && value !== null;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Describes the changed files of models, with a phrase for each: `max_batch_size changes from 16 to 8 in config.pbtxt`. The files of the Python
 * packages of a model have one phrase.
 */
export function fileChanges(before: Map<string, PublishedFile>, after: Map<string, PublishedFile>): string[] {
  const changes = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const [oldFile, newFile] = [before.get(path), after.get(path)];
    if (oldFile?.package !== undefined || newFile?.package !== undefined)
      return oldFile?.contentId === newFile?.contentId ? [] : [`the Python packages of ${path.split('/')[0]} change`];
    if (!oldFile) return [`${path} is added`];
    if (!newFile) return [`${path} is removed`];
    if (oldFile.contentId === newFile.contentId) return [];
    const settings = settingChanges(oldFile, newFile);
    return settings.length > 0 ? settings.map((change) => `${change} in ${path}`) : [`${path} has different content`];
  });
  return [...new Set(changes)];
}

function settingChanges(before: PublishedFile, after: PublishedFile): string[] {
  if (before.text === undefined || after.text === undefined) return [];
  try {
    return differences(ModelConfig.fromText(before.text).toJson(), ModelConfig.fromText(after.text).toJson());
  } catch {
    return []; // not a configuration, or one with fields of a newer release
  }
}
