import { AwsError } from '../../call';
import { refuse } from '../errors';
import type { Hosting } from '../state';
import { putTags } from '../tags';
import type { Tag } from '../inputs';
import { isEnded, Job, JobKind, JobRequest, processingRequest, trainingRequest } from './job';
import { runJob } from './run-job';

/** GB of the instance stores of types, where there is one (EC2 user guide, "Instance store volumes"). */
const INSTANCE_STORES: Readonly<Record<string, number>> = {
  'ml.g4dn.xlarge': 125,
  'ml.g5.xlarge': 250,
  'ml.g6.xlarge': 250,
  'ml.g6e.xlarge': 250,
  'ml.p4d.24xlarge': 8000,
  'ml.p5.48xlarge': 30_400,
};

export async function createJob(hosting: Hosting, kind: JobKind, input: Record<string, unknown>): Promise<object> {
  const { world, jobs } = hosting;
  const request = kind === 'training' ? trainingRequest(input) : processingRequest(input);
  const arn = arnOf(hosting, kind, request.name);
  if (jobs.has(arn)) {
    const message = `Job name must be unique within an AWS account and region, and a job with this name already exists (${arn})`;
    throw new AwsError('ResourceInUse', message);
  }
  checkVolume(request);
  checkQuota(hosting, kind, request);
  if (world.assumes('sagemaker.create-job-assumes-the-role')) await checkRole(hosting, kind, request);
  if (kind === 'processing') await checkNetworkPermissions(hosting, request);
  const job: Job = {
    kind,
    request,
    input,
    created: world.now(),
    modified: world.now(),
    status: 'InProgress',
    secondaryStatus: 'Starting',
    stopping: new AbortController(),
  };
  jobs.set(arn, job);
  putTags(hosting, arn, input.Tags as Tag[] | undefined);
  world.after(0, () => runJob(hosting, job));
  return { [`${wordOf(kind)}JobArn`]: arn };
}

export function describeJob(hosting: Hosting, kind: JobKind, name: string): object {
  const job = jobOf(hosting, kind, name);
  const { Tags: _, ...description } = job.input;
  const word = wordOf(kind);
  return {
    ...description,
    [`${word}JobArn`]: arnOf(hosting, kind, name),
    [`${word}JobStatus`]: job.status,
    CreationTime: new Date(job.created),
    LastModifiedTime: new Date(job.modified),
    ...(kind === 'training' && { SecondaryStatus: job.secondaryStatus }),
    ...(kind === 'processing' && job.message !== undefined && { ExitMessage: job.message }),
    ...(job.failureReason !== undefined && { FailureReason: job.failureReason }),
    ...(job.started !== undefined && { [`${word}StartTime`]: new Date(job.started) }),
    ...(job.ended !== undefined && { [`${word}EndTime`]: new Date(job.ended) }),
  };
}

export function stopJob(hosting: Hosting, kind: JobKind, name: string): object {
  const job = jobOf(hosting, kind, name);
  if (isEnded(job)) refuse(`The request was rejected because the ${kind} job is in status ${job.status}.`);
  job.status = 'Stopping';
  job.secondaryStatus = 'Stopping';
  job.modified = hosting.world.now();
  job.stopping.abort();
  return {};
}

function jobOf(hosting: Hosting, kind: JobKind, name: string): Job {
  const job = hosting.jobs.get(arnOf(hosting, kind, name));
  if (job) return job;
  if (hosting.world.assumes('sagemaker.missing-job-is-a-validation-exception')) {
    refuse(kind === 'training' ? 'Requested resource not found.' : `Could not find requested job with name: ${name}`);
  }
  throw new AwsError('ResourceNotFound', `Could not find requested job with name: ${name}`);
}

function checkVolume({ instanceType, volumeGigabytes, volumeKey }: JobRequest): void {
  const store = INSTANCE_STORES[instanceType];
  if (store === undefined) return;
  if (volumeKey !== undefined) refuse(`VolumeKmsKeyId cannot be used with the instance type ${instanceType}.`);
  if (volumeGigabytes > store) refuse(`VolumeSizeInGB is larger than the instance store of ${instanceType}.`);
}

function checkQuota({ hooks, jobs, world }: Hosting, kind: JobKind, { instanceType, instanceCount }: JobRequest): void {
  const limit = hooks.jobLimit(kind, instanceType);
  const stops = world.assumes('sagemaker.job-that-stops-uses-its-quota');
  const used = [...jobs.values()]
    .filter((job) => job.kind === kind && job.request.instanceType === instanceType && !isEnded(job))
    .filter(({ status }) => stops || status !== 'Stopping')
    .reduce((sum, { request }) => sum + request.instanceCount, 0);
  if (used + instanceCount <= limit) return;
  throw new AwsError(
    'ResourceLimitExceeded',
    `The account-level service limit '${instanceType} for ${kind} job usage' is ${limit} Instances, with current utilization of ${used} Instances and a request delta of ${instanceCount} Instances. Please use AWS Service Quotas to request an increase for this quota. If AWS Service Quotas is not available, contact AWS support to request an increase for this quota.`,
  );
}

async function checkRole(hosting: Hosting, kind: JobKind, { role, name }: JobRequest): Promise<void> {
  await hosting.assumeRole(role, arnOf(hosting, kind, name)).catch(() => {
    const advice =
      "Please ensure that the role exists and allows principal 'sagemaker.amazonaws.com' to assume the role.";
    refuse(`Could not assume role ${role}. ${advice}`);
  });
}

/** Of a processing job in a VPC (developer guide, "CreateProcessingJob API: Execution Role Permissions"). */
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

async function checkNetworkPermissions(hosting: Hosting, { role, vpc }: JobRequest): Promise<void> {
  if (!vpc) return;
  for (const action of NETWORK_ACTIONS) {
    if (await hosting.allowsUnscoped(role, `ec2:${action}`)) continue;
    refuse(`The role ${role} must allow ec2:${action} without conditions or resource filters.`);
  }
}

function wordOf(kind: JobKind): string {
  return kind === 'training' ? 'Training' : 'Processing';
}

function arnOf({ arn }: Hosting, kind: JobKind, name: string): string {
  return arn(`${kind}-job`, name);
}
