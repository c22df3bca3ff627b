/** Everything that must be allowed for a request. */
import type { World } from '../world';
import type { Access, Place, RoleCall } from './access';
import { actionOf, resourcesOf } from './actions';
import { type AlsoNeeded, alsoNeeded } from './also-needed';
import { HEAD_DECRYPTS } from './behaviours';
import { calledVia, contextOf, encryptionContext, globalContext, present } from './context';
import type { Context, ProtectedResources } from './resources';
import { type S3Need, s3Needs } from './s3-actions';

export async function accessesOf(
  call: RoleCall,
  roleArn: string,
  place: Place,
  resources: ProtectedResources,
  switches: Pick<World, 'assumes'>,
): Promise<AlsoNeeded[]> {
  if (retiresGrant(call)) return [];
  const shared = globalContext(roleArn, place);
  const asked =
    call.service === 's3' ? s3Accesses(call, place, resources, switches) : await ownAccesses(call, place, resources);
  return [...asked, ...alsoNeeded(call, place)].map((access: AlsoNeeded) => ({
    ...access,
    context: {
      ...shared,
      'aws:ResourceAccount': accountOf(access.resource, place),
      ...resources.get(access.resource)?.context,
      ...access.context,
    },
  }));
}

async function ownAccesses(call: RoleCall, place: Place, known: ProtectedResources): Promise<Access[]> {
  const action = await actionOf(call);
  const resources = (await resourcesOf(action, call, place)).map((arn) => known.owned(arn));
  const context = { ...contextOf(action.split(':')[0], call, place), ...onBehalf(call, place) };
  return withComposites(action, call, place, resources).map((resource) => ({ action, resource, context }));
}

/**
 * DescribeAlarms returns composite alarms only to a permission "scoped to *" (CloudWatch API). A request for nothing but
 * composite alarms is judged so; one that names alarms of both types is judged by their names, and CloudWatch leaves the
 * composite ones out unless the caller may describe all.
 */
function withComposites(action: string, call: RoleCall, { accountId, region }: Place, resources: string[]): string[] {
  const types = [call.input.AlarmTypes ?? []].flat();
  if (action !== 'cloudwatch:DescribeAlarms' || types.length !== 1 || types[0] !== 'CompositeAlarm') return resources;
  return [`arn:aws:cloudwatch:${region}:${accountId}:alarm:*`];
}

/** How KMS sees that SageMaker uses a key in the name of a role (KMS developer guide, `kms:ViaService`). */
function onBehalf({ service, operation, principal, via }: RoleCall, { region }: Place): Context {
  if (via !== undefined) return calledVia(via);
  if (service !== 'kms' || principal.service !== 'sagemaker.amazonaws.com') return {};
  return {
    'kms:ViaService': `sagemaker.${region}.amazonaws.com`,
    'aws:ViaAWSService': 'true',
    ...(operation === 'CreateGrant' ? { 'kms:GrantIsForAWSResource': 'true' } : {}),
  };
}

/** Who may retire a grant is written in the grant (KMS developer guide, "Retiring and revoking grants"). */
function retiresGrant({ service, operation }: RoleCall): boolean {
  return service === 'kms' && operation === 'RetireGrant';
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
    return [access, ...kmsAccesses(need, resource, place, resources, call.input)];
  });
}

/** What S3 does with a key in the name of the caller ("Using SSE-KMS", S3 user guide). */
function kmsAccesses(
  need: S3Need,
  object: string,
  place: Place,
  resources: ProtectedResources,
  input: RoleCall['input'],
): Access[] {
  const bucket = `arn:aws:s3:::${need.bucket}`;
  const kmsKeyArn = need.data === 'writes' ? keyToWriteWith(bucket, place, resources, input) : keyOf(bucket, resources);
  if (kmsKeyArn === undefined || need.data === undefined) return [];
  const bucketKey = resources.get(bucket)?.bucketKey ?? false;
  const context: Context = present({
    'kms:ViaService': `s3.${place.region}.amazonaws.com`,
    'kms:CallerAccount': kmsKeyArn.split(':')[4],
    'aws:ViaAWSService': 'true',
    'aws:CalledVia': ['s3.amazonaws.com'],
    ...encryptionContext({ 'aws:s3:arn': bucketKey ? bucket : object }),
  });
  const actions = { reads: ['Decrypt'], writes: ['GenerateDataKey'], 'writes part': ['GenerateDataKey', 'Decrypt'] };
  return actions[need.data].map((action) => ({ action: `kms:${action}`, resource: kmsKeyArn, context }));
}

function keyOf(bucket: string, resources: ProtectedResources): string | undefined {
  return resources.get(bucket)?.kmsKeyArn;
}

/** The encryption that the request names, or else the bucket's. */
function keyToWriteWith(
  bucket: string,
  { accountId, region }: Place,
  resources: ProtectedResources,
  { ServerSideEncryption, SSEKMSKeyId }: RoleCall['input'],
): string | undefined {
  if (ServerSideEncryption === 'AES256') return undefined;
  if (typeof SSEKMSKeyId !== 'string') return keyOf(bucket, resources);
  return SSEKMSKeyId.startsWith('arn:') ? SSEKMSKeyId : `arn:aws:kms:${region}:${accountId}:key/${SSEKMSKeyId}`;
}

/** The account in an ARN; of buckets, which have none in theirs, and of `*`, this one. */
function accountOf(resource: string, { accountId }: Place): string {
  const account = resource.split(':')[4];
  return account === undefined || account === '' ? accountId : account;
}
