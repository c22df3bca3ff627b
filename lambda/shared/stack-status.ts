import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

/** Whether a stack is going back to where it was. A file of its own, so that it can be loaded only when used. */
export async function isRollingBack(stackId: string): Promise<boolean> {
  const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName: stackId }));
  return Stacks?.[0]?.StackStatus?.includes('ROLLBACK') ?? false;
}
