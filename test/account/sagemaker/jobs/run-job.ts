import { sageMakerWithRole } from '../../call';
import { createNetworkInterface, removeInterfaceLater } from '../network';
import { pullImages } from '../pull-image';
import { SageMakerState, MINUTE, SECOND } from '../state';
import type { Job } from './job';
import { readInputs, upload } from './job-files';
import type { JobRun } from './job-container';
import { writeJobLog } from './job-log';

/** Simulated durations of the steps before the container starts. */
const PROVISIONING = 3 * MINUTE;
const DOWNLOADS = 2 * MINUTE;
/** Time between SIGTERM and SIGKILL. */
const STOP_GRACE_PERIOD = 2 * MINUTE;
/** Longest time after which SageMaker stops a job that has exceeded its time limit. */
const LONGEST_STOP_DELAY = 5 * MINUTE;
/** Default duration of a container, for a `JobRun` without `seconds`. */
const DEFAULT_CONTAINER_SECONDS = 300;
const MESSAGE_CHARACTERS = 1024;

/** Thrown if a job fails. The message is the FailureReason. */
class JobFailure extends Error {}

/** Simulates a job from its creation to its end. */
export async function runJob(state: SageMakerState, job: Job): Promise<void> {
  const { account, hooks } = state;
  const { request } = job;
  let interfaceId: string | undefined;
  try {
    await sleepUnlessStopped(state, job, PROVISIONING);
    if (!isStopping(job)) {
      if (!hooks.hasJobCapacity(request.instanceType)) {
        throw new JobFailure(
          'CapacityError: Unable to provision requested ML compute capacity. Please retry using a different ML instance type.',
        );
      }
      job.started = account.now();
      job.secondaryStatus = 'Downloading';
      interfaceId = await explainFailure('create network interfaces', () =>
        createNetworkInterface(state, { owner: request.name, role: request.role, vpc: request.vpc }),
      );
      await runContainer(state, job);
    }
    if (isStopping(job)) endJob(state, job, 'Stopped', { secondaryStatus: 'Stopped' });
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    endJob(state, job, isStopping(job) ? 'Stopped' : 'Failed', { reason: error.message });
  }
  const delay = account.isSwitchedOn('sagemaker.job-interfaces-are-deleted-later') ? undefined : 0;
  if (interfaceId !== undefined) removeInterfaceLater(state, interfaceId, { delay });
}

async function runContainer(state: SageMakerState, job: Job): Promise<void> {
  const { account, hooks } = state;
  const { request } = job;
  if (request.volumeKey !== undefined) await explainFailure('grant the use of the key', () => grantKey(state, job));
  await explainFailure('pull the image', () => pullImages(account, request.role, [request.image]));
  const files = await explainFailure('download the input', () => readInputs(state, job));
  await sleepUnlessStopped(state, job, DOWNLOADS);
  if (isStopping(job)) return;

  job.secondaryStatus = 'Training';
  const run = await hooks.runJob({
    name: request.name,
    image: request.image,
    instanceType: request.instanceType,
    cuda: '13.0',
    entrypoint: request.entrypoint,
    files,
    outputFolder: request.outputs[0]?.folder ?? '',
    messageFile: request.messageFile,
  });
  const containerStart = account.now();
  const seconds = run.seconds ?? DEFAULT_CONTAINER_SECONDS;
  const limitStart = account.isSwitchedOn('sagemaker.job-time-counts-from-its-container')
    ? containerStart
    : (job.started ?? containerStart);
  const limit = limitStart + request.maximumSeconds * SECOND + LONGEST_STOP_DELAY * account.random() - containerStart;
  const exceedsLimit = seconds * SECOND > limit;
  await sleepUnlessStopped(state, job, Math.min(seconds * SECOND, limit));
  await writeJobLog(state, job, run.log ?? []);
  if (isStopping(job) || exceedsLimit) return stopContainer(state, job, run, !isStopping(job));
  job.message = run.message?.slice(0, MESSAGE_CHARACTERS);
  job.secondaryStatus = 'Uploading';
  const { exitCode = 0 } = run;
  if (exitCode === 0 || account.isSwitchedOn('sagemaker.failed-job-uploads')) {
    await explainFailure('upload the output', () => upload(state, job, run.files ?? {}));
  }
  if (exitCode !== 0) throw new JobFailure(`AlgorithmError: ${job.message ?? ''}, exit code: ${exitCode}`);
  // If the job was stopped during the upload, it becomes Stopped instead, and the uploaded files remain.
  if (!isStopping(job)) endJob(state, job, 'Completed', { secondaryStatus: 'Completed' });
}

/** Stops the container after the grace period, and uploads unfinished files. */
async function stopContainer(
  state: SageMakerState,
  job: Job,
  { unfinishedFiles = {} }: JobRun,
  exceedsLimit: boolean,
): Promise<void> {
  job.status = 'Stopping';
  job.secondaryStatus = 'Stopping';
  await state.account.sleep(STOP_GRACE_PERIOD);
  if (state.account.isSwitchedOn('sagemaker.stopped-job-uploads'))
    await upload(state, job, unfinishedFiles).catch(() => {});
  endJob(state, job, 'Stopped', { secondaryStatus: exceedsLimit ? 'MaxRuntimeExceeded' : 'Stopped' });
}

function endJob(
  { account }: SageMakerState,
  job: Job,
  status: Job['status'],
  { reason, secondaryStatus = status }: { reason?: string; secondaryStatus?: string },
): void {
  job.status = status;
  job.secondaryStatus = secondaryStatus;
  job.failureReason = reason;
  job.modified = account.now();
  if (job.started !== undefined) job.ended = account.now();
}

/** Grants the role of a job the use of the volume's key, and retires the grant later. */
async function grantKey({ account }: SageMakerState, { request }: Job): Promise<void> {
  const principal = sageMakerWithRole(request.role);
  const input = { KeyId: request.volumeKey, GranteePrincipal: request.role, Operations: ['Decrypt'] };
  const { GrantId } = await account.call({ principal, service: 'kms', operation: 'CreateGrant', input });
  account.after(DOWNLOADS, async () => {
    const grant = { KeyId: request.volumeKey, GrantId };
    await account.call({ principal, service: 'kms', operation: 'RetireGrant', input: grant }).catch(() => undefined);
  });
}

async function sleepUnlessStopped(
  { account }: SageMakerState,
  { stopController }: Job,
  milliseconds: number,
): Promise<void> {
  const { signal } = stopController;
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([account.sleep(milliseconds), stopped]);
}

function isStopping({ status }: Job): boolean {
  return status === 'Stopping';
}

/** Runs an action. If the action fails, throws a `JobFailure` that describes the action and contains the reason. */
async function explainFailure<Result>(action: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new JobFailure(`ClientError: Failed to ${action}: ${(error as Error).message}`);
  }
}
