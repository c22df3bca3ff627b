import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineProperties } from '../../lib/contracts/engine-properties';
import { addObjects } from '../shared/add-objects';
import { isTimeAlmostOver, POLL_MILLISECONDS, RESERVE_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import { readManifest } from '../shared/declared-objects';
import { Claim, EngineRequest, readClaimOf, writeClaim } from './claims';
import { describeJobEnd, describeRejection, describeTimeout, EngineFailure, isTransient } from './failure';
import { alternativeKind, chooseKind, withKind } from './job-kinds';
import { createJob, describeJob, isEnded, jobName, titleOf } from './jobs';
import { findEngine, readOutput, writeRecord } from './record';
import { runStep } from './step';
import { unmarkUnused } from './unused';

/** Enough time to copy the sources of any engine within S3. The timeout of an invocation is three times as long. */
const COPY_MILLISECONDS = 5 * 60_000;

const DELETED = 'its resource was changed or deleted during the build';

/**
 * Builds an engine, unless the engine exists: claims the engine (see `Claim`), creates a job or waits for a job that already builds the
 * engine, and writes the record of the engine. All state is in S3 and in the job, so a new invocation can continue where the previous
 * invocation ended.
 *
 * @returns a sentence that describes what was done
 * @throws EngineFailure if there is no engine, UnfinishedError if a new invocation has to continue
 */
export async function build(request: EngineRequest): Promise<string> {
  let startTime = new Date();
  let claim: Claim | undefined;
  let lastError: string | undefined;
  let { properties } = request;
  for (;;) {
    try {
      claim ??= await findOrMakeClaim(request);
      startTime = new Date(claim.since);
      if (claim.kind === undefined) claim = { ...claim, ...(await chooseKind(properties)) };
      properties = withKind(request.properties, claim.kind);
      const step = { request: { ...request, properties }, claim };
      await requireClaim(step.request); // after the resource was deleted, no step may start, not even to write its mark
      const engineOrClaim = await runStep(step.request, () => doNextStep(step.request, step.claim));
      if (typeof engineOrClaim === 'string') return engineOrClaim;
      claim = engineOrClaim;
      lastError = undefined;
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof UnfinishedError) throw error;
      lastError = describeRejection(properties, error as Error);
      if (!isTransient(error as Error, startTime)) throw new EngineFailure(withFirstKindFailure(lastError, claim));
    }
    if (Date.now() > request.deadline) {
      const minutes = Math.round((request.deadline - +startTime) / 60_000);
      throw new EngineFailure(withFirstKindFailure(describeTimeout(properties, minutes, lastError), claim));
    }
    if (isTimeAlmostOver(request.context)) throw new UnfinishedError();
    await sleep(POLL_MILLISECONDS);
  }
}

/**
 * Creates the claim of a request. If the request is repeated, returns its existing claim, or throws the same failure again: CloudFormation
 * may not have received the first response.
 */
async function findOrMakeClaim(request: EngineRequest): Promise<Claim> {
  const { event, properties } = request;
  const storedClaim = await readClaimOf(request);
  if (storedClaim?.failure !== undefined) throw new EngineFailure(storedClaim.failure);
  if (storedClaim) return storedClaim;
  const isContinued = event.deadline !== undefined;
  if (isContinued) throw new EngineFailure(DELETED);
  return runStep(request, async () => {
    const { StackId: stackId, LogicalResourceId: logicalId, RequestId: requestId } = event;
    const claim = { stackId, logicalId, requestId, since: new Date().toISOString() };
    await writeClaim(properties, event, claim);
    await unmarkUnused(properties);
    return claim;
  });
}

/** @throws EngineFailure if the resource was changed or deleted since the request */
async function requireClaim(request: EngineRequest): Promise<Claim> {
  const claim = await readClaimOf(request);
  if (!claim) throw new EngineFailure(DELETED);
  return claim;
}

/**
 * Does the next step of a build. Returns a sentence when the engine exists; otherwise, returns the current claim, and the caller has to
 * wait.
 */
async function doNextStep(request: EngineRequest, claim: Claim): Promise<string | Claim> {
  const { event, properties } = request;
  const stored = await requireClaim(request);
  const record = await findEngine(properties);
  if (record) return `The engine exists already; ${titleOf({ ...record, name: record.job })} built it`;
  const currentClaim = { ...claim, ...stored };
  const updateClaim = async (changes: Partial<Claim>): Promise<Claim> => {
    const changedClaim = { ...currentClaim, ...changes };
    await writeClaim(properties, event, changedClaim);
    return changedClaim;
  };
  const jobToUse = currentClaim.job ?? (await chooseJob(properties));
  if (jobToUse === undefined) return currentClaim;
  if (currentClaim.job === undefined) await updateClaim({ job: jobToUse });

  const job = await describeJob(properties, jobToUse);
  if (!job) {
    await startJob(request, jobToUse);
    return currentClaim;
  }
  if (!isEnded(job)) return currentClaim;
  if (job.status === 'Completed') {
    const output = await readOutput(properties, job.name);
    if ('problem' in output) throw new EngineFailure(`${titleOf(job)} completed, but ${output.problem}`);
    await writeRecord(properties, output.record);
    return `${titleOf(job)} built the engine`;
  }
  // A different stack created the job and was then rolled back or deleted. This stack creates a new job, with its own role.
  if (job.status === 'Stopped' && !job.timedOut && job.roleArn !== properties.RoleArn) {
    return updateClaim({ job: undefined });
  }
  const alternative = currentClaim.firstKindFailure === undefined ? alternativeKind(properties, job) : undefined;
  if (alternative) return updateClaim({ ...alternative, job: undefined });
  throw new EngineFailure(withFirstKindFailure(`${titleOf(job)}: ${describeJobEnd(properties, job)}`, currentClaim));
}

/** Adds the failure of the first kind of job to the failure of the second kind. */
function withFirstKindFailure(reason: string, claim?: Claim): string {
  return claim?.firstKindFailure === undefined ? reason : `${reason}. Before it: ${claim.firstKindFailure}`;
}

/** The name of the job that builds the engine. If there is none, the name for a new job. Undefined while a job is being stopped. */
async function chooseJob(properties: EngineProperties): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const name = jobName(properties, attempt);
    const job = await describeJob(properties, name);
    if (job?.status === 'Stopping') return undefined;
    if (!job || !isEnded(job)) return name;
    // A completed job may have no record yet, if no invocation was waiting when the job ended.
    if (job.status === 'Completed' && 'record' in (await readOutput(properties, name))) return name;
  }
}

/** Copies the sources to the input of the job, and creates the job. */
async function startJob({ properties, context }: EngineRequest, name: string): Promise<void> {
  if (context.getRemainingTimeInMillis() < COPY_MILLISECONDS) throw new UnfinishedError();
  const sources = { ...properties, Prefix: `${properties.Prefix}source/` };
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS);
  const declared = await readManifest(sources);
  const { manifest } = declared;
  const { Onnx } = properties;
  const onnx = Onnx ? [{ path: Onnx.Path, key: Onnx.Key, bucket: Onnx.Bucket }] : [];
  const withOnnx = { ...declared, manifest: { ...manifest, copies: [...manifest.copies, ...onnx] } };
  await addObjects(sources, withOnnx, signal, () => false);
  await createJob(properties, name);
}
