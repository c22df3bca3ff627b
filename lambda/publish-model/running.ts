import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { putObject, removeLibraryObjects } from '../shared/own-objects';
import { listIfBucketExists } from '../shared/store';
import { keyOf } from './declarations';

// CloudFormation cancels a publication if a different resource of the stack fails, and then deletes it while the function may still write
// objects. So an object next to the prefix exists while the function writes, and a deletion waits until that object is removed.

const POLL_MILLISECONDS = 2000;
/** Lambda ends an invocation after 15 minutes at the latest. Only tests set a different time. */
const LONGEST_INVOCATION_MILLISECONDS = Number(process.env.LONGEST_INVOCATION_MILLISECONDS ?? 15 * 60_000);

function runningKey(properties: PublicationProperties): string {
  return `${keyOf(properties)}.running`;
}

/** Publishes while the object exists. After a kill, the object remains for the repeated invocation. */
export async function whileRunning<T>(properties: PublicationProperties, run: () => Promise<T>): Promise<T> {
  const key = runningKey(properties);
  await putObject({ bucket: properties.Bucket, key }, '');
  try {
    return await run();
  } finally {
    await removeLibraryObjects(properties.Bucket, key);
  }
}

/** Waits until the function has ended, and removes the object of a killed function. */
export async function awaitEnd(properties: PublicationProperties, signal: AbortSignal): Promise<void> {
  const { Bucket } = properties;
  const key = runningKey(properties);
  for (;;) {
    const running = (await listIfBucketExists(Bucket, key)).get(key);
    if (!running) return;
    if (signal.aborted || Date.now() - running.modified > LONGEST_INVOCATION_MILLISECONDS) break;
    await sleep(POLL_MILLISECONDS);
  }
  await removeLibraryObjects(Bucket, key);
}
