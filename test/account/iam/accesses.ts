/** Everything that must be allowed for a request. */
import type { World } from '../world';
import type { Access, Place, RoleCall } from './access';
import { actionOf, resourcesOf } from './actions';
import { HEAD_DECRYPTS } from './behaviours';
import { contextOf, encryptionContext, globalContext, present } from './context';
import type { Context, ProtectedResources } from './resources';
import { type S3Need, s3Needs } from './s3-actions';

export async function accessesOf(
  call: RoleCall,
  roleArn: string,
  place: Place,
  resources: ProtectedResources,
  switches: Pick<World, 'assumes'>,
): Promise<Access[]> {
  const shared = globalContext(roleArn, place);
  const asked = call.service === 's3' ? s3Accesses(call, place, resources, switches) : await ownAccesses(call, place);
  return [...asked, ...passedRoles(call, place)].map(({ action, resource, context }) => ({
    action,
    resource,
    context: {
      ...shared,
      'aws:ResourceAccount': accountOf(resource, place),
      ...resources.get(resource)?.context,
      ...context,
    },
  }));
}

async function ownAccesses(call: RoleCall, place: Place): Promise<Access[]> {
  const action = await actionOf(call);
  const resources = await resourcesOf(action, call, place);
  const context = contextOf(action.split(':')[0], call, place);
  return withComposites(action, call, place, resources).map((resource) => ({ action, resource, context }));
}

/**
 * DescribeAlarms returns composite alarms only to a permission "scoped to *" (CloudWatch API): to ask for them is
 * judged as if all alarms were asked for.
 */
function withComposites(action: string, call: RoleCall, { accountId, region }: Place, resources: string[]): string[] {
  const composite = [call.input.AlarmTypes].flat().includes('CompositeAlarm');
  if (action !== 'cloudwatch:DescribeAlarms' || !composite) return resources;
  return [`arn:aws:cloudwatch:${region}:${accountId}:alarm:*`];
}

function s3Accesses(
  call: RoleCall,
  place: Place,
  resources: ProtectedResources,
  switches: Pick<World, 'assumes'>,
): Access[] {
  const needs = s3Needs(call.operation, call.input);
  if (needs === undefined) {
    throw new Error(`No permission is known for S3 ${call.operation}: add it to test/account/iam/s3-actions.ts.`);
  }
  return needs.flatMap((need) => {
    const resource = `arn:aws:s3:::${need.bucket}${need.key === undefined ? '' : `/${need.key}`}`;
    const access = { action: `s3:${need.action}`, resource, context: need.context ?? {} };
    if (call.operation === 'HeadObject' && !switches.assumes(HEAD_DECRYPTS)) return [access];
    return [access, ...kmsAccesses(need, resource, place, resources)];
  });
}

/** What S3 does with the key of an encrypted bucket, in the name of the caller ("Using SSE-KMS", S3 user guide). */
function kmsAccesses(need: S3Need, object: string, { region }: Place, resources: ProtectedResources): Access[] {
  const bucket = `arn:aws:s3:::${need.bucket}`;
  const { kmsKeyArn, bucketKey = false } = resources.get(bucket) ?? {};
  if (kmsKeyArn === undefined || need.data === undefined) return [];
  const context: Context = present({
    'kms:ViaService': `s3.${region}.amazonaws.com`,
    'kms:CallerAccount': kmsKeyArn.split(':')[4],
    'aws:ViaAWSService': 'true',
    'aws:CalledVia': ['s3.amazonaws.com'],
    ...encryptionContext({ 'aws:s3:arn': bucketKey ? bucket : object }),
  });
  const actions = { reads: ['Decrypt'], writes: ['GenerateDataKey'], 'writes part': ['GenerateDataKey', 'Decrypt'] };
  return actions[need.data].map((action) => ({ action: `kms:${action}`, resource: kmsKeyArn, context }));
}

/** Services that take a role from a request, by the prefix of their permissions. */
const PASSED_TO: Readonly<Record<string, string>> = {
  sagemaker: 'sagemaker.amazonaws.com',
  lambda: 'lambda.amazonaws.com',
  states: 'states.amazonaws.com',
  events: 'events.amazonaws.com',
};

/** Requests that hand over a role need iam:PassRole for it (API models: "the caller … must have the iam:PassRole permission"). */
function passedRoles({ service, input }: RoleCall, { accountId }: Place): Access[] {
  const passedTo = PASSED_TO[service];
  if (passedTo === undefined) return [];
  return ['ExecutionRoleArn', 'RoleArn', 'Role', 'roleArn']
    .map((member) => input[member])
    .filter((role): role is string => typeof role === 'string' && role.startsWith('arn:'))
    .filter((role) => role.includes(`:iam::${accountId}:role/`))
    .map((resource) => ({ action: 'iam:PassRole', resource, context: { 'iam:PassedToService': passedTo } }));
}

/** The account in an ARN; of buckets, which have none in theirs, and of `*`, this one. */
function accountOf(resource: string, { accountId }: Place): string {
  const account = resource.split(':')[4];
  return account === undefined || account === '' ? accountId : account;
}
