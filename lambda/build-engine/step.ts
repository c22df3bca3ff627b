import { setTimeout as sleep } from 'node:timers/promises';
import { isTimeAlmostOver, POLL_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import { listIfBucketExists, readJson, readUnlessDeleted, removeObjects, writeObject } from '../shared/store';
import { EngineRequest, stepKey } from './claims';

// CloudFormation cancels the creation of an engine if a different resource of the stack fails, and then deletes the engine while the
// function that creates it may still write objects or create a job. Therefore, a step writes only between the start and the end of
// `runStep`, and a deletion first removes the claim, and then waits for the end of the step. A step that starts later reads that its claim
// was removed. The claim is also read before the step: after the deletion, the function soon loses the permission to remove its mark.

/** Lambda ends an invocation after 15 minutes at the latest. */
const LONGEST_INVOCATION_MILLISECONDS = 15 * 60_000;

/** States that a step is running. */
interface StepMark {
  /** When the function that runs the step has ended at the latest, in ISO format. */
  readonly until: string;
}

/** Runs a step that writes to the bucket or creates jobs. The step must write or read its claim first. */
export async function runStep<T>({ event, properties }: EngineRequest, step: () => Promise<T>): Promise<T> {
  const key = stepKey(properties, event);
  const mark: StepMark = { until: new Date(Date.now() + LONGEST_INVOCATION_MILLISECONDS).toISOString() };
  await writeObject(properties.Bucket, key, JSON.stringify(mark));
  try {
    return await step();
  } finally {
    await removeObjects(properties.Bucket, [key]);
  }
}

/**
 * Waits until no step of the resource is running.
 *
 * @throws UnfinishedError if a new invocation has to continue
 */
export async function awaitStep({ event, properties, context }: EngineRequest): Promise<void> {
  const { Bucket } = properties;
  const key = stepKey(properties, event);
  while ((await listIfBucketExists(Bucket, key)).has(key)) {
    const mark = await readUnlessDeleted(Bucket, key, () => readJson<StepMark>(Bucket, key));
    // The mark of a function that was interrupted is kept until it is removed here.
    if (mark && Date.parse(mark.until) < Date.now()) await removeObjects(Bucket, [key]);
    else if (isTimeAlmostOver(context)) throw new UnfinishedError();
    else await sleep(POLL_MILLISECONDS);
  }
}
