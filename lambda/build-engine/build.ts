import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineProperties } from '../../lib/contracts/engine-properties';
import { addObjects } from '../shared/add-objects';
import { isTimeAlmostOver, POLL_MILLISECONDS, RESERVE_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import { readManifest } from '../shared/declared-objects';
import type { BuildState, EngineRequest } from './build-state';
import { describeJobEnd, describeRejection, describeTimeout, EngineFailure, isTransient } from './failure';
import { createJob, describeJob, isEnded, jobName } from './jobs';
import { findEngine, readOutput, writeRecord } from './record';
import { runStep } from './step';

/** Enough time to copy the sources of any engine within S3. The timeout of an invocation is three times as long. */
const COPY_MILLISECONDS = 5 * 60_000;

/**
 * Builds an engine, unless the engine exists: creates a job or waits for a job that already builds the engine, and writes the record of the
 * engine. A function that was killed is repeated, and then finds the job.
 *
 * @returns a sentence that describes what was done
 * @throws EngineFailure if there is no engine, UnfinishedError if a new invocation has to continue
 */
export async function build(request: EngineRequest): Promise<string> {
  let state: BuildState = request.event.build ?? { since: Date.now() };
  let lastError: string | undefined;
  const { properties } = request;
  for (;;) {
    try {
      const result = await doNextStep(request, state);
      if (typeof result === 'string') return result;
      state = result;
      lastError = undefined;
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof UnfinishedError) throw error;
      lastError = describeRejection(properties, error as Error);
      if (!isTransient(error as Error, state.since)) throw new EngineFailure(lastError);
    }
    if (Date.now() > request.deadline) {
      const minutes = Math.round((request.deadline - state.since) / 60_000);
      throw new EngineFailure(describeTimeout(minutes, lastError));
    }
    if (isTimeAlmostOver(request.context)) throw new UnfinishedError({ build: state });
    await sleep(POLL_MILLISECONDS);
  }
}

/** Does the next step of a build. Returns a sentence when the engine exists; otherwise, the caller has to wait. */
async function doNextStep(request: EngineRequest, state: BuildState): Promise<string | BuildState> {
  const { properties, context } = request;
  const record = await findEngine(properties);
  if (record) return `The engine exists already; ${record.job} built it`;
  const name = state.job ?? (await chooseJob(properties));
  if (name === undefined) return state;
  const job = await describeJob(name);
  if (!job) {
    if (context.getRemainingTimeInMillis() < COPY_MILLISECONDS) throw new UnfinishedError({ build: state });
    await runStep(request, () => startJob(request, name));
  }
  const stateWithJob = { ...state, job: name };
  if (!job || !isEnded(job)) return stateWithJob;
  if (job.status === 'Completed') {
    const output = await readOutput(properties, name);
    if ('problem' in output) throw new EngineFailure(`${name} completed, but ${output.problem}`);
    await runStep(request, () => writeRecord(properties, output.record));
    return `${name} built the engine`;
  }
  // A different stack created the job and was then rolled back or deleted. This stack creates a new job, with its own role.
  if (job.status === 'Stopped' && !job.timedOut && job.roleArn !== properties.RoleArn) {
    return { ...state, job: undefined };
  }
  throw new EngineFailure(`${name}: ${describeJobEnd(properties, job)}`);
}

/** The name of the job that builds the engine. If there is none, the name for a new job. Undefined while a job is being stopped. */
async function chooseJob(properties: EngineProperties): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const name = jobName(properties, attempt);
    const job = await describeJob(name);
    if (job?.status === 'Stopping') return undefined;
    if (!job || !isEnded(job)) return name;
    // A completed job may have no record yet, if no invocation was waiting when the job ended.
    if (job.status === 'Completed' && 'record' in (await readOutput(properties, name))) return name;
  }
}

/** Copies the sources to the input of the job, and creates the job. */
async function startJob({ properties, context }: EngineRequest, name: string): Promise<void> {
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
