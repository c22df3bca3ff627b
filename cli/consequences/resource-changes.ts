import * as fs from 'fs';
import { isDeepStrictEqual } from 'util';
import { assetPath } from '../../lib/assets';
import { Resource, Template } from '../local/intrinsics';

/** What CloudFormation does with a resource. */
export type Fate = 'added' | 'removed' | 'replaced' | 'updated';

export interface ResourceChange {
  readonly id: string;
  readonly type: string;
  readonly fate: Fate;
  /** Names of the properties that change, also because they refer to a resource that is replaced. */
  readonly properties: string[];
  readonly before?: Resource;
  readonly after?: Resource;
}

/** The resources of a stack that change, by logical id. */
export function resourceChanges(before: Template, after: Template): Map<string, ResourceChange> {
  const [old, fresh] = [before.Resources ?? {}, after.Resources ?? {}];
  const changes = new Map<string, ResourceChange>();
  // A replaced resource changes those that refer to it, which may replace them as well: so until nothing is added.
  for (let known = -1; known < countReplaced(changes);) {
    known = countReplaced(changes);
    for (const id of Object.keys(fresh).filter((each) => each in old)) {
      const change = changeOf(id, old[id], fresh[id], changes);
      if (change) changes.set(id, change);
    }
  }
  for (const [id, { Type: type }] of Object.entries(fresh)) {
    if (!(id in old)) changes.set(id, { id, type, fate: 'added', properties: [], after: fresh[id] });
  }
  for (const [id, { Type: type }] of Object.entries(old)) {
    if (!(id in fresh)) changes.set(id, { id, type, fate: 'removed', properties: [], before: old[id] });
  }
  return changes;
}

/** Whether nothing of a resource changes but its tags. */
export function changesOnlyTags({ fate, properties }: ResourceChange): boolean {
  return fate === 'updated' && properties.every((name) => name === 'Tags');
}

function countReplaced(changes: Map<string, ResourceChange>): number {
  return [...changes.values()].filter(({ fate }) => fate === 'replaced').length;
}

function changeOf(
  id: string,
  before: Resource,
  after: Resource,
  known: Map<string, ResourceChange>,
): ResourceChange | undefined {
  const [old, fresh] = [before.Properties ?? {}, after.Properties ?? {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  const isReplaced = (other: string): boolean => known.get(other)?.fate === 'replaced';
  const properties = names.filter(
    (name) => !isDeepStrictEqual(old[name], fresh[name]) || referencesOf(fresh[name]).some(isReplaced),
  );
  if (properties.length === 0) return undefined;
  const replacing = replacingProperties()[after.Type] ?? [];
  const fate = properties.some((name) => replacing.includes(name)) ? 'replaced' : 'updated';
  return { id, type: after.Type, fate, properties, before, after };
}

let table: Record<string, string[]> | undefined;

/** Made of CloudFormation's resource specification when the command is bundled (scripts/replacing-properties.ts). */
function replacingProperties(): Record<string, string[]> {
  table ??= JSON.parse(fs.readFileSync(assetPath('cli', 'replacing-properties.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  return table;
}

/** Logical ids that a value refers to. */
export function referencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    if (key === 'Fn::GetAtt') return [Array.isArray(inner) ? String(inner[0]) : String(inner).split('.')[0]];
    if (key === 'Fn::Sub' && typeof inner === 'string') return placeholdersOf(inner);
    if (key === 'Fn::Sub' && Array.isArray(inner))
      return [...placeholdersOf(String(inner[0])), ...referencesOf(inner[1])];
    return referencesOf(inner);
  });
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\$\{([^{}!.]+)/g)].map(([, name]) => name);
}
