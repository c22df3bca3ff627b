import { CfnResource, Stack } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { rulePage } from '../findings/rule-page';

/** CloudFormation takes no more in a template (CloudFormation quotas, read 2026-11-21). */
const MAX_RESOURCES = 500;
const MAX_BYTES = 1_000_000;
/** Below this many resources, of 1.5 KB in the mean, no template of ours comes near the size; above it is rendered once more. */
const MEASURED_FROM = 450;

const endpointsOf = new WeakMap<Stack, IConstruct[]>();

/**
 * Says before CloudFormation does that a stack grew too large, and how to get out.
 *
 * @param endpoint whose stack is checked once, when it is synthesized
 */
export function checkStackSize(endpoint: IConstruct): void {
  const stack = Stack.of(endpoint);
  const known = endpointsOf.get(stack);
  if (known) {
    known.push(endpoint);
    return;
  }
  const endpoints = [endpoint];
  endpointsOf.set(stack, endpoints);
  stack.node.addValidation({ validate: () => problemsOf(stack, endpoints) });
}

function problemsOf(stack: Stack, endpoints: IConstruct[]): string[] {
  const resources = resourcesIn(stack, stack);
  const count = resources.length;
  if (count > MAX_RESOURCES) {
    const perEndpoint = sum(endpoints.map((each) => resourcesIn(each, stack).length)) / endpoints.length;
    const fitting = Math.floor((MAX_RESOURCES - count) / perEndpoint) + endpoints.length;
    const fits = fitting > 0 ? `, which is enough for ${fitting} endpoints like these ${endpoints.length}` : '';
    return [
      `got ${count} resources; allowed: ${MAX_RESOURCES} in a stack${fits}, so ${wayOut(resources)} ${rulePage('cfn.resources')}`,
    ];
  }
  if (count < MEASURED_FROM) return [];
  const indent = stack.node.tryGetContext('@aws-cdk/core:suppressTemplateIndentation') ? undefined : 1;
  const bytes = Buffer.byteLength(JSON.stringify(stack.resolve(stack['_toCloudFormation']()), undefined, indent));
  if (bytes <= MAX_BYTES) return [];
  return [
    `got a template of ${bytes} bytes; allowed: ${MAX_BYTES}, so ${wayOut(resources)} ${rulePage('cfn.template-size')}`,
  ];
}

function resourcesIn(scope: IConstruct, stack: Stack): CfnResource[] {
  return scope.node
    .findAll()
    .filter((each): each is CfnResource => CfnResource.isCfnResource(each) && each.stack === stack);
}

/** A nested stack for the alarms only where that is enough. */
function wayOut(resources: CfnResource[]): string {
  const observing = resources.filter(({ cfnResourceType }) => cfnResourceType.startsWith('AWS::CloudWatch::')).length;
  const rest = resources.length - observing;
  const move = 'move endpoints to another stack';
  if (observing === 0 || rest >= MAX_RESOURCES) return move;
  return `move the alarms and dashboards into a nested stack, monitoring: { scope: new NestedStack(this, 'Observability') }, or ${move}`;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
