import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import type { EngineProperties } from '../../lib/engine/engine-properties';
import { addObjects } from '../shared/add-objects';
import { readManifest } from '../shared/fill';
import { isTimeOver, POLL_MILLISECONDS, RESERVE_MILLISECONDS, Unfinished } from '../shared/invoke-later';
import { Claim, readClaim, writeClaim } from './claims';
import { describeEnd, describeError, describeTimeout, EngineFailure, mayPass } from './failure';
import { createJob, describeJob, isEnded, jobName, titleOf } from './jobs';
import { chooseKind, ofKind, otherKind } from './kinds';
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
  let { properties } = request;
  for (;;) {
    try {
      claimed ??= await claim(request);
      since = new Date(claimed.since);
      if (claimed.kind === undefined) claimed = { ...claimed, ...(await chooseKind(properties)) };
      properties = ofKind(request.properties, claimed.kind);
      const next = await step({ ...request, properties }, claimed);
      if (typeof next === 'string') return next;
      claimed = next;
      last = undefined;
    } catch (error) {
      if (error instanceof EngineFailure || error instanceof Unfinished) throw error;
      last = describeError(properties, error as Error);
      if (!mayPass(error as Error, since)) throw new EngineFailure(afterOther(last, claimed));
    }
    if (Date.now() > request.deadline) {
      const minutes = Math.round((request.deadline - +since) / 60_000);
      throw new EngineFailure(afterOther(describeTimeout(properties, minutes, last), claimed));
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

/** What was done, or the claim as it is while there is something to wait for. */
async function step(request: Request, claimed: Claim): Promise<string | Claim> {
  const { event, properties } = request;
  const record = await readRecord(properties);
  if (record) return `The engine exists already; ${titleOf({ ...record, name: record.job })} built it`;
  const kept = await readClaim(properties, event);
  if (kept?.requestId !== event.RequestId)
    throw new EngineFailure('its resource was changed or deleted during the build');
  const current = { ...claimed, ...kept };
  const goOn = async (more: Partial<Claim>): Promise<Claim> => {
    const changed = { ...current, ...more };
    await writeClaim(properties, event, changed);
    return changed;
  };
  const name = current.job ?? (await chooseJob(properties));
  if (name === undefined) return current;
  if (current.job === undefined) await goOn({ job: name });

  const job = await describeJob(properties, name);
  if (!job) {
    await begin(request, name);
    return current;
  }
  if (!isEnded(job)) return current;
  if (job.status === 'Completed') {
    const output = await readOutput(properties, job.name);
    if ('problem' in output) throw new EngineFailure(`${titleOf(job)} completed, but ${output.problem}`);
    await writeRecord(properties, output.record);
    return `${titleOf(job)} built the engine`;
  }
  // The stack that had created it was rolled back or deleted: this one begins anew, with its own role.
  if (job.status === 'Stopped' && !job.timedOut && job.roleArn !== properties.RoleArn) return goOn({ job: undefined });
  const other = current.tried === undefined ? otherKind(properties, job) : undefined;
  if (other) return goOn({ ...other, job: undefined });
  throw new EngineFailure(afterOther(`${titleOf(job)}: ${describeEnd(properties, job)}`, current));
}

/** A failure of the second kind of job, with that of the first one. */
function afterOther(reason: string, claimed?: Claim): string {
  return claimed?.tried === undefined ? reason : `${reason}. Before it: ${claimed.tried}`;
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
  const complete = { ...declared, manifest: { ...manifest, copies: [...manifest.copies, ...onnx] } };
  await addObjects(sources, complete, [], signal, async () => undefined);
  await createJob(properties, name);
}
