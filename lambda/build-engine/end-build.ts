import { setTimeout as sleep } from 'node:timers/promises';
import { isTimeAlmostOver, POLL_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import type { EngineRequest } from './build-state';
import { isEnded, Job, lastJob, stopJob } from './jobs';
import { awaitStep } from './step';

/**
 * Stops the job that uses the role of the stack, and waits until it has ended: the stack may delete its role, network and bucket next.
 * A different stack that waits for the engine then creates its own job. The engine is kept, since a later deployment may use it.
 *
 * @returns a sentence that describes what was done
 */
export async function endBuild(request: EngineRequest): Promise<string> {
  await awaitStep(request);
  await endJob(request);
  return 'No job builds the engine';
}

async function endJob({ properties, context, deadline }: EngineRequest): Promise<void> {
  for (let stoppedJob: string | undefined; ; await sleep(POLL_MILLISECONDS)) {
    const job = await lastJob(properties);
    if (!isRunningFor(job, properties.RoleArn)) return;
    if (job.status !== 'Stopping' && job.name !== stoppedJob) await stopJob(job.name);
    stoppedJob = job.name;
    if (Date.now() > deadline) throw new Error(`${job.name} is still ${job.status}`);
    if (isTimeAlmostOver(context)) throw new UnfinishedError();
  }
}

/** Stops the job of a failed build, without waiting for its end. */
export async function stopRunningJob({ properties }: EngineRequest): Promise<void> {
  const job = await lastJob(properties);
  if (isRunningFor(job, properties.RoleArn)) await stopJob(job.name);
}

function isRunningFor(job: Job | undefined, roleArn: string): job is Job {
  return job !== undefined && !isEnded(job) && job.roleArn === roleArn;
}
