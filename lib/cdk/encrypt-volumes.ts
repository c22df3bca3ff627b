import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';

/**
 * Permission for SageMaker to attach volumes that are encrypted with a key: SageMaker creates a grant for the key. The condition limits the
 * grants to AWS services: without the condition, the role could grant the use of the key to any principal.
 *
 * Sources: the API reference requires the permission for "the IAM role that you specify" (CreateEndpointConfig, KmsKeyId), the developer
 * guide requires the permission for the creator of the endpoint (SageMaker API permissions). Both read 2026-11-22.
 */
export function volumeKeyPermissions(key: IKey | undefined): PolicyStatement[] {
  if (!key) return [];
  const conditions = { Bool: { 'kms:GrantIsForAWSResource': 'true' } };
  return [new PolicyStatement({ actions: ['kms:CreateGrant'], resources: [key.keyArn], conditions })];
}
