import { createHash } from 'crypto';
import {
  CreateTrainingJobCommand,
  DescribeTrainingJobCommand,
  SageMakerClient,
  StopTrainingJobCommand,
} from '@aws-sdk/client-sagemaker';
import { EngineProperties, JOB_PREFIX } from '../../lib/contracts/engine-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { engineKeyOf, trainingJobRequest } from './job-request';

const client = new SageMakerClient(permissionRetryOptions());

/** A job as SageMaker describes it. */
export interface Job {
  readonly name: string;
  readonly status: string;
  /** The role of the job, which belongs to the stack that created the job. */
  readonly roleArn: string;
  /** Why the job failed, according to the build program or SageMaker. */
  readonly reason: string;
  /** Whether the job exceeded its time limit. */
  readonly timedOut: boolean;
}

/**
 * The name of a job, which depends on the bucket and the engine. Stacks that build the same engine in the same bucket therefore share a
 * job. The same engine in a different bucket has a different job, since a job writes to one bucket.
 */
export function jobName({ Bucket, Prefix }: EngineProperties, attempt: number): string {
  const hash = createHash('sha256').update(`${Bucket}/${Prefix}`).digest('hex');
  return `${JOB_PREFIX}${engineKeyOf(Prefix).slice(0, 16)}-${hash.slice(0, 12)}-${attempt}`;
}

/** Describes a job; returns undefined if the job does not exist. */
export async function describeJob(name: string): Promise<Job | undefined> {
  try {
    return await describeTraining(name);
  } catch (error) {
    if (isJobMissing(error as Error)) return undefined;
    throw error;
  }
}

/** The job of the last attempt to build the engine; undefined if there was no attempt. */
export async function lastJob(properties: EngineProperties): Promise<Job | undefined> {
  let last: Job | undefined;
  for (let attempt = 1; ; attempt++) {
    const job = await describeJob(jobName(properties, attempt));
    if (!job) return last;
    if (!isEnded(job)) return job; // a new attempt starts only after the previous job has ended
    last = job;
  }
}

async function describeTraining(name: string): Promise<Job> {
  const job = await client.send(new DescribeTrainingJobCommand({ TrainingJobName: name }));
  return {
    name,
    status: job.TrainingJobStatus ?? '',
    roleArn: job.RoleArn ?? '',
    reason: job.FailureReason ?? '',
    timedOut:
      job.SecondaryStatus === 'MaxRuntimeExceeded' ||
      reachedTimeLimit(job.TrainingStartTime, job.TrainingEndTime, job.StoppingCondition?.MaxRuntimeInSeconds),
  };
}

function reachedTimeLimit(start: Date | undefined, end: Date | undefined, seconds?: number): boolean {
  return start !== undefined && end !== undefined && seconds !== undefined && +end - +start >= seconds * 1000;
}

/** Creates a job, unless a job with this name exists: jobs with equal names are equal. */
export async function createJob(properties: EngineProperties, name: string): Promise<void> {
  try {
    await client.send(new CreateTrainingJobCommand(trainingJobRequest(properties, name)));
  } catch (error) {
    if ((error as Error).name !== 'ResourceInUse') throw error;
  }
}

/** Stops a job, unless it has ended or does not exist. */
export async function stopJob(name: string): Promise<void> {
  try {
    await client.send(new StopTrainingJobCommand({ TrainingJobName: name }));
  } catch (error) {
    const { name: code } = error as Error;
    if (!isJobMissing(error as Error) && code !== 'ValidationException') throw error;
  }
}

export function isEnded({ status }: Job): boolean {
  return ['Completed', 'Failed', 'Stopped'].includes(status);
}

/** Whether an error means that the job does not exist. The name and the message of this error depend on the operation. */
function isJobMissing({ name, message }: Error): boolean {
  return name.startsWith('ResourceNotFound') || /not find|not found/i.test(message);
}
