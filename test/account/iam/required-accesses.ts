/** Determines everything that policies must allow for a request: actions on resources, with condition keys. */
import type { Account } from '../account';
import type { Access, AccountRegion, RoleCall } from './access';
import { actionOf, resourcesOf } from './actions';
import { type AdditionalAccess, additionalAccesses } from './additional-accesses';
import { calledVia, contextOf, encryptionContext, globalContext, withoutUndefined } from './context';
import type { Context, RegisteredResources } from './registered-resources';
import { type S3Permission, s3Permissions } from './s3-permissions';

export async function requiredAccesses(
  call: RoleCall,
  roleArn: string,
  accountRegion: AccountRegion,
  resources: RegisteredResources,
  switches: Pick<Account, 'isSwitchedOn'>,
): Promise<AdditionalAccess[]> {
  if (isAllowedByGrant(call)) return [];
  const commonContext = globalContext(roleArn, accountRegion);
  const accesses =
    call.service === 's3'
      ? s3Accesses(call, accountRegion, resources, switches)
      : await accessesOfAction(call, accountRegion, resources);
  return [...accesses, ...additionalAccesses(call, accountRegion)].map((access: AdditionalAccess) => ({
    ...access,
    context: {
      ...commonContext,
      'aws:ResourceAccount': accountOf(access.resource, accountRegion),
      ...resources.get(access.resource)?.context,
      ...access.context,
    },
  }));
}

async function accessesOfAction(
  call: RoleCall,
  accountRegion: AccountRegion,
  resources: RegisteredResources,
): Promise<Access[]> {
  const action = await actionOf(call);
  const arns = (await resourcesOf(action, call, accountRegion)).map((arn) => resources.toOwnersArn(arn));
  const context = {
    ...contextOf(action.split(':')[0], call, accountRegion),
    ...viaServiceContext(call, accountRegion),
  };
  return widenForCompositeAlarms(action, call, accountRegion, arns).map((resource) => ({ action, resource, context }));
}

/**
 * DescribeAlarms returns composite alarms only with a permission "scoped to *" (CloudWatch API), so a request for composite alarms alone
 * requires access to all alarms. A request for both types requires access only to the alarms in the request. Without access to all alarms,
 * CloudWatch then omits the composite alarms.
 */
function widenForCompositeAlarms(
  action: string,
  call: RoleCall,
  { accountId, region }: AccountRegion,
  resources: string[],
): string[] {
  const types = [call.input.AlarmTypes ?? []].flat();
  if (action !== 'cloudwatch:DescribeAlarms' || types.length !== 1 || types[0] !== 'CompositeAlarm') return resources;
  return [`arn:aws:cloudwatch:${region}:${accountId}:alarm:*`];
}

/**
 * Condition keys of a request that a service forwards, or that SageMaker sends to KMS with a role (KMS developer guide, `kms:ViaService`).
 */
function viaServiceContext({ service, operation, principal, via }: RoleCall, { region }: AccountRegion): Context {
  if (via !== undefined) return calledVia(via);
  if (service !== 'kms' || principal.service !== 'sagemaker.amazonaws.com') return {};
  return {
    'kms:ViaService': `sagemaker.${region}.amazonaws.com`,
    'aws:ViaAWSService': 'true',
    ...(operation === 'CreateGrant' ? { 'kms:GrantIsForAWSResource': 'true' } : {}),
  };
}

/**
 * Whether a KMS grant itself allows the request, without a policy. A grant contains the principal that may retire the grant (KMS developer
 * guide, "Retiring and revoking grants").
 */
function isAllowedByGrant({ service, operation }: RoleCall): boolean {
  return service === 'kms' && operation === 'RetireGrant';
}

function s3Accesses(
  call: RoleCall,
  accountRegion: AccountRegion,
  resources: RegisteredResources,
  switches: Pick<Account, 'isSwitchedOn'>,
): Access[] {
  const permissions = s3Permissions(call.operation, call.input);
  if (permissions === undefined) {
    throw new Error(`No permission is known for S3 ${call.operation}: add it to test/account/iam/s3-permissions.ts.`);
  }
  return permissions.flatMap((permission) => {
    const resource = `arn:aws:s3:::${permission.bucket}${permission.key === undefined ? '' : `/${permission.key}`}`;
    const access = { action: `s3:${permission.action}`, resource, context: permission.context ?? {} };
    if (call.operation === 'HeadObject' && !switches.isSwitchedOn('iam.head-object-decrypts')) return [access];
    return [access, ...kmsAccesses(permission, resource, accountRegion, resources, call.input)];
  });
}

/** The KMS permissions for requests that S3 sends to KMS for the caller ("Using SSE-KMS", S3 user guide). */
function kmsAccesses(
  permission: S3Permission,
  objectArn: string,
  accountRegion: AccountRegion,
  resources: RegisteredResources,
  input: RoleCall['input'],
): Access[] {
  const bucket = `arn:aws:s3:::${permission.bucket}`;
  const kmsKeyArn =
    permission.data === 'writes'
      ? keyForWriting(bucket, accountRegion, resources, input)
      : defaultKeyOf(bucket, resources);
  if (kmsKeyArn === undefined || permission.data === undefined) return [];
  const bucketKey = resources.get(bucket)?.hasBucketKey ?? false;
  const context: Context = withoutUndefined({
    'kms:ViaService': `s3.${accountRegion.region}.amazonaws.com`,
    'kms:CallerAccount': kmsKeyArn.split(':')[4],
    'aws:ViaAWSService': 'true',
    'aws:CalledVia': ['s3.amazonaws.com'],
    ...encryptionContext({ 'aws:s3:arn': bucketKey ? bucket : objectArn }),
  });
  const actions = { reads: ['Decrypt'], writes: ['GenerateDataKey'], 'writes part': ['GenerateDataKey', 'Decrypt'] };
  return actions[permission.data].map((action) => ({ action: `kms:${action}`, resource: kmsKeyArn, context }));
}

function defaultKeyOf(bucket: string, resources: RegisteredResources): string | undefined {
  return resources.get(bucket)?.kmsKeyArn;
}

/** The KMS key for a new object: the key in the request or, if there is none, the default key of the bucket. */
function keyForWriting(
  bucket: string,
  { accountId, region }: AccountRegion,
  resources: RegisteredResources,
  { ServerSideEncryption, SSEKMSKeyId }: RoleCall['input'],
): string | undefined {
  if (ServerSideEncryption === 'AES256') return undefined;
  if (typeof SSEKMSKeyId !== 'string') return defaultKeyOf(bucket, resources);
  return SSEKMSKeyId.startsWith('arn:') ? SSEKMSKeyId : `arn:aws:kms:${region}:${accountId}:key/${SSEKMSKeyId}`;
}

/** The account in an ARN. For `*` and for ARNs without an account, such as the ARNs of buckets, the account of the caller. */
function accountOf(resource: string, { accountId }: AccountRegion): string {
  const owner = resource.split(':')[4];
  return owner === undefined || owner === '' ? accountId : owner;
}
