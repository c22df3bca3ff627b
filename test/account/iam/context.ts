/**
 * Determines the values of condition keys from the input of a request. `authorization-reference.ts` selects the keys that apply to a
 * resource.
 */
import type { Call } from '../call';
import type { AccountRegion } from './access';
import type { Context } from './registered-resources';

type Input = Readonly<Record<string, unknown>>;

/** For each service, its condition keys with their values in a request. Undefined values are removed later. */
const SERVICE_KEYS: Readonly<Record<string, (input: Input, accountRegion: AccountRegion) => Record<string, unknown>>> =
  {
    cloudwatch: ({ Namespace }) => ({ 'cloudwatch:namespace': Namespace }),
    'application-autoscaling': ({ ServiceNamespace, ScalableDimension }) => ({
      'application-autoscaling:service-namespace': ServiceNamespace,
      'application-autoscaling:scalable-dimension': ScalableDimension,
    }),
    ec2: ({ AWSService, Permission }, { region }) => ({
      'ec2:Region': region,
      'ec2:AuthorizedService': AWSService,
      'ec2:Permission': Permission,
    }),
    kms: (input, accountRegion) => ({
      'kms:CallerAccount': accountRegion.accountId,
      'kms:ViaService': input.ViaService,
      'kms:GrantIsForAWSResource': input.GrantIsForAWSResource,
      'kms:GrantOperations': input.Operations,
      'kms:GranteePrincipal': input.GranteePrincipal,
      ...encryptionContext(input.EncryptionContext as Record<string, string> | undefined),
    }),
    sagemaker: ({ TargetModel, EnableNetworkIsolation, VpcConfig }) => ({
      'sagemaker:TargetModel': TargetModel,
      'sagemaker:NetworkIsolation': EnableNetworkIsolation,
      'sagemaker:VpcSubnets': (VpcConfig as { Subnets?: string[] } | undefined)?.Subnets,
      'sagemaker:VpcSecurityGroupIds': (VpcConfig as { SecurityGroupIds?: string[] } | undefined)?.SecurityGroupIds,
    }),
    ssm: ({ Overwrite }) => ({ 'ssm:Overwrite': Overwrite }),
  };

/** The condition keys that every request has. */
export function globalContext(roleArn: string, { accountId, region }: AccountRegion): Context {
  return {
    'aws:PrincipalArn': roleArn,
    'aws:PrincipalAccount': accountId,
    'aws:PrincipalType': 'AssumedRole',
    'aws:PrincipalIsAWSService': 'false',
    'aws:ViaAWSService': 'false',
    'aws:RequestedRegion': region,
    'aws:SecureTransport': 'true',
  };
}

/** The condition keys of a request that a service sends on behalf of its caller (IAM user guide, "Forward access sessions"). */
export function calledVia(service: string): Context {
  return {
    'aws:ViaAWSService': 'true',
    'aws:CalledVia': [service],
    'aws:CalledViaFirst': service,
    'aws:CalledViaLast': service,
  };
}

export function contextOf(service: string, call: Call, accountRegion: AccountRegion): Context {
  return withoutUndefined({
    ...SERVICE_KEYS[service]?.(call.input, accountRegion),
    ...requestTags(call.input.Tags ?? call.input.tags),
  });
}

/** The condition keys for the tags in a request, which can be a list or a map. */
function requestTags(tags: unknown): Record<string, unknown> {
  if (tags === undefined || tags === null) return {};
  const pairs = Array.isArray(tags)
    ? (tags as { Key: string; Value: string }[]).map(({ Key, Value }) => [Key, Value] as const)
    : Object.entries(tags as Record<string, string>);
  if (pairs.length === 0) return {};
  return {
    'aws:TagKeys': pairs.map(([key]) => key),
    ...Object.fromEntries(pairs.map(([key, value]) => [`aws:RequestTag/${key}`, value])),
  };
}

export function encryptionContext(pairs: Readonly<Record<string, string>> = {}): Record<string, unknown> {
  const keys = Object.keys(pairs);
  return {
    'kms:EncryptionContextKeys': keys.length === 0 ? undefined : keys,
    ...Object.fromEntries(keys.map((key) => [`kms:EncryptionContext:${key}`, pairs[key]])),
  };
}

export function withoutUndefined(values: Readonly<Record<string, unknown>>): Context {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, Array.isArray(value) ? value.map(String) : String(value)]],
    ),
  );
}
