import type { EngineProperties } from '../../lib/contracts/engine-properties';
import type { Job } from './jobs';

/** SageMaker may be unable to assume a new role for this long, since IAM is eventually consistent. */
const ROLE_PROPAGATION_MILLISECONDS = 5 * 60_000;

const THROTTLING_ERRORS = [
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
  'RequestLimitExceeded',
  'SlowDown',
];

/** Advice for a build that a deployment cannot do in its hour. */
const OWN_HOST_ADVICE = 'build the engine on your own host with cdk-sagemaker-triton engine';

/** The reason why there is no engine, as one sentence. */
export class EngineFailure extends Error {}

/**
 * Whether the same request may succeed later: after throttling, while other jobs use up a quota, while a new role is not yet usable, and
 * after an error of the service itself.
 *
 * @param since when the build began, in milliseconds since the epoch
 */
export function isTransient(error: Error & { $metadata?: { httpStatusCode?: number } }, since: number): boolean {
  const { name, message, $metadata } = error;
  if (THROTTLING_ERRORS.includes(name) || ($metadata?.httpStatusCode ?? 0) >= 500) return true;
  if (name === 'ResourceLimitExceeded') return !isQuotaZero(message);
  return /assume role/i.test(message) && Date.now() - since < ROLE_PROPAGATION_MILLISECONDS;
}

/** Why SageMaker rejected a request. */
export function describeRejection(properties: EngineProperties, { name, message }: Error): string {
  if (name !== 'ResourceLimitExceeded') return `${name}: ${message}`;
  const quota = `the quota '${properties.InstanceType} for training job usage' of Amazon SageMaker`;
  return isQuotaZero(message)
    ? `${quota} is 0 in this account and region; request an increase in Service Quotas, and deploy again`
    : `${quota} is in use by other jobs (${message}); deploy again when they have ended, or request an increase in Service Quotas`;
}

/** Why a job ended without an engine. */
export function describeJobEnd(properties: EngineProperties, job: Job): string {
  const { InstanceType, MaxRuntimeInSeconds } = properties;
  if (job.status === 'Stopped') {
    const minutes = Math.round(Number(MaxRuntimeInSeconds) / 60);
    if (!job.timedOut) return 'it was stopped';
    return `it did not end within ${minutes} minutes; ${OWN_HOST_ADVICE}`;
  }
  if (/CapacityError/.test(job.reason)) {
    return `AWS had no free capacity for ${InstanceType} (${job.reason}); deploy again later, or ${OWN_HOST_ADVICE}`;
  }
  return job.reason || 'SageMaker gave no reason';
}

export function describeTimeout(minutes: number, lastError?: string): string {
  const reason = lastError === undefined ? '' : ` (${lastError})`;
  return `it did not end within ${minutes} minutes, the start of its instance included${reason}; ${OWN_HOST_ADVICE}`;
}

/**
 * Matches "The account-level service limit 'ml.g5.xlarge for training job usage' is 0 Instances, with current utilization of 0
 * Instances".
 */
function isQuotaZero(message: string): boolean {
  return / is 0 Instances/i.test(message);
}
