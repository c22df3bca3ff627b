import { Difference, fullDiff, ResourceDifference, ResourceImpact, TemplateDiff } from '@aws-cdk/cloudformation-diff';
import { isDeepStrictEqual } from 'util';
import { renamesBetween } from './renames';
import { Resource, Template, withoutHashes, withoutTimestamps } from './template';
import { valueChanges } from './value-changes';

/** Describes the changes to a stack. A template is undefined if the stack does not exist. */
export function stackChanges(stack: string, before?: Template, after?: Template): string[] {
  if (!before) return [`${stack}: new stack, ${sizeOf(after)}`];
  if (!after) return [`${stack}: no such stack any more, had ${sizeOf(before)}`];
  const [oldTemplate, newTemplate] = [withoutTimestamps(before), withoutTimestamps(after)];
  const hashes = hashChanges(oldTemplate, newTemplate);
  const otherChanges = templateChanges(withoutHashes(oldTemplate), withoutHashes(newTemplate));
  if (otherChanges.length === 0) {
    return [
      `${stack}: ${hashes ?? (isDeepStrictEqual(oldTemplate, newTemplate) ? 'no difference' : 'only hashes changed')}`,
    ];
  }
  return [`${stack}:`, ...(hashes ? [hashes, ...otherChanges] : otherChanges).map((line) => `  ${line}`)];
}

function sizeOf(template: Template = {}): string {
  return counted(Object.keys(template.Resources ?? {}).length, 'resource');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Counts the resources of which only hashes of contents changed. */
function hashChanges(before: Template, after: Template): string | undefined {
  const counts = new Map<string, number>();
  for (const [id, { Type, Properties }] of Object.entries(after.Resources ?? {})) {
    const old = before.Resources?.[id]?.Properties;
    const isChanged =
      old &&
      Object.keys(old).some(
        (name) =>
          !isDeepStrictEqual(old[name], Properties?.[name]) &&
          isDeepStrictEqual(withoutHashes([old[name]]), withoutHashes([Properties?.[name]])),
      );
    if (isChanged) counts.set(Type, (counts.get(Type) ?? 0) + 1);
  }
  const descriptions = [...counts].map(([type, count]) =>
    type === 'AWS::Lambda::Function'
      ? `code of ${counted(count, 'function')} changed`
      : `hashes in ${count} ${type} changed`,
  );
  return descriptions.length > 0 ? descriptions.join(', ') : undefined;
}

function templateChanges(before: Template, after: Template): string[] {
  const diff = fullDiff(before, after);
  const renames = renamesBetween(before, after);
  const renamedIds = new Set([...renames].flat());
  const lines = [...renames].map(
    ([old, id]) => `renamed ${nameOf(id, after.Resources?.[id])}, was ${old}: the old one is removed, a new one made`,
  );
  diff.resources.forEachDifference((id, change) => {
    if (!renamedIds.has(id)) lines.push(...resourceChanges(id, change));
  });
  return [...lines, ...otherSections(diff)];
}

function resourceChanges(id: string, change: ResourceDifference): string[] {
  if (change.isAddition) return [`added ${nameOf(id, change.newValue)}`];
  if (change.isRemoval) {
    const stays = change.changeImpact === ResourceImpact.WILL_ORPHAN ? ', but it stays in the account' : '';
    return [`removed ${nameOf(id, change.oldValue)}${stays}`];
  }
  const changes = Object.entries({ ...change.propertyUpdates, ...change.otherChanges });
  return [
    `changed ${nameOf(id, change.newValue)}: ${operationOf(change)}`,
    ...changes.flatMap(([name, { oldValue, newValue }]) => valueChanges(name, oldValue, newValue)).map(indented),
  ];
}

function nameOf(id: string, resource: Pick<Resource, 'Type' | 'Metadata'> | undefined): string {
  return [resource?.Metadata?.['aws:cdk:path'], id, `(${resource?.Type})`].filter(Boolean).join(' ');
}

/** The operation of CloudFormation on a changed resource. */
function operationOf({ changeImpact, propertyUpdates }: ResourceDifference): string {
  if (changeImpact === ResourceImpact.WILL_REPLACE) return 'replaced';
  if (changeImpact === ResourceImpact.MAY_REPLACE) return 'replaced or updated in place';
  return Object.keys(propertyUpdates).length > 0 ? 'updated in place' : 'not updated';
}

function otherSections(diff: TemplateDiff): string[] {
  const sections = {
    parameter: diff.parameters.changes,
    output: diff.outputs.changes,
    mapping: diff.mappings.changes,
    condition: diff.conditions.changes,
    metadata: diff.metadata.changes,
    section: diff.unknown.changes,
  };
  const attributes = {
    format: diff.awsTemplateFormatVersion,
    description: diff.description,
    transform: diff.transform,
  };
  return [
    ...Object.entries(sections).flatMap(([kind, changes]) =>
      Object.entries<Difference<unknown>>(changes).flatMap(([id, change]) => sectionChanges(`${kind} ${id}`, change)),
    ),
    ...Object.entries(attributes).flatMap(([kind, change]) => (change ? sectionChanges(kind, change) : [])),
  ];
}

function sectionChanges(name: string, { oldValue, newValue }: Difference<unknown>): string[] {
  return valueChanges(name, oldValue, newValue);
}

function indented(line: string): string {
  return `  ${line}`;
}
