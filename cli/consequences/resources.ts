import { evaluateIntrinsics, Resource, Template } from '../assembly/intrinsics';
import { formatCount, joinWords } from '../output/words';
import { Consequence } from './consequence';
import { changesOnlyTags, referencesOf, ResourceChange } from './resource-changes';

/** Resource types whose data is lost when the resource is deleted, with their names in sentences. */
const DATA_TYPES: Record<string, string> = {
  'AWS::Logs::LogGroup': 'log group',
  'AWS::S3::Bucket': 'bucket',
  'AWS::DynamoDB::Table': 'table',
  'AWS::EFS::FileSystem': 'file system',
  'AWS::KMS::Key': 'key',
  'AWS::ECR::Repository': 'image repository',
};

/** Resource types whose changes do not affect a running fleet (the instances of an endpoint), with their names in sentences. */
const NON_FLEET_TYPES: Record<string, string> = {
  'AWS::CloudWatch::Alarm': 'alarm',
  'AWS::CloudWatch::CompositeAlarm': 'composite alarm',
  'AWS::CloudWatch::Dashboard': 'dashboard',
  'AWS::Lambda::Function': 'function',
  'AWS::Events::Rule': 'rule',
  'AWS::Logs::LogGroup': 'log group',
  'AWS::Logs::MetricFilter': 'metric filter',
  'AWS::EC2::SecurityGroup': 'security group',
  'AWS::S3::Bucket': 'bucket',
  'AWS::SNS::Topic': 'topic',
};

/** Describes data that a deployment deletes, or leaves in the account outside of any stack. */
export function dataConsequences(changes: ResourceChange[]): Consequence[] {
  return changes
    .filter(({ type, action }) => type in DATA_TYPES && (action === 'removed' || action === 'replaced'))
    .map(({ id, type, action, before }) => {
      const policy = (action === 'removed' ? before?.DeletionPolicy : before?.UpdateReplacePolicy) ?? 'Delete';
      const name = `The ${DATA_TYPES[type]} ${nameOf(id, before)}`;
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
export function nameCollisions(changes: ResourceChange[], before: Template, after: Template): Consequence[] {
  const deletedResources = changes.filter(({ action }) => action === 'removed' || action === 'replaced');
  const isRemovedOrReplaced = (id: string): boolean => deletedResources.some((other) => other.id === id);
  return changes
    .filter(({ action }) => action === 'added' || action === 'replaced')
    .flatMap(({ id, type, after: newResource }) => {
      const name = physicalName(type, newResource, after);
      // A name that refers to a removed or replaced resource also changes, so the name does not collide.
      const conflictingResource =
        name &&
        !referencesOf(nameProperty(type, newResource)).some(isRemovedOrReplaced) &&
        deletedResources.find((other) => other.type === type && physicalName(type, other.before, before) === name);
      if (!conflictingResource) return [];
      const sentence = `The deployment fails: CloudFormation creates ${id} (${type}) before it deletes ${conflictingResource.id === id ? 'the old one' : conflictingResource.id}, and both are named ${name}.`;
      return [{ about: 'failure' as const, sentence, facts: { resource: id, type, name } }];
    });
}

/** Counts the changes to resources that do not affect the fleet, in one sentence. */
export function otherResourceConsequences(changes: ResourceChange[]): Consequence[] {
  const phrases = ['added', 'changed in place', 'only tags', 'replaced', 'removed'].flatMap((operation) => {
    const kinds = Object.entries(NON_FLEET_TYPES).flatMap(([type, noun]) => {
      const count = changes.filter((change) => change.type === type && describeAction(change) === operation).length;
      return count > 0 ? [formatCount(count, noun)] : [];
    });
    return kinds.length > 0 ? [`${operation}: ${joinWords(kinds)}`] : [];
  });
  if (phrases.length === 0) return [];
  return [{ about: 'otherResources', sentence: `In addition to the fleet: ${phrases.join('; ')}.` }];
}

function describeAction(change: ResourceChange): string {
  if (change.action !== 'updated') return change.action;
  return changesOnlyTags(change) ? 'only tags' : 'changed in place';
}

/** The name of a resource in the template; undefined if CloudFormation generates the name. */
function physicalName(type: string, resource: Resource | undefined, template: Template): string | undefined {
  const value = nameProperty(type, resource);
  return value === undefined ? undefined : String(evaluateIntrinsics(value, template));
}

function nameProperty(type: string, resource: Resource | undefined): unknown {
  const { [`${type.split('::').at(-1)}Name`]: name, Name: genericName } = resource?.Properties ?? {};
  return name ?? genericName;
}

function nameOf(id: string, resource: Resource | undefined): string {
  const kind = resource?.Type.split('::').at(-1) ?? '';
  const name = resource?.Properties?.[`${kind}Name`];
  return typeof name === 'string' ? name : id;
}
