import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { awaitPermissions } from './await-permissions';

/** Whether a stack is going back to where it was. A file of its own, so that it can be loaded only when used. */
export async function isRollingBack(stackId: string): Promise<boolean> {
  return (await stackStatus(stackId)).includes('ROLLBACK');
}

/** Such as `UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS`; empty when there is no such stack. */
export async function stackStatus(stackId: string): Promise<string> {
  const client = new CloudFormationClient(awaitPermissions());
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackId }));
  return Stacks?.[0]?.StackStatus ?? '';
}
