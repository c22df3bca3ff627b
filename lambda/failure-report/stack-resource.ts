import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import { permissionRetryOptions } from '../shared/await-permissions';

/** A resource of a stack, as CloudFormation sees it. */
export interface StackResource {
  /** The name from the physical ID, which is an ARN. */
  readonly name: string;
  /** Such as `UPDATE_IN_PROGRESS`. */
  readonly status: string;
  /** The time of the status, in milliseconds since the epoch. */
  readonly since: number;
}

/** Describes a resource; returns undefined if CloudFormation has not begun to create it. */
export async function describeStackResource(
  StackName: string,
  LogicalResourceId: string,
): Promise<StackResource | undefined> {
  const client = new CloudFormationClient(permissionRetryOptions());
  const output = await client
    .send(new DescribeStackResourceCommand({ StackName, LogicalResourceId }))
    .catch((error: Error) => {
      if (/does not exist/.test(error.message)) return undefined;
      throw error;
    });
  const {
    PhysicalResourceId: id = '',
    ResourceStatus: status = '',
    LastUpdatedTimestamp,
  } = output?.StackResourceDetail ?? {};
  if (!LastUpdatedTimestamp) return undefined;
  return { name: id.slice(id.lastIndexOf('/') + 1), status, since: LastUpdatedTimestamp.getTime() };
}
