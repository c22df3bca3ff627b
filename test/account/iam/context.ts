/** Values of condition keys, from what the input of a request says. Which of them a resource carries is in the reference. */
import type { Call } from '../call';
import type { Place } from './access';
import type { Context } from './resources';

type Input = Readonly<Record<string, unknown>>;

/** Keys of requests to one service. `undefined` values are left out. */
const OF_SERVICE: Readonly<Record<string, (input: Input, place: Place) => Record<string, unknown>>> = {
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
  kms: (input, place) => ({
    'kms:CallerAccount': place.accountId,
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

/** Keys that every request has. */
export function globalContext(roleArn: string, { accountId, region }: Place): Context {
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

/** Of a request that a service sends in the name of its caller (IAM user guide, "Forward access sessions"). */
export function calledVia(service: string): Context {
  return {
    'aws:ViaAWSService': 'true',
    'aws:CalledVia': [service],
    'aws:CalledViaFirst': service,
    'aws:CalledViaLast': service,
  };
}

export function contextOf(service: string, call: Call, place: Place): Context {
  return present({ ...OF_SERVICE[service]?.(call.input, place), ...requestTags(call.input.Tags ?? call.input.tags) });
}

/** Of a list of tags, and of a map. */
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

export function present(values: Readonly<Record<string, unknown>>): Context {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, Array.isArray(value) ? value.map(String) : String(value)]],
    ),
  );
}
