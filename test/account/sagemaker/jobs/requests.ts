import { AwsError, rejectRequest } from '../../call';
import { limitExceeded } from '../requests';
import type { SageMakerState } from '../state';
import { hasEnded, Job, JobRequest, trainingRequest } from './job';
import { runJob } from './run-job';

/** Sizes of instance stores in GB (EC2 user guide, "Instance store volumes"). */
const INSTANCE_STORES: Readonly<Record<string, number>> = {
  'ml.g4dn.xlarge': 125,
  'ml.g5.xlarge': 250,
  'ml.g6.xlarge': 250,
  'ml.g6e.xlarge': 250,
  'ml.p4d.24xlarge': 8000,
  'ml.p5.48xlarge': 30_400,
};

export async function createJob(state: SageMakerState, input: Record<string, unknown>): Promise<object> {
  const { account, jobs } = state;
  const request = trainingRequest(input);
  const arn = arnOf(state, request.name);
  if (jobs.has(arn)) {
    const message = `Job name must be unique within an AWS account and region, and a job with this name already exists (${arn})`;
    throw new AwsError('ResourceInUse', message);
  }
  checkVolume(request);
  checkQuota(state, request);
  if (account.isSwitchedOn('sagemaker.create-job-assumes-the-role')) await checkRole(state, request);
  const job: Job = {
    request,
    input,
    created: account.now(),
    modified: account.now(),
    status: 'InProgress',
    secondaryStatus: 'Starting',
    stopController: new AbortController(),
  };
  jobs.set(arn, job);
  account.after(0, () => runJob(state, job));
  return { TrainingJobArn: arn };
}

export function describeJob(state: SageMakerState, name: string): object {
  const job = jobOf(state, name);
  const { Tags: _, ...description } = job.input;
  return {
    ...description,
    TrainingJobArn: arnOf(state, name),
    TrainingJobStatus: job.status,
    CreationTime: new Date(job.created),
    LastModifiedTime: new Date(job.modified),
    SecondaryStatus: job.secondaryStatus,
    ...(job.failureReason !== undefined && { FailureReason: job.failureReason }),
    ...(job.started !== undefined && { TrainingStartTime: new Date(job.started) }),
    ...(job.ended !== undefined && { TrainingEndTime: new Date(job.ended) }),
  };
}

export function stopJob(state: SageMakerState, name: string): object {
  const job = jobOf(state, name);
  if (hasEnded(job)) rejectRequest(`The request was rejected because the training job is in status ${job.status}.`);
  job.status = 'Stopping';
  job.secondaryStatus = 'Stopping';
  job.modified = state.account.now();
  job.stopController.abort();
  return {};
}

function jobOf(state: SageMakerState, name: string): Job {
  const job = state.jobs.get(arnOf(state, name));
  if (job) return job;
  if (state.account.isSwitchedOn('sagemaker.missing-job-is-a-validation-exception')) {
    rejectRequest('Requested resource not found.');
  }
  throw new AwsError('ResourceNotFound', `Could not find requested job with name: ${name}`);
}

function checkVolume({ instanceType, volumeGigabytes, volumeKey }: JobRequest): void {
  const instanceStoreSize = INSTANCE_STORES[instanceType];
  if (instanceStoreSize === undefined) return;
  if (volumeKey !== undefined) rejectRequest(`VolumeKmsKeyId cannot be used with the instance type ${instanceType}.`);
  if (volumeGigabytes > instanceStoreSize)
    rejectRequest(`VolumeSizeInGB is larger than the instance store of ${instanceType}.`);
}

function checkQuota({ hooks, jobs, account }: SageMakerState, { instanceType, instanceCount }: JobRequest): void {
  const limit = hooks.jobLimit(instanceType);
  const includesStopping = account.isSwitchedOn('sagemaker.stopping-job-uses-its-quota');
  const usedCount = [...jobs.values()]
    .filter((job) => job.request.instanceType === instanceType && !hasEnded(job))
    .filter(({ status }) => includesStopping || status !== 'Stopping')
    .reduce((sum, { request }) => sum + request.instanceCount, 0);
  if (usedCount + instanceCount <= limit) return;
  throw limitExceeded(`${instanceType} for training job usage`, limit, usedCount, instanceCount);
}

async function checkRole(state: SageMakerState, { role, name }: JobRequest): Promise<void> {
  await state.assumeRole(role, arnOf(state, name)).catch(() => {
    const advice =
      "Please ensure that the role exists and allows principal 'sagemaker.amazonaws.com' to assume the role.";
    rejectRequest(`Could not assume role ${role}. ${advice}`);
  });
}

function arnOf({ arn }: SageMakerState, name: string): string {
  return arn('training-job', name);
}
