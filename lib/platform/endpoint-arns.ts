import { ArnFormat, Stack, Token } from 'aws-cdk-lib';

/** Where an endpoint is; what is absent is the stack's. */
export interface EndpointPlace {
  readonly account?: string;
  readonly region?: string;
}

/**
 * ARN of an endpoint. SageMaker's own has the name in lower case, however it was given; a name that is only known at
 * deployment stays as it is.
 *
 * Source: philschmid/cdk-samples#2 (2022-01-17), prometheus-community/yet-another-cloudwatch-exporter#1178 (2023-10-04).
 */
export function endpointArnOf(stack: Stack, endpointName: string, place: EndpointPlace = {}): string {
  return formatted(stack, Token.isUnresolved(endpointName) ? endpointName : endpointName.toLowerCase(), place);
}

/**
 * The ARNs that a policy has to name so that it covers an endpoint: as SageMaker writes it, and as its name is spelled. Policies
 * match case; that every action is checked against the lower case is documented nowhere.
 */
export function endpointPolicyArns(stack: Stack, endpointName: string, place: EndpointPlace = {}): string[] {
  return [...new Set([endpointArnOf(stack, endpointName, place), formatted(stack, endpointName, place)])];
}

/** Name of an endpoint as its ARN has it. */
export function endpointNameOf(stack: Stack, endpointArn: string): string | undefined {
  return stack.splitArn(endpointArn, ArnFormat.SLASH_RESOURCE_NAME).resourceName;
}

function formatted(stack: Stack, resourceName: string, { account, region }: EndpointPlace): string {
  return stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName, account, region });
}
