import { Stack, Token } from 'aws-cdk-lib';

/**
 * The variant of an endpoint for which nobody names one. Guardrails and capacity retention need the same name in the old and the new
 * configuration, so it never changes.
 */
export const DEFAULT_VARIANT_NAME = 'AllTraffic';

/** SageMaker writes what the container prints to this group. */
export function logGroupNameOf(endpointName: string): string {
  return `/aws/sagemaker/Endpoints/${endpointName}`;
}

/**
 * ARN of an endpoint in the stack's account and region. SageMaker's own has the name in lower case, however it was given; a name
 * that is only known at deployment stays as it is.
 *
 * Source: philschmid/cdk-samples#2 (2022-01-17), prometheus-community/yet-another-cloudwatch-exporter#1178 (2023-10-04).
 */
export function endpointArnOf(stack: Stack, endpointName: string): string {
  const resourceName = Token.isUnresolved(endpointName) ? endpointName : endpointName.toLowerCase();
  return stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName });
}

/**
 * The ARNs that a policy has to name so that it covers an endpoint: as SageMaker writes it, and as its name is spelled. Policies
 * match case; that every action is checked against the lower case is documented nowhere.
 */
export function endpointPolicyArns(
  stack: Stack,
  endpointName: string,
  endpointArn = endpointArnOf(stack, endpointName),
): string[] {
  return [...new Set([endpointArn, endpointArn.replace(/(?<=\/)[^/]*$/, endpointName)])];
}
