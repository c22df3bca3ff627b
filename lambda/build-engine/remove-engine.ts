import { EngineRecord, JOB_PREFIX, RECORD } from '../../lib/engine/engine-properties';
import { log } from '../shared/log';
import { etagsOfOwn, removeUnchanged } from '../shared/own-objects';
import { list, ListedObject, readJson, unlessDeleted } from '../shared/store';
import { keyOf } from './job-request';

type Listing = ReadonlyMap<string, ListedObject>;

/**
 * Removes an engine: the sources that this library wrote, what jobs left in their folders, claims of requests that failed, and its record.
 * Everything else is someone else's, and stays.
 *
 * @param mark the key of what leads here
 */
export async function removeEngine(bucket: string, prefix: string, mark: string): Promise<void> {
  const there = await list(bucket, prefix);
  const record = there.has(prefix + RECORD) ? await readRecord(bucket, prefix) : undefined;
  const sources = [...there.keys()].filter((key) => key.startsWith(`${prefix}source/`));
  const rest = new Map([...(await etagsOfOwn(bucket, sources)), ...outputs(there, prefix, record)]);
  const claims = [...there.keys()].filter((key) => /\/claims\/[0-9a-f]{32}\.failed\.json$/.test(key));
  const stay = await removeUnchanged(bucket, prefix, new Map([...rest, ...etagsOf(there, claims)]));
  for (const key of stay) log(`s3://${bucket}/${key} changed since the engine was built, and stays`);
  // Last, and with one request: if this ends before, both still say what is left. A record without its engine counts as none.
  await removeUnchanged(bucket, prefix, etagsOf(there, record ? [prefix + RECORD, mark] : [mark]));
}

/** What jobs wrote: of recorded jobs with the ETags that the objects had when the job had ended, of other jobs as the objects are now. */
function outputs(there: Listing, prefix: string, record: EngineRecord | undefined): Map<string, string> {
  const folder = `${prefix}builds/${JOB_PREFIX}${keyOf(prefix).slice(0, 16)}-`;
  const recorded = new Map(Object.entries(record?.objects ?? {}));
  const jobOf = (key: string): string => key.slice(prefix.length).split('/')[1];
  const recordedJobs = new Set([...recorded.keys()].map(jobOf));
  const others = [...there.keys()].filter((key) => key.startsWith(folder) && !recordedJobs.has(jobOf(key)));
  return new Map([...etagsOf(there, others), ...recorded]);
}

function etagsOf(there: Listing, keys: string[]): Map<string, string> {
  return new Map(keys.map((key) => [key, there.get(key)?.etag ?? '']));
}

/** Undefined for what is no record: it is not from this library, and stays. */
async function readRecord(bucket: string, prefix: string): Promise<EngineRecord | undefined> {
  const key = prefix + RECORD;
  const read = unlessDeleted(bucket, key, () => readJson<Partial<EngineRecord> | null>(bucket, key));
  const record = await read.catch((error: Error) => {
    if (!(error instanceof SyntaxError)) throw error;
  });
  return typeof record?.plan === 'string' ? (record as EngineRecord) : undefined;
}
