import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import type { StartProperties } from '../../lib/recommender/recommender-functions';
import { Outcome, respond } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { startRun } from './start';
import { stopAll, stopRun } from './stop';

/** What is left of the function's time for telling CloudFormation. */
const RESERVE_MILLISECONDS = 60_000;

/** The custom resource `Custom::TritonBenchmarkStart`: starts a run whose content changed, and stops runs before their workflow goes. */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const deadline = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS;
  const outcome = await outcomeOf(event, deadline).catch((error: unknown): Outcome => ({
    status: 'FAILED',
    reason: `The benchmark could not be started or stopped: ${error instanceof Error ? error.message : String(error)}`,
  }));
  // One for the resource's life: a change would make CloudFormation delete what it thinks is another one.
  await respond(event, context, (event.ResourceProperties as unknown as StartProperties).JobPrefix, outcome);
}

async function outcomeOf(event: CloudFormationCustomResourceEvent, deadline: number): Promise<Outcome> {
  const properties = event.ResourceProperties as unknown as StartProperties;
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: await stopAll(properties, deadline) };
  const { ExecutionName: run } = properties;
  if (run === undefined) return { status: 'SUCCESS', reason: 'Runs are started manually or on a schedule' };
  if (event.RequestType === 'Update') {
    const old = event.OldResourceProperties as unknown as StartProperties;
    if (old.ExecutionName === run)
      return { status: 'SUCCESS', reason: 'Neither the model nor the benchmark has changed' };
    if (old.ExecutionName !== undefined) await stopRun(old, old.ExecutionName, properties.JobNames);
    // A paid job, or a failure, is the last thing that a rollback needs.
    if (await isRollingBack(event.StackId))
      return { status: 'SUCCESS', reason: 'Not started: the stack is rolling back' };
  }
  return { status: 'SUCCESS', reason: await startRun(properties.StateMachineArn, run) };
}
