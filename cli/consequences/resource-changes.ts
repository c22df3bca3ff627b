import * as fs from 'fs';
import { isDeepStrictEqual } from 'util';
import { assetPath } from '../../lib/files/assets';
import { Resource, Template } from '../assembly/intrinsics';

/** CloudFormation's change to a resource. */
export type ResourceAction = 'added' | 'removed' | 'replaced' | 'updated';

export interface ResourceChange {
  readonly id: string;
  readonly type: string;
  readonly action: ResourceAction;
  /** The names of changed properties, including properties that refer to a replaced resource. */
  readonly properties: string[];
  readonly before?: Resource;
  readonly after?: Resource;
}

/** The changed resources of a stack, by logical id. */
export function resourceChanges(before: Template, after: Template): Map<string, ResourceChange> {
  const [oldResources, newResources] = [before.Resources ?? {}, after.Resources ?? {}];
  const changes = new Map<string, ResourceChange>();
  // A replaced resource changes the resources that refer to it, which may replace them as well. Repeat until no replacement is added.
  for (let replacedCount = -1; replacedCount < countReplaced(changes);) {
    replacedCount = countReplaced(changes);
    for (const id of Object.keys(newResources).filter((each) => each in oldResources)) {
      const change = changeOf(id, oldResources[id], newResources[id], changes);
      if (change) changes.set(id, change);
    }
  }
  for (const [id, { Type: type }] of Object.entries(newResources)) {
    if (!(id in oldResources)) changes.set(id, { id, type, action: 'added', properties: [], after: newResources[id] });
  }
  for (const [id, { Type: type }] of Object.entries(oldResources)) {
    if (!(id in newResources))
      changes.set(id, { id, type, action: 'removed', properties: [], before: oldResources[id] });
  }
  return changes;
}

/** Whether only the tags of a resource change. */
export function changesOnlyTags({ action, properties }: ResourceChange): boolean {
  return action === 'updated' && properties.every((name) => name === 'Tags');
}

function countReplaced(changes: Map<string, ResourceChange>): number {
  return [...changes.values()].filter(({ action }) => action === 'replaced').length;
}

function changeOf(
  id: string,
  before: Resource,
  after: Resource,
  changes: Map<string, ResourceChange>,
): ResourceChange | undefined {
  const [oldValues, newValues] = [before.Properties ?? {}, after.Properties ?? {}];
  const names = [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])];
  const isReplaced = (other: string): boolean => changes.get(other)?.action === 'replaced';
  const properties = names.filter(
    (name) => !isDeepStrictEqual(oldValues[name], newValues[name]) || referencesOf(newValues[name]).some(isReplaced),
  );
  if (properties.length === 0) return undefined;
  const replacingProperties = replacementProperties()[after.Type] ?? [];
  const action = properties.some((name) => replacingProperties.includes(name)) ? 'replaced' : 'updated';
  return { id, type: after.Type, action, properties, before, after };
}

let cachedReplacementProperties: Record<string, string[]> | undefined;

/** The properties whose changes require replacement, by resource type, generated from the CloudFormation schemas (scripts/replacing-properties.ts). */
function replacementProperties(): Record<string, string[]> {
  cachedReplacementProperties ??= JSON.parse(
    fs.readFileSync(assetPath('cli', 'replacing-properties.json'), 'utf8'),
  ) as Record<string, string[]>;
  return cachedReplacementProperties;
}

/** The logical ids that a value refers to. */
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
