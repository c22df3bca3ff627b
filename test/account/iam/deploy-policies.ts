/** All roles, policies, keys and bucket policies of a template, as CloudFormation makes them. */
import { deployed } from './deployed';
import type { PolicyDocument } from './documents';
import type { StackTemplate } from './example-templates';
import type { Iam } from './iam';
import { roleName } from './access';

type Properties = Readonly<Record<string, unknown>>;

interface InlinePolicy {
  readonly PolicyName: string;
  readonly PolicyDocument: object;
}

export interface Deployed {
  readonly id: string;
  readonly type: string;
  /** Its functions resolved. */
  readonly properties: Properties;
}

/** The resources of a type, with the names that they get. */
export function resourcesOfType(stack: string, template: StackTemplate, type: string): Deployed[] {
  return Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties: given }]) => ({ id, type, properties: deployed(given, stack, template) as Properties }));
}

/** Makes them, and returns the names of the roles. */
export async function deployPolicies(iam: Iam, stack: string, template: StackTemplate): Promise<string[]> {
  const of = (type: string): Deployed[] => resourcesOfType(stack, template, type);
  const send = (operation: string, input: Record<string, unknown>) =>
    iam.handle({ principal: 'deployer', service: 'iam', operation, input });
  const put = (RoleName: string, { PolicyName, PolicyDocument: document }: InlinePolicy) =>
    send('PutRolePolicy', { RoleName, PolicyName, PolicyDocument: JSON.stringify(document) });

  const names: string[] = [];
  for (const { id, properties } of of('AWS::IAM::Role')) {
    const RoleName = roleName(String(deployed({ 'Fn::GetAtt': [id, 'Arn'] }, stack, template)));
    names.push(RoleName);
    await send('CreateRole', {
      RoleName,
      AssumeRolePolicyDocument: JSON.stringify(properties.AssumeRolePolicyDocument),
    });
    for (const policy of (properties.Policies ?? []) as InlinePolicy[]) await put(RoleName, policy);
    for (const PolicyArn of (properties.ManagedPolicyArns ?? []) as string[]) {
      await send('AttachRolePolicy', { RoleName, PolicyArn });
    }
  }
  for (const { properties } of of('AWS::IAM::Policy')) {
    for (const role of properties.Roles as string[]) await put(role, properties as unknown as InlinePolicy);
  }
  for (const { id, properties } of of('AWS::IAM::ManagedPolicy')) {
    const PolicyDocument = JSON.stringify(properties.PolicyDocument);
    const created = (await send('CreatePolicy', { PolicyName: id, PolicyDocument })) as { Policy: { Arn: string } };
    for (const RoleName of properties.Roles as string[]) {
      await send('AttachRolePolicy', { RoleName, PolicyArn: created.Policy.Arn });
    }
  }
  for (const { id, properties } of of('AWS::KMS::Key')) {
    const arn = String(deployed({ 'Fn::GetAtt': [id, 'Arn'] }, stack, template));
    iam.protect(arn, { policy: properties.KeyPolicy as PolicyDocument });
  }
  for (const { id, properties } of of('AWS::S3::Bucket')) {
    const arn = String(deployed({ 'Fn::GetAtt': [id, 'Arn'] }, stack, template));
    const [rule] = rulesOf(properties);
    iam.protect(arn, {
      kmsKeyArn: rule?.ServerSideEncryptionByDefault?.KMSMasterKeyID,
      bucketKey: rule?.BucketKeyEnabled,
    });
  }
  for (const { properties } of of('AWS::S3::BucketPolicy')) {
    iam.protect(`arn:aws:s3:::${String(properties.Bucket)}`, { policy: properties.PolicyDocument as PolicyDocument });
  }
  return names;
}

interface EncryptionRule {
  readonly BucketKeyEnabled?: boolean;
  readonly ServerSideEncryptionByDefault?: { readonly KMSMasterKeyID?: string };
}

function rulesOf({ BucketEncryption }: Properties): EncryptionRule[] {
  const encryption = BucketEncryption as { ServerSideEncryptionConfiguration?: EncryptionRule[] } | undefined;
  return encryption?.ServerSideEncryptionConfiguration ?? [];
}
