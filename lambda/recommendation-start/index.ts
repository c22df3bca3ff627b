import type { StartProperties } from '../../lib/contracts/benchmark-start-properties';
import { Outcome } from '../shared/respond';
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { permissionRetryOptions } from '../shared/await-permissions';
import { createHandler, RESERVE_MILLISECONDS, ResourceRequest } from '../shared/custom-resource';
import { isRollingBack } from '../shared/stack-status';
import { stopAll, stopRun } from './stop';

/**
 * The custom resource `Custom::TritonBenchmarkStart`: starts a run of the benchmark workflow if the model or the benchmark has changed, and
 * stops the runs before the workflow is deleted.
 */
export const handler = createHandler<StartProperties>({
  run: async (request) => ({ status: 'SUCCESS', reason: await startOrStop(request) }),
  afterError: ({ message }): Outcome => ({
    status: 'FAILED',
    reason: `The benchmark could not be started or stopped: ${message}`,
  }),
  physicalId: ({ ResourceProperties }) => ResourceProperties.JobPrefix,
});

async function startOrStop({ event, context }: ResourceRequest<StartProperties>): Promise<string> {
  const properties = event.ResourceProperties;
  if (event.RequestType === 'Delete') {
    return stopAll(properties, Date.now() + context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS);
  }
  const { ExecutionName: run } = properties;
  if (run === undefined) return 'Runs are started manually or on a schedule';
  if (event.RequestType === 'Update') {
    const oldProperties = event.OldResourceProperties;
    if (oldProperties.ExecutionName === run) return 'Neither the model nor the benchmark has changed';
    if (oldProperties.ExecutionName !== undefined)
      await stopRun(oldProperties, oldProperties.ExecutionName, properties.JobNames);
    // In a rollback, start no job: jobs cost money, and the rollback must not fail.
    if (await isRollingBack(event.StackId)) return 'Not started: the stack is rolling back';
  }
  return startRun(properties.StateMachineArn, run);
}

/** Starts a run. The name of a run depends on its content, so an earlier deployment may have started the same run already. */
async function startRun(stateMachineArn: string, name: string): Promise<string> {
  try {
    await new SFNClient(permissionRetryOptions()).send(
      new StartExecutionCommand({ stateMachineArn, name, input: '{}' }),
    );
    return `Started ${name}`;
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return `${name} was started before`;
    throw error;
  }
}
