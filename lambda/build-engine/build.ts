import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import type { EngineProperties } from '../../lib/engine/engine-properties';
import { fill, readManifest } from '../shared/fill';
import { isTimeOver, POLL_MILLISECONDS, RESERVE_MILLISECONDS, Unfinished } from '../shared/invoke-later';
import { Claim, readClaim, writeClaim } from './claims';
import { describeEnd, describeError, describeTimeout, EngineFailure, mayPass } from './failure';
import { createJob, describeJob, isEnded, jobName } from './jobs';
import { readOutput, readRecord, writeRecord } from './record';
import { keepUsed } from './unused';

/** Time to copy sources of any size inside S3. An invocation has three times as much. */
const FILL_MILLISECONDS = 5 * 60_000;

/** What CloudFormation asks for, and how long it may take. */
export interface Request {
  readonly event: CloudFormationCustomResourceEvent;
  readonly properties: EngineProperties;
  readonly context: Context;
  /** In milliseconds since the epoch. */
  readonly deadline: number;
  /** Whether an earlier invocation has begun with it. */
  readonly resumed: boolean;
}

/**
 * Builds an engine, unless it is there: claims it, joins the job that builds it or creates one, waits for its end, and writes the record.
 * What has been done is read from S3 and from the job each time, so that this may end anywhere and be begun again.
 *
 * @returns what was done, in words
 * @throws EngineFailure when there is no engine, Unfinished when another invocation has to go on
 */
export async function build(request: Request): Promise<string> {
  let since = new Date();
  let claimed: Claim | undefined;
  let last: string | undefined;
  for (;;) {
    try {
      claimed ??= await claim(request);
      since = new Date(claimed.since);
      const done = await step(request);
      if (done !== undefined) return done;
      last = undefined;
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof Unfinished) throw error;
      last = describeError(request.properties, error as Error);
      if (!mayPass(error as Error, since)) throw new EngineFailure(last);
    }
    if (Date.now() > request.deadline) {
      const minutes = Math.round((request.deadline - +since) / 60_000);
      throw new EngineFailure(describeTimeout(request.properties, minutes, last));
    }
    if (isTimeOver(request.context)) throw new Unfinished();
    await sleep(POLL_MILLISECONDS);
  }
}

/** A request that failed before fails again for the same reason: CloudFormation may not have received the response. */
async function claim({ event, properties, resumed }: Request): Promise<Claim> {
  const kept = await readClaim(properties, event);
  if (kept?.requestId === event.RequestId) {
    if (kept.failure !== undefined) throw new EngineFailure(kept.failure);
    return kept;
  }
  if (resumed) throw new EngineFailure('its resource was changed or deleted during the build');
  const { StackId: stackId, LogicalResourceId: logicalId, RequestId: requestId } = event;
  const fresh = { stackId, logicalId, requestId, since: new Date().toISOString() };
  await writeClaim(properties, event, fresh);
  await keepUsed(properties);
  return fresh;
}

/** Undefined while there is something to wait for. */
async function step(request: Request): Promise<string | undefined> {
  const { event, properties } = request;
  const record = await readRecord(properties);
  if (record) return `The engine exists already; ${record.job} built it`;
  const current = await readClaim(properties, event);
  if (current?.requestId !== event.RequestId)
    throw new EngineFailure('its resource was changed or deleted during the build');
  const name = current.job ?? (await chooseJob(properties));
  if (name === undefined) return undefined;
  if (current.job === undefined) await writeClaim(properties, event, { ...current, job: name });

  const job = await describeJob(properties, name);
  if (!job) {
    await begin(request, name);
    return undefined;
  }
  if (!isEnded(job)) return undefined;
  if (job.status === 'Completed') {
    const output = await readOutput(properties, job.name);
    if ('problem' in output) throw new EngineFailure(`${job.name} completed, but ${output.problem}`);
    await writeRecord(properties, output.record);
    return `${job.name} built the engine`;
  }
  // The stack that had created it was rolled back or deleted: this one begins anew, with its own role.
  if (job.status === 'Stopped' && !job.timedOut && job.roleArn !== properties.RoleArn) {
    await writeClaim(properties, event, { ...current, job: undefined });
    return undefined;
  }
  throw new EngineFailure(`${job.name}: ${describeEnd(properties, job)}`);
}

/** The job that builds the engine, or the name of a new one; undefined while one is being stopped. */
async function chooseJob(properties: EngineProperties): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const name = jobName(properties, attempt);
    const job = await describeJob(properties, name);
    if (job?.status === 'Stopping') return undefined;
    if (!job || !isEnded(job)) return name;
    // Nobody may have waited for its end.
    if (job.status === 'Completed' && 'record' in (await readOutput(properties, name))) return name;
  }
}

/** Puts the sources where the job reads them, and creates it. What is left of this invocation may be too little for that. */
async function begin({ properties, context }: Request, name: string): Promise<void> {
  if (context.getRemainingTimeInMillis() < FILL_MILLISECONDS) throw new Unfinished();
  const sources = { ...properties, Prefix: `${properties.Prefix}source/` };
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS);
  const declared = await readManifest(sources);
  const { manifest } = declared;
  const { Onnx } = properties;
  const onnx = Onnx ? [{ path: Onnx.Path, key: Onnx.Key, bucket: Onnx.Bucket }] : [];
  await fill(sources, { ...declared, manifest: { ...manifest, copies: [...manifest.copies, ...onnx] } }, signal);
  await createJob(properties, name);
}
