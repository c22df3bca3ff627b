import { makeInterfaceFor, removeInterfaceLater } from '../network';
import { pullImages } from '../pull-image';
import { Hosting, MINUTE, SECOND } from '../state';
import type { Job } from './job';
import { readInputs, upload } from './job-files';
import type { JobRun } from './container';
import { writeJobLog } from './job-log';

const PROVISIONING = 3 * MINUTE;
const DOWNLOADS = 2 * MINUTE;
/** From SIGTERM to SIGKILL. */
const GRACE = 2 * MINUTE;
/** How late SageMaker may notice that a job's time is over. */
const LATE = 5 * MINUTE;
/** How long a container runs that says nothing of it. */
const USUAL_SECONDS = 300;
const MESSAGE_CHARACTERS = 1024;

/** Why a job failed before its container did. */
class JobFailure extends Error {}

/** The life of a job from its creation to its end. */
export async function runJob(hosting: Hosting, job: Job): Promise<void> {
  const { world, hooks } = hosting;
  const { request } = job;
  let interfaceId: string | undefined;
  try {
    await sleepUnlessStopped(hosting, job, PROVISIONING);
    if (!isStopping(job)) {
      if (!hooks.hasJobCapacity(request.instanceType)) {
        throw new JobFailure(
          'CapacityError: Unable to provision requested ML compute capacity. Please retry using a different ML instance type.',
        );
      }
      job.started = world.now();
      job.secondaryStatus = 'Downloading';
      interfaceId = await reasoned('make network interfaces', () =>
        makeInterfaceFor(hosting, { owner: request.name, role: request.role, vpc: request.vpc }),
      );
      await runContainer(hosting, job);
    }
    if (isStopping(job)) end(hosting, job, 'Stopped', { secondaryStatus: 'Stopped' });
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    end(hosting, job, isStopping(job) ? 'Stopped' : 'Failed', { reason: error.message });
  }
  const after = world.assumes('sagemaker.job-interfaces-go-later') ? undefined : 0;
  if (interfaceId !== undefined) removeInterfaceLater(hosting, interfaceId, { after });
}

/** A driver of CUDA 12.4 knows no Blackwell GPU. */
function hasOlderDriver({ kind, request }: Job, world: Hosting['world']): boolean {
  const isBlackwell = /^ml\.(g7|p6)/.test(request.instanceType);
  return kind === 'processing' && !isBlackwell && world.assumes('sagemaker.processing-has-an-older-driver');
}

async function runContainer(hosting: Hosting, job: Job): Promise<void> {
  const { world, hooks } = hosting;
  const { request, kind } = job;
  if (request.volumeKey !== undefined) await reasoned('grant the use of the key', () => grantKey(hosting, job));
  await reasoned('pull the image', () => pullImages(world, request.role, [request.image]));
  const files = await reasoned('download the input', () => readInputs(hosting, job));
  await sleepUnlessStopped(hosting, job, DOWNLOADS);
  if (isStopping(job)) return;

  job.secondaryStatus = 'Training';
  const run = await hooks.runs({
    kind,
    name: request.name,
    image: request.image,
    instanceType: request.instanceType,
    cuda: hasOlderDriver(job, world) ? '12.4' : '13.0',
    entrypoint: request.entrypoint,
    files,
    outputFolder: request.outputs[0]?.folder ?? '',
    messageFile: request.messageFile,
  });
  const began = world.now();
  const seconds = run.seconds ?? USUAL_SECONDS;
  const counted = world.assumes('sagemaker.job-time-counts-from-its-container') ? began : (job.started ?? began);
  const limit = counted + request.maximumSeconds * SECOND + LATE * world.random() - began;
  const isOver = seconds * SECOND > limit;
  await sleepUnlessStopped(hosting, job, Math.min(seconds * SECOND, limit));
  await writeJobLog(hosting, job, run.log ?? []);
  if (isStopping(job) || isOver) return stop(hosting, job, run, !isStopping(job));
  job.message = run.message?.slice(0, MESSAGE_CHARACTERS);
  job.secondaryStatus = 'Uploading';
  const { exitCode = 0 } = run;
  if (exitCode === 0 || world.assumes('sagemaker.failed-job-uploads')) {
    await reasoned('upload the output', () => upload(hosting, job, run.files ?? {}));
  }
  if (exitCode !== 0) throw new JobFailure(failureReason(job, exitCode));
  // Too late: what is uploaded is uploaded.
  if (!isStopping(job)) end(hosting, job, 'Completed', { secondaryStatus: 'Completed' });
}

/** A container that ends by SIGTERM or SIGKILL. */
async function stop(hosting: Hosting, job: Job, { unfinished = {} }: JobRun, isOver: boolean): Promise<void> {
  job.status = 'Stopping';
  job.secondaryStatus = 'Stopping';
  await hosting.world.sleep(GRACE);
  if (hosting.world.assumes('sagemaker.stopped-job-uploads')) await upload(hosting, job, unfinished).catch(() => {});
  end(hosting, job, 'Stopped', { secondaryStatus: isOver ? 'MaxRuntimeExceeded' : 'Stopped' });
}

function end(
  { world }: Hosting,
  job: Job,
  status: Job['status'],
  { reason, secondaryStatus = status }: { reason?: string; secondaryStatus?: string },
): void {
  job.status = status;
  job.secondaryStatus = secondaryStatus;
  job.failureReason = reason;
  job.modified = world.now();
  if (job.started !== undefined) job.ended = world.now();
}

/** A training job's reason has what its container wrote; a processing job's message is a field of its own. */
function failureReason({ kind, message = '' }: Job, exitCode: number): string {
  return kind === 'training'
    ? `AlgorithmError: ${message}, exit code: ${exitCode}`
    : 'AlgorithmError: See job logs for more information';
}

async function grantKey({ world }: Hosting, { request }: Job): Promise<void> {
  const principal = { role: request.role, service: 'sagemaker.amazonaws.com' };
  const input = { KeyId: request.volumeKey, GranteePrincipal: request.role, Operations: ['Decrypt'] };
  const { GrantId } = await world.call({ principal, service: 'kms', operation: 'CreateGrant', input });
  world.after(DOWNLOADS, async () => {
    const grant = { KeyId: request.volumeKey, GrantId };
    await world.call({ principal, service: 'kms', operation: 'RetireGrant', input: grant }).catch(() => undefined);
  });
}

async function sleepUnlessStopped({ world }: Hosting, { stopping }: Job, milliseconds: number): Promise<void> {
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([world.sleep(milliseconds), stopped]);
}

function isStopping({ status }: Job): boolean {
  return status === 'Stopping';
}

async function reasoned<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw new JobFailure(`ClientError: Failed to ${what}: ${(error as Error).message}`);
  }
}
