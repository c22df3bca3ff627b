import { resolve, Resource, Template } from '../local/intrinsics';
import { Consequence, counted, listed } from './consequence';
import { changesOnlyTags, referencesOf, ResourceChange } from './resource-changes';

/** Resources whose deletion loses what they hold. */
const DATA: Record<string, string> = {
  'AWS::Logs::LogGroup': 'log group',
  'AWS::S3::Bucket': 'bucket',
  'AWS::DynamoDB::Table': 'table',
  'AWS::EFS::FileSystem': 'file system',
  'AWS::KMS::Key': 'key',
  'AWS::ECR::Repository': 'image repository',
};

/** Resources whose change does nothing to a running fleet. */
const BESIDE: Record<string, string> = {
  'AWS::CloudWatch::Alarm': 'alarm',
  'AWS::CloudWatch::CompositeAlarm': 'composite alarm',
  'AWS::CloudWatch::Dashboard': 'dashboard',
  'AWS::Lambda::Function': 'function',
  'AWS::Events::Rule': 'schedule',
  'AWS::Logs::LogGroup': 'log group',
  'AWS::Logs::MetricFilter': 'metric filter',
  'AWS::EC2::SecurityGroup': 'security group',
  'AWS::S3::Bucket': 'bucket',
  'AWS::SNS::Topic': 'topic',
};

/** Data that a deployment deletes, and data that it leaves in the account without a stack. */
export function dataConsequences(changes: ResourceChange[]): Consequence[] {
  return changes
    .filter(({ type, fate }) => type in DATA && (fate === 'removed' || fate === 'replaced'))
    .map(({ id, type, fate, before }) => {
      const policy = (fate === 'removed' ? before?.DeletionPolicy : before?.UpdateReplacePolicy) ?? 'Delete';
      const name = `The ${DATA[type]} ${nameOf(id, before)}`;
      const how = fate === 'removed' ? 'is removed from the stack' : 'is replaced';
      const facts = { resource: id, type, fate, policy };
      if (isKept(policy))
        return { about: 'data', sentence: `${name} ${how}; the old one is kept in the account (${policy}).`, facts };
      const lost =
        type === 'AWS::S3::Bucket'
          ? 'CloudFormation deletes the old one after the deployment has succeeded, which works only if it is empty'
          : 'what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it';
      return { about: 'data', sentence: `${name} ${how}: ${lost}.`, facts };
    });
}

/** Whether data stays in the account with a policy of CloudFormation. */
export function isKept(policy: unknown): boolean {
  return String(policy).startsWith('Retain') || policy === 'Snapshot';
}

/** New resources with a name that another resource of the stack has until CloudFormation cleans up. */
export function collisions(changes: ResourceChange[], before: Template, after: Template): Consequence[] {
  const held = changes.filter(({ fate }) => fate === 'removed' || fate === 'replaced');
  const isReplaced = (id: string): boolean => held.some((other) => other.id === id);
  return changes
    .filter(({ fate }) => fate === 'added' || fate === 'replaced')
    .flatMap(({ id, type, after: fresh }) => {
      const name = physicalName(type, fresh, after);
      // A name that has the name of a replaced resource in it is another one.
      const holder =
        name &&
        !referencesOf(nameProperty(type, fresh)).some(isReplaced) &&
        held.find((other) => other.type === type && physicalName(type, other.before, before) === name);
      if (!holder) return [];
      const sentence = `The deployment fails: CloudFormation creates ${id} (${type}) before it deletes ${holder.id === id ? 'the old one' : holder.id}, and both are named ${name}.`;
      return [{ about: 'failure' as const, sentence, facts: { resource: id, type, name } }];
    });
}

/** What is changed beside the fleet. */
export function otherResources(changes: ResourceChange[]): Consequence[] {
  const phrases = ['added', 'changed in place', 'only tags', 'replaced', 'removed'].flatMap((what) => {
    const kinds = Object.entries(BESIDE).flatMap(([type, noun]) => {
      const count = changes.filter((change) => change.type === type && whatChanges(change) === what).length;
      return count > 0 ? [counted(count, noun)] : [];
    });
    return kinds.length > 0 ? [`${what}: ${listed(kinds)}`] : [];
  });
  if (phrases.length === 0) return [];
  return [{ about: 'otherResources', sentence: `In addition to the fleet: ${phrases.join('; ')}.` }];
}

function whatChanges(change: ResourceChange): string {
  if (change.fate !== 'updated') return change.fate;
  return changesOnlyTags(change) ? 'only tags' : 'changed in place';
}

/** The name that a resource is given in the template; undefined where CloudFormation makes one up. */
function physicalName(type: string, resource: Resource | undefined, template: Template): string | undefined {
  const value = nameProperty(type, resource);
  return value === undefined ? undefined : String(resolve(value, template));
}

function nameProperty(type: string, resource: Resource | undefined): unknown {
  const { [`${type.split('::').at(-1)}Name`]: name, Name: otherwise } = resource?.Properties ?? {};
  return name ?? otherwise;
}

function nameOf(id: string, resource: Resource | undefined): string {
  const kind = resource?.Type.split('::').at(-1) ?? '';
  const name = resource?.Properties?.[`${kind}Name`];
  return typeof name === 'string' ? name : id;
}
