import { CfnResource, Stack } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { IConstruct } from 'constructs';
import { rulePage } from '../../findings/rule-page';

/** CloudFormation limits for a template (CloudFormation quotas, read 2026-11-21). */
const MAX_RESOURCES = 500;
const MAX_BYTES = 1_000_000;
/** A template with fewer resources, of about 1.5 KB each, is below the size limit. The check therefore does not render such a template. */
const MIN_RESOURCES_TO_MEASURE = 450;

const endpointsByStack = new WeakMap<Stack, IConstruct[]>();

/**
 * Checks at synthesis whether a stack is too large, and suggests how to fix it.
 *
 * @param endpoint an endpoint in the stack to check. A stack with several endpoints is checked only once
 */
export function checkStackSize(endpoint: IConstruct): void {
  const stack = Stack.of(endpoint);
  const registeredEndpoints = endpointsByStack.get(stack);
  if (registeredEndpoints) {
    registeredEndpoints.push(endpoint);
    return;
  }
  const endpoints = [endpoint];
  endpointsByStack.set(stack, endpoints);
  stack.node.addValidation({ validate: () => problemsOf(stack, endpoints) });
}

function problemsOf(stack: Stack, endpoints: IConstruct[]): string[] {
  const resources = resourcesIn(stack, stack);
  const count = resources.length;
  if (count > MAX_RESOURCES) {
    const resourcesPerEndpoint =
      endpoints.flatMap((construct) => resourcesIn(construct, stack)).length / endpoints.length;
    const endpointsThatFit = Math.floor((MAX_RESOURCES - count) / resourcesPerEndpoint) + endpoints.length;
    const capacityHint =
      endpointsThatFit > 0 ? `, which is enough for ${endpointsThatFit} endpoints like these ${endpoints.length}` : '';
    return [
      `got ${count} resources; allowed: ${MAX_RESOURCES} in a stack${capacityHint}, so ${suggestFix(resources)} ${rulePage('cfn.resources')}`,
    ];
  }
  if (count < MIN_RESOURCES_TO_MEASURE) return [];
  const indent = stack.node.tryGetContext('@aws-cdk/core:suppressTemplateIndentation') ? undefined : 1;
  const bytes = Buffer.byteLength(JSON.stringify(stack.resolve(stack['_toCloudFormation']()), undefined, indent));
  if (bytes <= MAX_BYTES) return [];
  return [
    `got a template of ${bytes} bytes; allowed: ${MAX_BYTES}, so ${suggestFix(resources)} ${rulePage('cfn.template-size')}`,
  ];
}

function resourcesIn(scope: IConstruct, stack: Stack): CfnResource[] {
  return scope.node
    .findAll()
    .filter((construct): construct is CfnResource => CfnResource.isCfnResource(construct) && construct.stack === stack);
}

/** Suggests a nested stack for the alarms only if that reduces the number of resources enough. */
function suggestFix(resources: CfnResource[]): string {
  const monitoringCount = resources.filter(({ cfnResourceType }) =>
    cfnResourceType.startsWith('AWS::CloudWatch::'),
  ).length;
  const remainingCount = resources.length - monitoringCount;
  const endpointCount = resources.filter(
    ({ cfnResourceType }) => cfnResourceType === CfnEndpoint.CFN_RESOURCE_TYPE_NAME,
  ).length;
  const moveEndpoints =
    endpointCount > 1 ? 'move endpoints to a different stack' : 'use a second endpoint in a different stack';
  if (monitoringCount === 0 || remainingCount >= MAX_RESOURCES) return moveEndpoints;
  return `move the alarms and dashboards into a nested stack, monitoring: { scope: new NestedStack(this, 'Observability') }, or ${moveEndpoints}`;
}
