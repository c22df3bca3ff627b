import { AwsError, rejectRequest } from '../../call';
import { limitExceeded } from '../requests';
import type { SageMakerState } from '../state';
import { hasEnded, Job, JobKind, JobRequest, processingRequest, trainingRequest } from './job';
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

export async function createJob(state: SageMakerState, kind: JobKind, input: Record<string, unknown>): Promise<object> {
  const { account, jobs } = state;
  const request = kind === 'training' ? trainingRequest(input) : processingRequest(input);
  const arn = arnOf(state, kind, request.name);
  if (jobs.has(arn)) {
    const message = `Job name must be unique within an AWS account and region, and a job with this name already exists (${arn})`;
    throw new AwsError('ResourceInUse', message);
  }
  checkVolume(request);
  checkQuota(state, kind, request);
  if (account.isSwitchedOn('sagemaker.create-job-assumes-the-role')) await checkRole(state, kind, request);
  if (kind === 'processing') await checkNetworkPermissions(state, request);
  const job: Job = {
    kind,
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
  return { [`${apiName(kind)}JobArn`]: arn };
}

export function describeJob(state: SageMakerState, kind: JobKind, name: string): object {
  const job = jobOf(state, kind, name);
  const { Tags: _, ...description } = job.input;
  const prefix = apiName(kind);
  return {
    ...description,
    [`${prefix}JobArn`]: arnOf(state, kind, name),
    [`${prefix}JobStatus`]: job.status,
    CreationTime: new Date(job.created),
    LastModifiedTime: new Date(job.modified),
    ...(kind === 'training' && { SecondaryStatus: job.secondaryStatus }),
    ...(kind === 'processing' && job.message !== undefined && { ExitMessage: job.message }),
    ...(job.failureReason !== undefined && { FailureReason: job.failureReason }),
    ...(job.started !== undefined && { [`${prefix}StartTime`]: new Date(job.started) }),
    ...(job.ended !== undefined && { [`${prefix}EndTime`]: new Date(job.ended) }),
  };
}

export function stopJob(state: SageMakerState, kind: JobKind, name: string): object {
  const job = jobOf(state, kind, name);
  if (hasEnded(job)) rejectRequest(`The request was rejected because the ${kind} job is in status ${job.status}.`);
  job.status = 'Stopping';
  job.secondaryStatus = 'Stopping';
  job.modified = state.account.now();
  job.stopController.abort();
  return {};
}

function jobOf(state: SageMakerState, kind: JobKind, name: string): Job {
  const job = state.jobs.get(arnOf(state, kind, name));
  if (job) return job;
  if (state.account.isSwitchedOn('sagemaker.missing-job-is-a-validation-exception')) {
    rejectRequest(
      kind === 'training' ? 'Requested resource not found.' : `Could not find requested job with name: ${name}`,
    );
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

function checkQuota(
  { hooks, jobs, account }: SageMakerState,
  kind: JobKind,
  { instanceType, instanceCount }: JobRequest,
): void {
  const limit = hooks.jobLimit(kind, instanceType);
  const includesStopping = account.isSwitchedOn('sagemaker.stopping-job-uses-its-quota');
  const usedCount = [...jobs.values()]
    .filter((job) => job.kind === kind && job.request.instanceType === instanceType && !hasEnded(job))
    .filter(({ status }) => includesStopping || status !== 'Stopping')
    .reduce((sum, { request }) => sum + request.instanceCount, 0);
  if (usedCount + instanceCount <= limit) return;
  throw limitExceeded(`${instanceType} for ${kind} job usage`, limit, usedCount, instanceCount);
}

async function checkRole(state: SageMakerState, kind: JobKind, { role, name }: JobRequest): Promise<void> {
  await state.assumeRole(role, arnOf(state, kind, name)).catch(() => {
    const advice =
      "Please ensure that the role exists and allows principal 'sagemaker.amazonaws.com' to assume the role.";
    rejectRequest(`Could not assume role ${role}. ${advice}`);
  });
}

/**
 * Actions that the role of a processing job in a VPC must allow (developer guide, "CreateProcessingJob API: Execution Role Permissions").
 */
const NETWORK_ACTIONS = [
  'CreateNetworkInterface',
  'CreateNetworkInterfacePermission',
  'DeleteNetworkInterface',
  'DeleteNetworkInterfacePermission',
  'DescribeNetworkInterfaces',
  'DescribeVpcs',
  'DescribeDhcpOptions',
  'DescribeSubnets',
  'DescribeSecurityGroups',
];

async function checkNetworkPermissions(state: SageMakerState, { role, vpc }: JobRequest): Promise<void> {
  if (!vpc) return;
  for (const action of NETWORK_ACTIONS) {
    if (await state.allowsUnscoped(role, `ec2:${action}`)) continue;
    rejectRequest(`The role ${role} must allow ec2:${action} without conditions or resource filters.`);
  }
}

function apiName(kind: JobKind): string {
  return kind === 'training' ? 'Training' : 'Processing';
}

function arnOf({ arn }: SageMakerState, kind: JobKind, name: string): string {
  return arn(`${kind}-job`, name);
}
