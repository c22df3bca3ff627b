import { setTimeout as sleep } from 'node:timers/promises';
import { groupPrefix } from '../shared/store';
import { isTimeAlmostOver, POLL_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import { stackStatus } from '../shared/stack-status';
import { EngineRequest, isClaimed, readClaimOf, removeClaim, writeClaim } from './claims';
import { isEnded, lastJob, stopJob } from './jobs';
import { withEachKind, withKind } from './job-kinds';
import { awaitStep, runStep } from './step';
import { markUnused, removeUnused } from './unused';

/** Matches the statuses of a stack that is being deleted, or whose creation has failed. */
const DELETING = /^(DELETE|ROLLBACK)_/;

/**
 * Whether the unused engines have to be removed now. A bucket that belongs to the stack must be empty when its last engine is released,
 * since the stack may delete the bucket next.
 */
async function mustRemove({ event, properties }: EngineRequest): Promise<boolean> {
  const { Bucket, Prefix, OwnBucket } = properties;
  if (OwnBucket === 'true' && !(await isClaimed(Bucket, groupPrefix(Prefix)))) return true;
  return DELETING.test(await stackStatus(event.StackId).catch(() => ''));
}

/**
 * Releases an engine: removes the claim of a resource, and stops the jobs of the stack, since the role of the jobs may be deleted next. A
 * different stack that waits for the engine then creates its own job. The engine is kept for `UnusedDays`, unless the stack is deleted.
 *
 * @returns a sentence that describes what was done
 */
export async function release(request: EngineRequest): Promise<string> {
  const { event, properties } = request;
  await removeClaim(properties, event).catch(ignoreMissingBucket);
  await awaitStep(request);
  await removeClaim(properties, event).catch(ignoreMissingBucket); // the step may have been the first one, which writes the claim
  await stopJobs(request);
  if (await isClaimed(properties.Bucket, properties.Prefix)) return 'Other resources use the engine';
  await markUnused(properties, event.StackId).catch(ignoreMissingBucket);
  if (!(await mustRemove(request))) return 'The engine is no longer used';
  return `${await removeUnused(properties, event.StackId)} engines removed`;
}

/** Stores the failure of a request in its claim, and stops its job if no other resource waits for the engine. */
export async function abandon(request: EngineRequest, failure: string): Promise<void> {
  if (await readClaimOf(request)) await runStep(request, () => storeFailure(request, failure));
}

async function storeFailure(request: EngineRequest, failure: string): Promise<void> {
  const { event, properties } = request;
  const claim = await readClaimOf(request);
  if (!claim) return;
  await writeClaim(properties, event, { ...claim, failure });
  if (await isClaimed(properties.Bucket, properties.Prefix)) return;
  await markUnused(properties, event.StackId);
  if (claim.job !== undefined) await stopJob(withKind(properties, claim.kind), claim.job);
}

/** Stops the jobs of this stack, and waits until they have ended: the stack may delete their role, network and bucket next. */
async function stopJobs(request: EngineRequest): Promise<void> {
  for (const properties of withEachKind(request.properties)) await stopJobOfKind({ ...request, properties });
}

async function stopJobOfKind({ properties, context, deadline }: EngineRequest): Promise<void> {
  for (let stoppedJob: string | undefined; ; await sleep(POLL_MILLISECONDS)) {
    const job = await lastJob(properties);
    if (!job || isEnded(job) || job.roleArn !== properties.RoleArn) return;
    if (job.status !== 'Stopping' && job.name !== stoppedJob) await stopJob(properties, job.name);
    stoppedJob = job.name;
    if (Date.now() > deadline) throw new Error(`${job.name} is still ${job.status}`);
    if (isTimeAlmostOver(context)) throw new UnfinishedError();
  }
}

function ignoreMissingBucket(error: Error): void {
  if (error.name !== 'NoSuchBucket') throw error;
}
