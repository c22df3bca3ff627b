import { EngineProperties, EngineRecord, RECORD } from '../../lib/engine/engine-properties';
import { list, readJson, write } from '../shared/store';
import { keyOf, outputPrefix } from './job-request';

const PLAN = 'model.plan';
const SIDECAR = 'model.plan.json';

/** What a build says of its engine; the rest of it is for people and for the next synthesis. */
interface Sidecar {
  readonly key?: string;
  readonly bytes?: number;
  readonly sha256?: string;
}

/** What a job left: an engine, or why it is none. */
type Output = { readonly record: EngineRecord } | { readonly problem: string };

/** Undefined when there is no engine, or only a record of one. */
export async function readRecord({ Bucket, Prefix }: EngineProperties): Promise<EngineRecord | undefined> {
  const key = Prefix + RECORD;
  const there = await list(Bucket, Prefix);
  if (!there.has(key)) return undefined;
  const record = await readJson<EngineRecord>(Bucket, key);
  return there.get(record.plan)?.bytes === record.bytes ? record : undefined;
}

/** Reads what a completed job has written. */
export async function readOutput(properties: EngineProperties, job: string): Promise<Output> {
  const { Bucket, Prefix } = properties;
  const folder = outputPrefix(properties, job);
  const there = await list(Bucket, `${Prefix}builds/${job}/`);
  const size = there.get(folder + PLAN)?.bytes;
  if (size === undefined) return { problem: `it wrote no ${PLAN}` };
  if (!there.has(folder + SIDECAR)) return { problem: `it wrote no ${SIDECAR}` };
  const sidecar = await readJson<Sidecar>(Bucket, folder + SIDECAR);
  const { key, bytes, sha256 } = sidecar;
  if (key !== keyOf(Prefix)) return { problem: `its ${SIDECAR} has a different key` };
  if (bytes !== size) return { problem: `its ${PLAN} has ${size} bytes in S3, and had ${bytes}` };
  if (sha256 === undefined) return { problem: `its ${SIDECAR} has no SHA-256` };
  const objects = Object.fromEntries([...there].map(([name, { etag }]) => [name, etag]));
  return { record: { key, job, kind: properties.Job, plan: folder + PLAN, bytes, sha256, objects, sidecar } };
}

/** What the jobs of former records wrote stays recorded. */
export async function writeRecord({ Bucket, Prefix }: EngineProperties, record: EngineRecord): Promise<void> {
  const key = Prefix + RECORD;
  const former = (await list(Bucket, key)).has(key) ? await readJson<EngineRecord>(Bucket, key) : undefined;
  const objects = { ...former?.objects, ...record.objects };
  await write(Bucket, key, JSON.stringify({ ...record, objects }));
}
