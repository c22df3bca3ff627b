import { setTimeout as sleep } from 'node:timers/promises';
import { groupOf } from '../shared/store';
import { isTimeOver, POLL_MILLISECONDS, Unfinished } from '../shared/invoke-later';
import { stackStatus } from '../shared/stack-status';
import type { Request } from './build';
import { isClaimed, readClaim, removeClaim, writeClaim } from './claims';
import { isEnded, lastJob, stopJob } from './jobs';
import { kindsOf, ofKind } from './kinds';
import { markUnused, removeUnused } from './unused';

/** The stack goes, with all that it made: deleted, or never completed. */
const GOING = /^(DELETE|ROLLBACK)_/;

/** A bucket of the stack's own may go with its last engine, without the stack: it has to be empty by then. */
async function isGoing({ event, properties }: Request): Promise<boolean> {
  const { Bucket, Prefix, OwnBucket } = properties;
  if (OwnBucket === 'true' && !(await isClaimed(Bucket, groupOf(Prefix)))) return true;
  return GOING.test(await stackStatus(event.StackId).catch(() => ''));
}

/**
 * Gives an engine up. A job of this stack is stopped, since its role may be removed next; another stack that waits for it begins one of its
 * own. The engine itself stays for a while, unless the stack goes.
 *
 * @returns what was done, in words
 */
export async function release(request: Request): Promise<string> {
  const { event, properties } = request;
  await removeClaim(properties, event).catch(ignoreMissingBucket);
  await stopRunning(request);
  if (await isClaimed(properties.Bucket, properties.Prefix)) return 'Other resources use the engine';
  await markUnused(properties, event.StackId).catch(ignoreMissingBucket);
  if (!(await isGoing(request))) return 'The engine is no longer used';
  return `${await removeUnused(properties, event.StackId)} engines removed`;
}

/** Keeps why a request failed, and stops its job when nobody else waits for it. */
export async function abandon({ event, properties }: Request, failure: string): Promise<void> {
  const claim = await readClaim(properties, event);
  if (claim?.requestId !== event.RequestId) return; // deleted meanwhile
  await writeClaim(properties, event, { ...claim, failure });
  if (await isClaimed(properties.Bucket, properties.Prefix)) return;
  await markUnused(properties, event.StackId);
  if (claim.job !== undefined) await stopJob(ofKind(properties, claim.kind), claim.job);
}

/** The job has ended before its role, its network and its bucket are removed. */
async function stopRunning(request: Request): Promise<void> {
  for (const properties of kindsOf(request.properties)) await stopRunningOf({ ...request, properties });
}

async function stopRunningOf({ properties, context, deadline }: Request): Promise<void> {
  for (let stopped: string | undefined; ; await sleep(POLL_MILLISECONDS)) {
    const job = await lastJob(properties);
    if (!job || isEnded(job) || job.roleArn !== properties.RoleArn) return;
    if (job.status !== 'Stopping' && job.name !== stopped) await stopJob(properties, job.name);
    stopped = job.name;
    if (Date.now() > deadline) throw new Error(`${job.name} is still ${job.status}`);
    if (isTimeOver(context)) throw new Unfinished();
  }
}

function ignoreMissingBucket(error: Error): void {
  if (error.name !== 'NoSuchBucket') throw error;
}
