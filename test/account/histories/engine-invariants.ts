import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Stack } from '../cloudformation/stack';
import { containersOf } from '../sagemaker/inputs';
import { locationOf, modelDataOf } from '../sagemaker/model-data';
import { isEnded } from '../sagemaker/jobs/job';
import type { Model } from '../sagemaker/state';
import { Simulation } from '../simulation';
import { planOf } from './engine-build';
import type { Report } from './invariants';

/** The record of an engine, as the publisher reads it. */
interface EngineRecord {
  readonly key: string;
  readonly job: string;
  readonly kind: string;
  readonly plan: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Names of jobs that have not ended. */
export function runningJobs({ sagemaker }: Simulation): string[] {
  return sagemaker.jobs.filter((job) => !isEnded(job)).map(({ request }) => request.name);
}

/** All jobs that there were, in the order of their creation. */
export function jobsOf({ sagemaker }: Simulation): string[] {
  return sagemaker.jobs.map(({ kind, request, status }) => `${kind} on ${request.instanceType}: ${status}`);
}

/** What builds have put into buckets. */
export function engineObjects({ s3 }: Simulation): string[] {
  return [...s3.buckets].flatMap(([bucket, { objects }]) =>
    [...objects.keys()].filter((key) => key.includes('/_engines/')).map((key) => `s3://${bucket}/${key}`),
  );
}

/** What is true of engines whenever nothing happens. */
export function checkEngines(aws: Simulation, stack: Stack, report: Report): void {
  for (const job of runningJobs(aws)) report('no job runs for nobody', `${job} still runs`);
  checkRecords(aws, report);
  const engines = [...stack.resources.values()].filter(({ type }) => type === 'Custom::TritonEngine');
  const keys = engines.map(({ properties }) => String(properties.Prefix).split('/').at(-2) ?? '');
  for (const { properties, logicalId } of engines) {
    const { objects } = aws.s3.buckets.get(String(properties.Bucket)) ?? { objects: new Map<string, Buffer>() };
    if (!objects.has(`${String(properties.Prefix)}engine.json`)) {
      report('an engine is what was built', `there is no engine of ${logicalId}`);
    }
    const claims = [...objects.keys()].filter((key) => key.startsWith(`${String(properties.Prefix)}claims/`));
    if (claims.length === 0) report('an engine is what was built', `nobody claims the engine of ${logicalId}`);
  }
  checkServedEngines(aws, keys, report);
}

/** An engine that has a record is whole, and its job completed. */
function checkRecords(aws: Simulation, report: Report): void {
  for (const [bucket, { objects }] of aws.s3.buckets) {
    for (const key of [...objects.keys()].filter((each) => /\/_engines\/[0-9a-f]+\/engine\.json$/.test(each))) {
      const record = JSON.parse(String(objects.get(key))) as EngineRecord;
      const complain = (what: string): void => report('an engine is what was built', `${bucket}/${key}: ${what}`);
      const plan = objects.get(record.plan);
      if (!plan?.equals(planOf(record.key))) complain(`its engine is ${String(plan)}`);
      else if (plan.length !== record.bytes || sha256(plan) !== record.sha256) complain('bytes or SHA-256 are others');
      const job = aws.sagemaker.jobs.find(({ kind, request }) => kind === record.kind && request.name === record.job);
      if (job?.status !== 'Completed') complain(`its job ${record.job} is ${job?.status}`);
    }
  }
}

/** Instances that start now load the engines that the stack declares. */
function checkServedEngines(aws: Simulation, keys: readonly string[], report: Report): void {
  const served = [...aws.sagemaker['hosting'].endpoints.values()]
    .flatMap(({ fleet }) => fleet.variants)
    .flatMap(({ model }) => [...modelDataOf(model).map(({ uri }) => uri), ...prefixesOf(model)])
    .flatMap((uri) => plansBelow(aws, uri));
  const known = keys.map((key) => planOf(key));
  for (const plan of served) {
    if (!known.some((each) => each.equals(plan))) {
      report(
        'an engine is what was built',
        `the endpoint serves ${String(plan)}, and the stack declares ${keys.join()}`,
      );
    }
  }
  const hasEndpoint = aws.sagemaker['hosting'].endpoints.size > 0;
  for (const plan of known) {
    if (hasEndpoint && !served.some((each) => each.equals(plan))) {
      report('an engine is what was built', `the endpoint does not serve ${String(plan)}`);
    }
  }
}

/** Under an open prefix those of its table: archives of before stay beside them. */
function plansBelow({ s3 }: Simulation, uri: string): Buffer[] {
  const { bucket, key } = locationOf(uri);
  const objects = s3.buckets.get(bucket)?.objects ?? new Map<string, Buffer>();
  const table = key.endsWith('/models/') ? objects.get(key.replace(/models\/$/, 'table.json')) : undefined;
  const declared = table && Object.values(JSON.parse(String(table)) as Record<string, string>);
  return [...objects]
    .filter(([name]) => name.startsWith(key) && (declared?.includes(name.slice(key.length)) ?? true))
    .flatMap(([name, body]): [string, Buffer][] => (name.endsWith('.tar.gz') ? filesOf(body) : [[name, body]]))
    .filter(([name]) => name.endsWith('.plan'))
    .map(([, body]) => body);
}

/** What a multi-model endpoint loads on demand. */
function prefixesOf({ input }: Model): string[] {
  return containersOf(input).flatMap(({ Mode, ModelDataUrl }) =>
    Mode === 'MultiModel' && ModelDataUrl ? [ModelDataUrl] : [],
  );
}

/** The files of an archive with short names. */
function filesOf(archive: Buffer): [string, Buffer][] {
  const tar = gunzipSync(archive);
  const files: [string, Buffer][] = [];
  for (let start = 0; tar[start];) {
    const [name] = tar.toString('utf8', start, start + 100).split('\0');
    const bytes = parseInt(tar.toString('utf8', start + 124, start + 136), 8);
    files.push([name, tar.subarray(start + 512, start + 512 + bytes)]);
    start += 512 + Math.ceil(bytes / 512) * 512;
  }
  return files;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
