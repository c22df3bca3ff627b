import { EngineRecord, JOB_PREFIX, RECORD } from '../../lib/contracts/engine-properties';
import { log } from '../shared/log';
import { etagsOfLibraryObjects, removeUnlessChanged } from '../shared/own-objects';
import { listObjects, Listing } from '../shared/store';
import { FAILED_CLAIM } from './claims';
import { engineKeyOf } from './job-request';
import { readRecord } from './record';

/**
 * Removes an engine: the sources that this library wrote, the output of the jobs, the claims of failed requests (see `Claim`), and the
 * engine's record. All other objects are kept.
 *
 * @param mark the key of the object that marks the engine as unused
 */
export async function removeEngine(bucket: string, prefix: string, mark: string): Promise<void> {
  const listing = await listObjects(bucket, prefix);
  const record = await readRecord(bucket, prefix, listing).catch((error: Error) => {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined; // the object is not a record, so this library did not write it
  });
  const keys = [...listing.keys()];
  const sources = keys.filter((key) => key.startsWith(`${prefix}source/`));
  const claims = keys.filter((key) => FAILED_CLAIM.test(key));
  const etags = [
    ...(await etagsOfLibraryObjects(bucket, sources)),
    ...jobOutputs(listing, prefix, record),
    ...etagsOf(listing, claims),
  ];
  // removeUnlessChanged keeps changed objects, and returns their keys.
  for (const key of await removeUnlessChanged(bucket, prefix, new Map(etags)))
    log(`s3://${bucket}/${key} changed since the engine was built, and is kept`);
  // The record and the mark are removed last, in one request: if this function is interrupted, a later removal still finds both.
  await removeUnlessChanged(bucket, prefix, etagsOf(listing, record ? [prefix + RECORD, mark] : [mark]));
}

/**
 * The ETags of the objects that jobs wrote. For jobs in the record, the ETags are from the record, so that changed objects are kept; for
 * other jobs, the ETags are from the listing.
 */
function jobOutputs(listing: Listing, prefix: string, record: EngineRecord | undefined): Map<string, string> {
  const jobPrefix = `${prefix}builds/${JOB_PREFIX}${engineKeyOf(prefix).slice(0, 16)}-`;
  const recordedEtags = new Map(Object.entries(record?.objects ?? {}));
  const jobOf = (key: string): string => key.slice(prefix.length).split('/')[1];
  const recordedJobs = new Set([...recordedEtags.keys()].map(jobOf));
  const unrecordedOutputs = [...listing.keys()].filter(
    (key) => key.startsWith(jobPrefix) && !recordedJobs.has(jobOf(key)),
  );
  return new Map([...etagsOf(listing, unrecordedOutputs), ...recordedEtags]);
}

function etagsOf(listing: Listing, keys: string[]): Map<string, string> {
  return new Map(keys.map((key) => [key, listing.get(key)?.etag ?? '']));
}
