import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { awaitPermissions } from '../shared/await-permissions';

/** Starts a run named after its content. One that was there has been started by an earlier deployment. */
export async function startRun(stateMachineArn: string, name: string): Promise<string> {
  try {
    await new SFNClient(awaitPermissions()).send(new StartExecutionCommand({ stateMachineArn, name, input: '{}' }));
    return `Started ${name}`;
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return `${name} was started before`;
    throw error;
  }
}
