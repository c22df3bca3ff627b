import { CfnResource, Stack } from 'aws-cdk-lib';
import { rulePage } from '../findings/rule-page';

/** CloudFormation takes no more in a template (CloudFormation quotas, read 2026-11-21). */
const MAX_RESOURCES = 500;
const MAX_BYTES = 1_000_000;
/** Below this many resources, of 1.5 KB in the mean, no template of ours comes near the size; above it is rendered once more. */
const MEASURED_FROM = 450;

const checked = new WeakSet<Stack>();

/**
 * Says before CloudFormation does that a stack grew too large, and how to get out.
 *
 * @param stack checked once, when it is synthesized
 */
export function checkStackSize(stack: Stack): void {
  if (checked.has(stack)) return;
  checked.add(stack);
  stack.node.addValidation({ validate: () => problemsOf(stack) });
}

function problemsOf(stack: Stack): string[] {
  const count = stack.node.findAll().filter((each) => CfnResource.isCfnResource(each) && each.stack === stack).length;
  const wayOut =
    "move the alarms and dashboards into a nested stack, monitoring: { scope: new NestedStack(this, 'Observability') }, or move endpoints to another stack";
  if (count > MAX_RESOURCES) {
    return [`got ${count} resources; allowed: ${MAX_RESOURCES} in a stack, so ${wayOut} ${rulePage('cfn.resources')}`];
  }
  if (count < MEASURED_FROM) return [];
  const indent = stack.node.tryGetContext('@aws-cdk/core:suppressTemplateIndentation') ? undefined : 1;
  const bytes = Buffer.byteLength(JSON.stringify(stack.resolve(stack['_toCloudFormation']()), undefined, indent));
  if (bytes <= MAX_BYTES) return [];
  return [`got a template of ${bytes} bytes; allowed: ${MAX_BYTES}, so ${wayOut} ${rulePage('cfn.template-size')}`];
}
