import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { StartProperties } from '../../lib/recommender/recommender-functions';

/** Starts a run named after its content. One that was there has been started by an earlier deployment. */
export async function startRun({ StateMachineArn, ExecutionName }: StartProperties): Promise<string> {
  try {
    await new SFNClient().send(
      new StartExecutionCommand({ stateMachineArn: StateMachineArn, name: ExecutionName, input: '{}' }),
    );
    return `Started ${ExecutionName}`;
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return `${ExecutionName} was started before`;
    throw error;
  }
}
