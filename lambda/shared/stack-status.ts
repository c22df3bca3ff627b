import { CloudFormationClient, DescribeStacksCommand, Stack } from '@aws-sdk/client-cloudformation';
import { permissionRetryOptions } from './await-permissions';

/**
 * Whether a stack is rolling back. Some handlers import this file dynamically, so that they load the CloudFormation client only when they
 * need it.
 */
export async function isRollingBack(stackId: string): Promise<boolean> {
  return (await stackStatus(stackId)).includes('ROLLBACK');
}

/** The status of a stack, such as `UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS`; empty if the stack does not exist. */
export async function stackStatus(stackId: string): Promise<string> {
  return (await describeStack(stackId))?.StackStatus ?? '';
}

/** When CloudFormation began the last update of a stack; undefined if the stack was only created. */
export async function lastUpdateOf(stackId: string): Promise<Date | undefined> {
  return (await describeStack(stackId))?.LastUpdatedTime;
}

/** The tags of a stack, such as those of `cdk deploy --tags`, which CloudFormation adds to all resources. */
export async function stackTags(stackId: string): Promise<Record<string, string>> {
  const { Tags = [] } = (await describeStack(stackId)) ?? {};
  return Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
}

async function describeStack(stackId: string): Promise<Stack | undefined> {
  const client = new CloudFormationClient(permissionRetryOptions());
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackId }));
  return Stacks?.[0];
}
