import { createHash } from 'crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTimeAlmostOver, POLL_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import { stackStatus } from '../shared/stack-status';
import { listIfBucketExists, readJson, readUnlessDeleted, removeObjects, writeObject } from '../shared/store';
import type { EngineRequest } from './build-state';
import { EngineFailure } from './failure';

// CloudFormation cancels the creation of an engine if a different resource of the stack fails, and then deletes the engine while the
// function that creates it may still write objects or create a job. Therefore, such a step begins only if the stack is neither rolled back
// nor deleted, and a mark in the bucket exists until it ends. The deletion waits until there is no mark. The status is read before the mark
// is written, since the mark could otherwise remain in a bucket that is deleted next, and again afterwards, since the deletion may have
// begun in between.

/** Lambda ends an invocation after 15 minutes at the latest. */
const LONGEST_INVOCATION_MILLISECONDS = 15 * 60_000;

/** States that a step is running. */
interface StepMark {
  /** When the function that runs the step has ended at the latest, in ISO format. */
  readonly until: string;
}

function markKey({ event: { StackId, LogicalResourceId }, properties: { Prefix } }: EngineRequest): string {
  const name = createHash('sha256').update(`${StackId}\n${LogicalResourceId}`).digest('hex').slice(0, 32);
  return `${Prefix}steps/${name}.json`;
}

/**
 * Runs a step that writes to the bucket or creates a job.
 *
 * @throws EngineFailure if CloudFormation no longer creates or updates the resource
 */
export async function runStep(request: EngineRequest, step: () => Promise<void>): Promise<void> {
  const { Bucket } = request.properties;
  const key = markKey(request);
  await requireCurrent(request);
  const mark: StepMark = { until: new Date(Date.now() + LONGEST_INVOCATION_MILLISECONDS).toISOString() };
  await writeObject(Bucket, key, JSON.stringify(mark));
  try {
    await requireCurrent(request);
    await step();
  } finally {
    await removeObjects(Bucket, [key]);
  }
}

async function requireCurrent({ event: { RequestType, StackId } }: EngineRequest): Promise<void> {
  const status = await stackStatus(StackId);
  // In the rollback of an update, CloudFormation also updates resources, but creates none.
  const ended = RequestType === 'Create' ? /^(DELETE|ROLLBACK|UPDATE_ROLLBACK)_/ : /^(DELETE|ROLLBACK)_/;
  if (ended.test(status)) throw new EngineFailure(`the stack is in the status ${status}`);
}

/**
 * Waits until no step of the resource is running.
 *
 * @throws UnfinishedError if a new invocation has to continue
 */
export async function awaitStep(request: EngineRequest): Promise<void> {
  const { Bucket } = request.properties;
  const key = markKey(request);
  while ((await listIfBucketExists(Bucket, key)).has(key)) {
    const mark = await readUnlessDeleted(Bucket, key, () => readJson<StepMark>(Bucket, key));
    // The mark of a function that was interrupted is kept until it is removed here.
    if (mark && Date.parse(mark.until) < Date.now()) await removeObjects(Bucket, [key]);
    else if (isTimeAlmostOver(request.context)) throw new UnfinishedError();
    else await sleep(POLL_MILLISECONDS);
  }
}
