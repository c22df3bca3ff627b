import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';

/**
 * Allows SageMaker to attach volumes that a key encrypts, which it does by grants. The role creates grants for AWS services alone: without
 * the condition it could grant the use of the key to any principal.
 *
 * The API reference asks for the permission of "the IAM role that you specify" (CreateEndpointConfig, KmsKeyId), the developer guide for that
 * of who creates the endpoint (SageMaker API permissions; both read 2026-11-22).
 */
export function encryptVolumes(key: IKey | undefined): PolicyStatement[] {
  if (!key) return [];
  const conditions = { Bool: { 'kms:GrantIsForAWSResource': 'true' } };
  return [new PolicyStatement({ actions: ['kms:CreateGrant'], resources: [key.keyArn], conditions })];
}
