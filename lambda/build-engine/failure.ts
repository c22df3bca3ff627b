import type { EngineProperties } from '../../lib/engine/engine-properties';
import type { Job } from './jobs';

/** How long SageMaker may say that it cannot assume a role that was made a moment ago: IAM is eventually consistent. */
const ROLE_MILLISECONDS = 5 * 60_000;

const THROTTLED = ['ThrottlingException', 'Throttling', 'TooManyRequestsException', 'RequestLimitExceeded', 'SlowDown'];

/** Why there is no engine, in one sentence. */
export class EngineFailure extends Error {}

/** Whether the same request may succeed later: throttling, a quota that other jobs use, a new role, a failure of the service itself. */
export function mayPass(error: Error & { $metadata?: { httpStatusCode?: number } }, since: Date): boolean {
  const { name, message, $metadata } = error;
  if (THROTTLED.includes(name) || ($metadata?.httpStatusCode ?? 0) >= 500) return true;
  if (name === 'ResourceLimitExceeded') return !isQuotaZero(message);
  return /assume role/i.test(message) && Date.now() - +since < ROLE_MILLISECONDS;
}

/** Why a request was rejected. */
export function describeError(properties: EngineProperties, { name, message }: Error): string {
  if (name !== 'ResourceLimitExceeded') return `${name}: ${message}`;
  const { InstanceType, Job: kind } = properties;
  const quota = `the quota '${InstanceType} for ${kind} job usage' of Amazon SageMaker`;
  return isQuotaZero(message)
    ? `${quota} is 0 in this account and region; request an increase in Service Quotas, and deploy again`
    : `${quota} is in use by other jobs (${message}); deploy again when they have ended, or request an increase in Service Quotas`;
}

/** Why a job that has ended left no engine. */
export function describeEnd(properties: EngineProperties, job: Job): string {
  const { InstanceType, MaxRuntimeInSeconds } = properties;
  if (job.status === 'Stopped') {
    const minutes = Math.round(Number(MaxRuntimeInSeconds) / 60);
    if (!job.timedOut) return 'it was stopped';
    return `it did not end within ${minutes} minutes${wayOut(properties) || '; increase maxBuildTime to at most 11 hours'}`;
  }
  if (/CapacityError/.test(job.reason)) {
    return `AWS had no free capacity for ${InstanceType} (${job.reason}); deploy again later${wayOut(properties, 'or ')}`;
  }
  return job.reason || 'SageMaker gave no reason';
}

export function describeTimeout(properties: EngineProperties, minutes: number, last?: string): string {
  const reason = last === undefined ? '' : ` (${last})`;
  return `it did not end within ${minutes} minutes, the start of its instance included${reason}${wayOut(properties)}`;
}

/** In a deployment there is an hour; ahead of it there are twelve. */
function wayOut({ WaitHandle }: EngineProperties, or = ''): string {
  return WaitHandle
    ? ''
    : `; ${or}build the engine ahead of the deployment with TensorRtEngine, which may take 11 hours`;
}

/** Such as "The account-level service limit 'ml.g5.xlarge for processing job usage' is 0 Instances, with current utilization of 0 Instances". */
function isQuotaZero(message: string): boolean {
  return / is 0 Instances/i.test(message);
}
