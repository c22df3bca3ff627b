import { Consequence } from './consequence';
import { ResourceChange } from './resource-changes';

/** Resource types whose data is lost when the resource is deleted, with their names in sentences. */
const DATA_TYPES: Record<string, string> = {
  'AWS::Logs::LogGroup': 'log group',
  'AWS::S3::Bucket': 'bucket',
  'AWS::DynamoDB::Table': 'table',
  'AWS::EFS::FileSystem': 'file system',
  'AWS::KMS::Key': 'key',
  'AWS::ECR::Repository': 'image repository',
};

/** Describes data that a deployment deletes, or leaves in the account outside of any stack. */
export function dataConsequences(changes: ResourceChange[]): Consequence[] {
  return changes
    .filter(({ type, action }) => Object.hasOwn(DATA_TYPES, type) && (action === 'removed' || action === 'replaced'))
    .map(({ id, type, action, before }) => {
      const policy = (action === 'removed' ? before?.DeletionPolicy : before?.UpdateReplacePolicy) ?? 'Delete';
      const name = `The ${DATA_TYPES[type]} ${nameOf(type, before?.Properties) ?? id}`;
      const change = action === 'removed' ? 'is removed from the stack' : 'is replaced';
      const facts = { resource: id, type, fate: action, policy };
      if (isKept(policy))
        return { about: 'data', sentence: `${name} ${change}; the old one is kept in the account (${policy}).`, facts };
      const lossText =
        type === 'AWS::S3::Bucket'
          ? 'CloudFormation deletes the old one after the deployment has succeeded, which works only if it is empty'
          : 'what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it';
      return { about: 'data', sentence: `${name} ${change}: ${lossText}.`, facts };
    });
}

/** Whether a deletion policy of CloudFormation keeps the data in the account. */
export function isKept(policy: unknown): boolean {
  return String(policy).startsWith('Retain') || policy === 'Snapshot';
}

/** Describes name collisions: CloudFormation creates a new resource before it deletes the old resource with the same name. */
export function nameCollisions(changes: ResourceChange[]): Consequence[] {
  const deletedResources = changes.filter(({ action }) => action === 'removed' || action === 'replaced');
  return changes
    .filter(({ action }) => action === 'added' || action === 'replaced')
    .flatMap(({ id, type, after }): Consequence[] => {
      const name = nameOf(type, after?.Properties);
      const conflicting =
        name &&
        deletedResources.find((other) => other.type === type && nameOf(type, other.before?.Properties) === name);
      if (!conflicting) return [];
      const sentence = `The deployment fails: CloudFormation creates ${id} (${type}) before it deletes ${conflicting.id === id ? 'the old one' : conflicting.id}, and both are named ${name}.`;
      return [{ about: 'failure', sentence, facts: { resource: id, type, name } }];
    });
}

/** The name of a resource; undefined if the template does not contain it as text. */
function nameOf(type: string, properties: Record<string, unknown> = {}): string | undefined {
  const name = properties[`${type.split('::').at(-1)}Name`] ?? properties.Name;
  return typeof name === 'string' ? name : undefined;
}
