/** Creates the roles, policies, keys and bucket policies of a template in the simulated IAM. */
import { deployedValue } from './deployed-values';
import type { PolicyDocument } from './documents';
import type { StackTemplate } from './example-templates';
import type { Iam } from './iam';
import { roleName } from './access';

type Properties = Readonly<Record<string, unknown>>;

interface InlinePolicy {
  readonly PolicyName: string;
  readonly PolicyDocument: object;
}

export interface DeployedResource {
  readonly id: string;
  readonly type: string;
  /** The properties with all functions resolved. */
  readonly properties: Properties;
}

/** The resources of a type, with properties as in the deployed stack. */
export function resourcesOfType(stack: string, template: StackTemplate, type: string): DeployedResource[] {
  return Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => ({
      id,
      type,
      properties: deployedValue(Properties, stack, template) as Properties,
    }));
}

/** Creates the resources in the simulated IAM. Returns the names of the roles. */
export async function deployPolicies(iam: Iam, stack: string, template: StackTemplate): Promise<string[]> {
  const resources = (type: string): DeployedResource[] => resourcesOfType(stack, template, type);
  const send = (operation: string, input: Record<string, unknown>) =>
    iam.handle({ principal: 'deployer', service: 'iam', operation, input });
  const putInlinePolicy = (RoleName: string, { PolicyName, PolicyDocument: document }: InlinePolicy) =>
    send('PutRolePolicy', { RoleName, PolicyName, PolicyDocument: JSON.stringify(document) });

  const names: string[] = [];
  for (const { id, properties } of resources('AWS::IAM::Role')) {
    const RoleName = roleName(String(deployedValue({ 'Fn::GetAtt': [id, 'Arn'] }, stack, template)));
    names.push(RoleName);
    await send('CreateRole', {
      RoleName,
      AssumeRolePolicyDocument: JSON.stringify(properties.AssumeRolePolicyDocument),
    });
    for (const policy of (properties.Policies ?? []) as InlinePolicy[]) await putInlinePolicy(RoleName, policy);
    for (const PolicyArn of (properties.ManagedPolicyArns ?? []) as string[]) {
      await send('AttachRolePolicy', { RoleName, PolicyArn });
    }
  }
  for (const { properties } of resources('AWS::IAM::Policy')) {
    for (const role of properties.Roles as string[]) await putInlinePolicy(role, properties as unknown as InlinePolicy);
  }
  for (const { id, properties } of resources('AWS::IAM::ManagedPolicy')) {
    const PolicyDocument = JSON.stringify(properties.PolicyDocument);
    const created = (await send('CreatePolicy', { PolicyName: id, PolicyDocument })) as { Policy: { Arn: string } };
    for (const RoleName of properties.Roles as string[]) {
      await send('AttachRolePolicy', { RoleName, PolicyArn: created.Policy.Arn });
    }
  }
  for (const { id, properties } of resources('AWS::KMS::Key')) {
    const arn = String(deployedValue({ 'Fn::GetAtt': [id, 'Arn'] }, stack, template));
    iam.registerResource(arn, { policy: properties.KeyPolicy as PolicyDocument });
  }
  for (const { id, properties } of resources('AWS::S3::Bucket')) {
    const arn = String(deployedValue({ 'Fn::GetAtt': [id, 'Arn'] }, stack, template));
    const [rule] = rulesOf(properties);
    iam.registerResource(arn, {
      kmsKeyArn: rule?.ServerSideEncryptionByDefault?.KMSMasterKeyID,
      hasBucketKey: rule?.BucketKeyEnabled,
    });
  }
  for (const { properties } of resources('AWS::S3::BucketPolicy')) {
    iam.registerResource(`arn:aws:s3:::${String(properties.Bucket)}`, {
      policy: properties.PolicyDocument as PolicyDocument,
    });
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
