import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { DeployedConstruct, unsupportedResourceTypes, SCHEMA_DATE } from '../facts/cloudformation-schemas';
import { error, Finding } from '../findings/finding';
import { isUnresolved } from '../findings/is-unresolved';

/**
 * Reports resource types that CloudFormation does not support in the stack's Region. CloudFormation would reject a template with these
 * types.
 */
export function checkResourceTypes(scope: Construct, construct: DeployedConstruct): Finding[] {
  const { region } = Stack.of(scope);
  if (isUnresolved(region)) return [];
  const missing = unsupportedResourceTypes(region, construct);
  if (missing.length === 0) return [];
  const message = `got ${region}, where CloudFormation does not have ${missing.join(', ')} (${SCHEMA_DATE}); allowed: a stack in a different Region`;
  return [error('sm.resource-region', 'env.region', message)];
}
