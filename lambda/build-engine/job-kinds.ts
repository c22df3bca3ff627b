import type { EngineProperties, JobKind } from '../../lib/contracts/engine-properties';
import type { BuildState } from './build-state';
import { describeJobEnd } from './failure';
import { Job, lastJob, titleOf } from './jobs';

/**
 * Matches messages about a GPU driver that is too old for the image. They are from the build program (lib/engine/container), or from the
 * NVIDIA container runtime (libnvidia-container, "requirement error"), which then does not start the container.
 */
const OLD_DRIVER = /driver of this machine|unsatisfied condition: cuda/i;

/** Returns the properties of a build that uses the given kind of job. */
export function withKind(properties: EngineProperties, kind: JobKind | undefined): EngineProperties {
  const { Job: preferredKind, OtherJob } = properties;
  return kind === OtherJob && kind !== undefined ? { ...properties, Job: kind, OtherJob: preferredKind } : properties;
}

/** The properties of a build, once for each possible kind of job. */
export function withEachKind(properties: EngineProperties): EngineProperties[] {
  const { OtherJob } = properties;
  return OtherJob === undefined ? [properties] : [properties, withKind(properties, OtherJob)];
}

/** The kind of job to use. If a different kind was tried first, also the failure of that kind. */
type JobKindChoice = Required<Pick<BuildState, 'kind'>> & Pick<BuildState, 'firstKindFailure'>;

/**
 * The kind of job to try first: the preferred kind (`Job`), or the other kind if the GPU driver in the last job of the preferred kind was
 * too old. If the drivers of both kinds were too old, the preferred kind.
 */
export async function chooseKind(properties: EngineProperties): Promise<JobKindChoice> {
  const { Job: kind, OtherJob } = properties;
  if (OtherJob === undefined) return { kind };
  const lastJobOfKind = await lastJob(properties);
  const alternative = lastJobOfKind && alternativeKind(properties, lastJobOfKind);
  if (!alternative) return { kind };
  const lastJobOfOtherKind = await lastJob(withKind(properties, OtherJob));
  return lastJobOfOtherKind && hasOldDriver(lastJobOfOtherKind) ? { kind } : alternative;
}

/**
 * The other kind of job, to try after a job has failed because of an old driver. Undefined after other failures, or if there is no other
 * kind.
 */
export function alternativeKind(properties: EngineProperties, job: Job): JobKindChoice | undefined {
  const { OtherJob } = properties;
  if (OtherJob === undefined || !hasOldDriver(job)) return undefined;
  return { kind: OtherJob, firstKindFailure: `${titleOf(job)}: ${describeJobEnd(properties, job)}` };
}

function hasOldDriver({ status, reason }: Job): boolean {
  return status === 'Failed' && OLD_DRIVER.test(reason);
}
