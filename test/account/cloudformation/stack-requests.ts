import { AwsError, Call } from '../call';
import { Stack, STACK_TAGS } from './stack';

/** The requests to the API of CloudFormation: descriptions of stacks. Tests deploy and delete stacks with `deploy.ts`. */
export class StackRequests {
  constructor(private readonly cloudformation: { readonly stacks: ReadonlyMap<string, Stack> }) {}

  public handle({ operation, input }: Call): object {
    if (operation === 'DescribeStackResource') return { StackResourceDetail: this.describeResource(input) };
    if (operation !== 'DescribeStacks') throw new Error(`cloudformation has no operation ${operation}`);
    const { name, id, status, events } = this.findStack(input.StackName);
    const update = events.filter(({ logicalId, status: each }) => !logicalId && each === 'UPDATE_IN_PROGRESS').at(-1);
    const LastUpdatedTime = update && new Date(update.time);
    return { Stacks: [{ StackName: name, StackId: id, StackStatus: status, LastUpdatedTime, Tags: STACK_TAGS }] };
  }

  private findStack(nameOrId: unknown): Stack {
    const stacks = [...this.cloudformation.stacks.values()];
    const stack = stacks.find(({ id, name }) => [id, name].includes(String(nameOrId)));
    if (!stack) throw new AwsError('ValidationError', `Stack with id ${String(nameOrId)} does not exist`);
    return stack;
  }

  private describeResource({ StackName, LogicalResourceId }: Call['input']): object {
    const { name, resources, events } = this.findStack(StackName);
    const resource = resources.get(String(LogicalResourceId));
    // The reason of the event of a deletion is the physical ID, which may be that of a replaced resource.
    const lastEvent = events
      .filter(
        ({ logicalId, status, reason }) =>
          logicalId === LogicalResourceId &&
          !(resource && status.startsWith('DELETE_') && reason !== resource.physicalId),
      )
      .at(-1);
    if (!resource && !lastEvent)
      throw new AwsError('ValidationError', `Resource ${String(LogicalResourceId)} does not exist for stack ${name}`);
    return {
      StackName: name,
      LogicalResourceId,
      ResourceType: resource?.type,
      PhysicalResourceId: resource?.ref,
      ResourceStatus: lastEvent?.status,
      LastUpdatedTimestamp: new Date(lastEvent?.time ?? 0),
    };
  }
}
