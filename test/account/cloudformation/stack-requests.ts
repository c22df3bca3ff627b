import { AwsError, Call } from '../call';
import { Stack, STACK_TAGS } from './stack';

/** The requests to the API of CloudFormation: descriptions of stacks. Tests deploy and delete stacks with `deploy.ts`. */
export class StackRequests {
  constructor(private readonly cloudformation: { readonly stacks: ReadonlyMap<string, Stack> }) {}

  public handle({ operation, input }: Call): object {
    if (operation !== 'DescribeStacks') throw new Error(`cloudformation has no operation ${operation}`);
    const { name, id, status } = this.findStack(input.StackName);
    return { Stacks: [{ StackName: name, StackId: id, StackStatus: status, Tags: STACK_TAGS }] };
  }

  private findStack(nameOrId: unknown): Stack {
    const stacks = [...this.cloudformation.stacks.values()];
    const stack = stacks.find(({ id, name }) => [id, name].includes(String(nameOrId)));
    if (!stack) throw new AwsError('ValidationError', `Stack with id ${String(nameOrId)} does not exist`);
    return stack;
  }
}
