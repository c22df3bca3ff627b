import { createHash } from 'crypto';
import {
  CreateProcessingJobCommand,
  CreateTrainingJobCommand,
  DescribeProcessingJobCommand,
  DescribeTrainingJobCommand,
  SageMakerClient,
  StopProcessingJobCommand,
  StopTrainingJobCommand,
} from '@aws-sdk/client-sagemaker';
import { EngineProperties, JOB_PREFIX, JobKind } from '../../lib/engine/engine-properties';
import { awaitPermissions } from '../shared/await-permissions';
import { keyOf, processingJob, trainingJob } from './job-request';

const client = new SageMakerClient(awaitPermissions());

/** A job as SageMaker describes it. */
export interface Job {
  readonly name: string;
  readonly kind: JobKind;
  readonly status: string;
  /** The role that it runs with: that of the stack that created it. */
  readonly roleArn: string;
  /** Why it failed, in the words of the build or of SageMaker. */
  readonly reason: string;
  /** Whether it ran as long as it was allowed to. */
  readonly timedOut: boolean;
}

/**
 * The name of a build. Stacks that share a bucket share the name, and thereby the job; in another bucket the same engine is another job,
 * since a job writes to one place.
 */
export function jobName({ Bucket, Prefix }: EngineProperties, attempt: number): string {
  const place = createHash('sha256').update(`${Bucket}/${Prefix}`).digest('hex');
  return `${JOB_PREFIX}${keyOf(Prefix).slice(0, 16)}-${place.slice(0, 12)}-${attempt}`;
}

/** Undefined when there is no such job. */
export async function describeJob({ Job: kind }: EngineProperties, name: string): Promise<Job | undefined> {
  try {
    return kind === 'training' ? await describeTraining(name) : await describeProcessing(name);
  } catch (error) {
    if (isMissing(error as Error)) return undefined;
    throw error;
  }
}

/** The last attempt; undefined when there was none. */
export async function lastJob(properties: EngineProperties): Promise<Job | undefined> {
  let last: Job | undefined;
  for (let attempt = 1; ; attempt++) {
    const job = await describeJob(properties, jobName(properties, attempt));
    if (!job) return last;
    if (!isEnded(job)) return job; // only an ended one has a successor
    last = job;
  }
}

/** How messages name a job, or that of a record. */
export function titleOf({ kind, name }: { readonly kind?: JobKind; readonly name: string }): string {
  return kind === undefined ? name : `${kind} job ${name}`;
}

async function describeProcessing(name: string): Promise<Job> {
  const job = await client.send(new DescribeProcessingJobCommand({ ProcessingJobName: name }));
  return {
    name,
    kind: 'processing',
    status: job.ProcessingJobStatus ?? '',
    roleArn: job.RoleArn ?? '',
    reason: job.ExitMessage?.trim() || job.FailureReason || '',
    timedOut: ranFor(job.ProcessingStartTime, job.ProcessingEndTime, job.StoppingCondition?.MaxRuntimeInSeconds),
  };
}

async function describeTraining(name: string): Promise<Job> {
  const job = await client.send(new DescribeTrainingJobCommand({ TrainingJobName: name }));
  return {
    name,
    kind: 'training',
    status: job.TrainingJobStatus ?? '',
    roleArn: job.RoleArn ?? '',
    reason: job.FailureReason ?? '',
    timedOut:
      job.SecondaryStatus === 'MaxRuntimeExceeded' ||
      ranFor(job.TrainingStartTime, job.TrainingEndTime, job.StoppingCondition?.MaxRuntimeInSeconds),
  };
}

function ranFor(start: Date | undefined, end: Date | undefined, seconds?: number): boolean {
  return start !== undefined && end !== undefined && seconds !== undefined && +end - +start >= seconds * 1000;
}

/** Creates a job; one that was created before under the name is the same. */
export async function createJob(properties: EngineProperties, name: string): Promise<void> {
  try {
    await (properties.Job === 'training'
      ? client.send(new CreateTrainingJobCommand(trainingJob(properties, name)))
      : client.send(new CreateProcessingJobCommand(processingJob(properties, name))));
  } catch (error) {
    if ((error as Error).name !== 'ResourceInUse') throw error;
  }
}

/** Stops a job; one that has ended, or is not there, needs no stop. */
export async function stopJob({ Job: kind }: EngineProperties, name: string): Promise<void> {
  try {
    await (kind === 'training'
      ? client.send(new StopTrainingJobCommand({ TrainingJobName: name }))
      : client.send(new StopProcessingJobCommand({ ProcessingJobName: name })));
  } catch (error) {
    const { name: code } = error as Error;
    if (!isMissing(error as Error) && code !== 'ValidationException') throw error;
  }
}

export function isEnded({ status }: Job): boolean {
  return ['Completed', 'Failed', 'Stopped'].includes(status);
}

/** SageMaker says it in either way, as of the operation. */
function isMissing({ name, message }: Error): boolean {
  return name.startsWith('ResourceNotFound') || /not find|not found/i.test(message);
}
