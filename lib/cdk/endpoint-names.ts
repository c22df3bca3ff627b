import { Stack } from 'aws-cdk-lib';
import { isUnresolved } from '../findings/is-unresolved';

/**
 * Default name of a variant. The name never changes, because deployment guardrails and the retention of instance counts require the same
 * name in the old and the new endpoint configuration.
 */
export const DEFAULT_VARIANT_NAME = 'AllTraffic';

/**
 * ARN of an endpoint in the stack's account and Region. SageMaker converts the name to lower case; a name that is known only at deployment
 * is not converted.
 *
 * Source: philschmid/cdk-samples#2 (2022-01-17), prometheus-community/yet-another-cloudwatch-exporter#1178 (2023-10-04).
 */
export function endpointArnOf(stack: Stack, endpointName: string): string {
  const resourceName = isUnresolved(endpointName) ? endpointName : endpointName.toLowerCase();
  return stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName });
}

/**
 * ARNs of an endpoint for policies: with the name in lower case, and with the original name. Policies are case-sensitive, and it is not
 * documented that every action uses lower case.
 */
export function endpointPolicyArns(
  stack: Stack,
  endpointName: string,
  endpointArn = endpointArnOf(stack, endpointName),
): string[] {
  return [...new Set([endpointArn, endpointArn.replace(/(?<=\/)[^/]*$/, endpointName)])];
}
