import { setTimeout as sleep } from 'node:timers/promises';
import {
  paginateListInferenceRecommendationsJobs,
  SageMakerClient,
  StopInferenceRecommendationsJobCommand,
} from '@aws-sdk/client-sagemaker';
import { ExecutionDoesNotExist, paginateListExecutions, SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import type { StartProperties } from '../../lib/contracts/benchmark-start-properties';
import { log } from '../shared/log';

const STOP_REASON = { error: 'Replaced', cause: 'The benchmark or its model was changed or deleted' };
const POLL_MILLISECONDS = 5000;

/** Statuses of a job that has not ended. */
const ACTIVE_STATUSES = ['PENDING', 'IN_PROGRESS', 'STOPPING'];

/** Stops the run of an earlier deployment and the jobs of that run, except `keptJobs`. */
export async function stopRun(oldProperties: StartProperties, name: string, keptJobs: string[]): Promise<void> {
  const executionArn = `${oldProperties.StateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  await stopExecution(new SFNClient(), executionArn);
  const activeNames = await activeJobs(oldProperties.JobPrefix);
  await stopJobs(activeNames.filter((job) => oldProperties.JobNames.includes(job) && !keptJobs.includes(job)));
}

/**
 * Stops all runs and jobs of a workflow, and waits until all jobs have ended.
 *
 * @throws if jobs are still stopping at the deadline: the deletion must not continue, since the jobs need their role
 */
export async function stopAll({ StateMachineArn, JobPrefix }: StartProperties, deadline: number): Promise<string> {
  const sfn = new SFNClient();
  const runningQuery = { stateMachineArn: StateMachineArn, statusFilter: 'RUNNING' as const };
  let runCount = 0;
  for await (const { executions = [] } of paginateListExecutions({ client: sfn }, runningQuery)) {
    for (const { executionArn = '' } of executions) await stopExecution(sfn, executionArn);
    runCount += executions.length;
  }
  const stoppedJobs = new Set<string>();
  for (;;) {
    const activeNames = await activeJobs(JobPrefix);
    if (activeNames.length === 0) return `Stopped ${runCount} runs and ${stoppedJobs.size} jobs`;
    // A run may have created a further job just before it was stopped.
    const newJobs = activeNames.filter((job) => !stoppedJobs.has(job));
    await stopJobs(newJobs);
    newJobs.forEach((job) => stoppedJobs.add(job));
    if (Date.now() > deadline) {
      throw new Error(
        `still stopping: ${activeNames.join(', ')}. The jobs need their role until they have stopped; delete the stack again`,
      );
    }
    await sleep(Number(process.env.POLL_MILLISECONDS ?? POLL_MILLISECONDS));
  }
}

/** Stops an execution, unless it does not exist any more. */
async function stopExecution(sfn: SFNClient, executionArn: string): Promise<void> {
  await sfn.send(new StopExecutionCommand({ executionArn, ...STOP_REASON })).catch((error: unknown) => {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  });
}

async function activeJobs(prefix: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListInferenceRecommendationsJobs({ client: new SageMakerClient() }, { NameContains: prefix });
  for await (const { InferenceRecommendationsJobs = [] } of pages) {
    for (const { JobName = '', Status = '' } of InferenceRecommendationsJobs) {
      if (JobName.startsWith(prefix) && ACTIVE_STATUSES.includes(Status)) names.push(JobName);
    }
  }
  return names;
}

/** Stops jobs. SageMaker rejects the request for a job that has ended or is stopping. */
async function stopJobs(names: string[]): Promise<void> {
  const client = new SageMakerClient();
  await Promise.all(
    names.map((JobName) =>
      client.send(new StopInferenceRecommendationsJobCommand({ JobName })).catch((error: unknown) => {
        log(`${JobName} was not stopped: ${String(error)}`);
      }),
    ),
  );
}
