import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Stack } from '../cloudformation/stack';
import { containersOf } from '../sagemaker/inputs';
import { modelsServedBy } from '../sagemaker/inference-components/hosting';
import { locationOf, modelDataOf } from '../sagemaker/model-data';
import { hasEnded } from '../sagemaker/jobs/job';
import type { Model } from '../sagemaker/state';
import { Simulation } from '../simulation';
import { planOf } from './engine-build';
import type { ReportViolation } from './invariant';

/** The members of `engine.json`, the record of a finished build, that the checks read. */
interface EngineRecord {
  readonly key: string;
  readonly job: string;
  readonly plan: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Names of jobs that have not ended. */
export function runningJobs({ sagemaker }: Simulation): string[] {
  return sagemaker.jobs.filter((job) => !hasEnded(job)).map(({ request }) => request.name);
}

/** Describes all jobs in the order of their creation, such as `ml.g5.xlarge: Completed`. */
export function describeJobs({ sagemaker }: Simulation): string[] {
  return sagemaker.jobs.map(({ request, status }) => `${request.instanceType}: ${status}`);
}

/** The S3 objects of engine builds in all buckets. */
export function engineObjects({ s3 }: Simulation): string[] {
  return [...s3.buckets].flatMap(([bucket, { objects }]) =>
    [...objects.keys()].filter((key) => key.includes('/_engines/')).map((key) => `s3://${bucket}/${key}`),
  );
}

/** Checks the invariants of TensorRT engines. Must be called when no deployment is in progress. */
export function checkEngineInvariants(aws: Simulation, stack: Stack, report: ReportViolation): void {
  for (const job of runningJobs(aws)) report('no job runs after its deployment', `${job} still runs`);
  checkRecords(aws, report);
  const engines = [...stack.resources.values()].filter(({ type }) => type === 'Custom::TritonEngine');
  const keys = engines.map(({ properties }) => String(properties.Prefix).split('/').at(-2) ?? '');
  for (const { properties, logicalId } of engines) {
    const { objects } = aws.s3.buckets.get(String(properties.Bucket)) ?? { objects: new Map<string, Buffer>() };
    if (!objects.has(`${String(properties.Prefix)}engine.json`)) {
      report('engines match their builds', `${logicalId} has no engine`);
    }
  }
  checkServedEngines(aws, keys, report);
}

/** Checks that each engine with a record is complete, and that the job that built it is Completed. */
function checkRecords(aws: Simulation, report: ReportViolation): void {
  for (const [bucket, { objects }] of aws.s3.buckets) {
    for (const key of [...objects.keys()].filter((name) => /\/_engines\/[0-9a-f]+\/engine\.json$/.test(name))) {
      const record = JSON.parse(String(objects.get(key))) as EngineRecord;
      const reportViolation = (message: string): void =>
        report('engines match their builds', `${bucket}/${key}: ${message}`);
      const plan = objects.get(record.plan);
      if (!plan?.equals(planOf(record.key))) reportViolation(`its engine is ${String(plan)}`);
      else if (plan.length !== record.bytes || sha256(plan) !== record.sha256)
        reportViolation('bytes or SHA-256 differ');
      const job = aws.sagemaker.jobs.find(({ request }) => request.name === record.job);
      if (job?.status !== 'Completed') reportViolation(`its job ${record.job} is ${job?.status}`);
    }
  }
}

/** Checks that endpoints serve exactly the engines that the stack declares. */
function checkServedEngines(aws: Simulation, keys: readonly string[], report: ReportViolation): void {
  const state = aws.sagemaker['state'];
  const servedPlans = [...state.endpoints.values()]
    .flatMap((endpoint) => modelsServedBy(state, endpoint))
    .flatMap(({ model }) => [...modelDataOf(model).map(({ uri }) => uri), ...prefixesOf(model)])
    .flatMap((uri) => plansUnder(aws, uri));
  const declaredPlans = keys.map((key) => planOf(key));
  for (const plan of servedPlans) {
    if (!declaredPlans.some((declaredPlan) => declaredPlan.equals(plan))) {
      report(
        'engines match their builds',
        `the endpoint serves ${String(plan)}, and the stack declares ${keys.join()}`,
      );
    }
  }
  const hasEndpoint = state.endpoints.size > 0;
  for (const plan of declaredPlans) {
    if (hasEndpoint && !servedPlans.some((servedPlan) => servedPlan.equals(plan))) {
      report('engines match their builds', `the endpoint does not serve ${String(plan)}`);
    }
  }
}

/** The engines below a URI. */
function plansUnder({ s3 }: Simulation, uri: string): Buffer[] {
  const { bucket, key } = locationOf(uri);
  return [...(s3.buckets.get(bucket)?.objects ?? [])]
    .filter(([name]) => name.startsWith(key))
    .flatMap(([name, body]): [string, Buffer][] => (name.endsWith('.tar.gz') ? filesOf(body) : [[name, body]]))
    .filter(([name]) => name.endsWith('.plan'))
    .map(([, body]) => body);
}

/** The URI prefixes from which a multi-model endpoint loads models on demand. */
function prefixesOf({ input }: Model): string[] {
  return containersOf(input).flatMap(({ Mode, ModelDataUrl }) =>
    Mode === 'MultiModel' && ModelDataUrl ? [ModelDataUrl] : [],
  );
}

/** The names and contents of the files in a tar.gz archive. Supports only short file names. */
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
