import { setTimeout as wait } from 'timers/promises';
import {
  paginateListInferenceRecommendationsJobs,
  SageMakerClient,
  StopInferenceRecommendationsJobCommand,
} from '@aws-sdk/client-sagemaker';
import { ExecutionDoesNotExist, paginateListExecutions, SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import type { StartProperties } from '../../lib/recommender/recommender-functions';
import { log } from '../shared/log';

const CAUSE = { error: 'Replaced', cause: 'The benchmark or its model was changed or deleted' };
const POLL_MILLISECONDS = 5000;

/** Statuses of a job that SageMaker still works on. */
const ACTIVE = ['PENDING', 'IN_PROGRESS', 'STOPPING'];

/** Stops the run that an earlier deployment started, and those of its jobs that are not kept. */
export async function stopRun(old: StartProperties, name: string, kept: string[]): Promise<void> {
  const run = `${old.StateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  await stopExecution(new SFNClient(), run);
  const active = await activeJobs(old.JobPrefix);
  await stopJobs(active.filter((job) => old.JobNames.includes(job) && !kept.includes(job)));
}

/**
 * Stops all runs and jobs of a workflow, and waits until no job is left that needs the role.
 *
 * @throws when jobs are still stopping at the deadline: a deletion that went on would take their role away
 */
export async function stopAll({ StateMachineArn, JobPrefix }: StartProperties, deadline: number): Promise<string> {
  const sfn = new SFNClient();
  const running = { stateMachineArn: StateMachineArn, statusFilter: 'RUNNING' as const };
  let runs = 0;
  for await (const { executions = [] } of paginateListExecutions({ client: sfn }, running)) {
    for (const { executionArn = '' } of executions) await stopExecution(sfn, executionArn);
    runs += executions.length;
  }
  const stopped = new Set<string>();
  for (;;) {
    const active = await activeJobs(JobPrefix);
    if (active.length === 0) return `Stopped ${runs} runs and ${stopped.size} jobs`;
    // A run may have created another job just before it was stopped.
    const more = active.filter((job) => !stopped.has(job));
    await stopJobs(more);
    more.forEach((job) => stopped.add(job));
    if (Date.now() > deadline) {
      throw new Error(
        `still stopping: ${active.join(', ')}. The jobs need their role until they have stopped; delete the stack again`,
      );
    }
    await wait(Number(process.env.POLL_MILLISECONDS ?? POLL_MILLISECONDS));
  }
}

/** One that ended meanwhile is as good as stopped. */
async function stopExecution(sfn: SFNClient, executionArn: string): Promise<void> {
  await sfn.send(new StopExecutionCommand({ executionArn, ...CAUSE })).catch((error: unknown) => {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  });
}

async function activeJobs(prefix: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListInferenceRecommendationsJobs({ client: new SageMakerClient() }, { NameContains: prefix });
  for await (const { InferenceRecommendationsJobs = [] } of pages) {
    for (const { JobName = '', Status = '' } of InferenceRecommendationsJobs) {
      if (JobName.startsWith(prefix) && ACTIVE.includes(Status)) names.push(JobName);
    }
  }
  return names;
}

/** A job that is over, or stopping, refuses. */
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
