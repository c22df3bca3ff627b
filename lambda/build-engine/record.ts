import { EngineProperties, EngineRecord, RECORD } from '../../lib/contracts/engine-properties';
import { listObjects, readJson, readUnlessDeleted, writeObject } from '../shared/store';
import { engineKeyOf, outputPrefix } from './job-request';

const PLAN = 'model.plan';
const SIDECAR = 'model.plan.json';

/** The JSON file that the build program writes next to the engine. Only properties that this handler reads are listed. */
interface Sidecar {
  readonly key?: string;
  readonly bytes?: number;
  readonly sha256?: string;
}

/** The record of the engine that a job wrote, or why there is no engine. */
type Output = { readonly record: EngineRecord } | { readonly problem: string };

/**
 * Reads the record of an engine; undefined unless the file of the engine exists with the recorded size.
 *
 * @throws SyntaxError if the object is not a record
 */
export async function findEngine({ Bucket, Prefix }: EngineProperties): Promise<EngineRecord | undefined> {
  const listing = await listObjects(Bucket, Prefix);
  const key = Prefix + RECORD;
  if (!listing.has(key)) return undefined;
  const record = await readUnlessDeleted(Bucket, key, () => readJson<Partial<EngineRecord> | null>(Bucket, key));
  if (record === undefined) return undefined;
  if (typeof record?.plan !== 'string') throw new SyntaxError(`s3://${Bucket}/${key} is not the record of an engine`);
  return listing.get(record.plan)?.bytes === record.bytes ? (record as EngineRecord) : undefined;
}

/** Reads the output of a completed job. */
export async function readOutput(properties: EngineProperties, job: string): Promise<Output> {
  const { Bucket, Prefix } = properties;
  const folder = outputPrefix(properties, job);
  const listing = await listObjects(Bucket, `${Prefix}builds/${job}/`);
  const size = listing.get(folder + PLAN)?.bytes;
  if (size === undefined) return { problem: `it wrote no ${PLAN}` };
  if (!listing.has(folder + SIDECAR)) return { problem: `it wrote no ${SIDECAR}` };
  const sidecar = await readJson<Sidecar>(Bucket, folder + SIDECAR);
  const { key, bytes, sha256 } = sidecar;
  if (key !== engineKeyOf(Prefix)) return { problem: `its ${SIDECAR} has a different key` };
  if (bytes !== size) return { problem: `its ${PLAN} has ${size} bytes in S3, and had ${bytes}` };
  if (sha256 === undefined) return { problem: `its ${SIDECAR} has no SHA-256` };
  return { record: { key, job, plan: folder + PLAN, bytes, sha256, sidecar } };
}

export async function writeRecord({ Bucket, Prefix }: EngineProperties, record: EngineRecord): Promise<void> {
  await writeObject(Bucket, Prefix + RECORD, JSON.stringify(record));
}
