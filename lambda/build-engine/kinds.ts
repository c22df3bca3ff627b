import type { EngineProperties, JobKind } from '../../lib/engine/engine-properties';
import type { Claim } from './claims';
import { describeEnd } from './failure';
import { Job, lastJob, titleOf } from './jobs';

/**
 * What a build writes whose driver is too old for the image (lib/engine/container), and what the NVIDIA container runtime writes that starts no
 * container for this reason (libnvidia-container, "requirement error").
 */
const OLD_DRIVER = /driver of this machine|unsatisfied condition: cuda/i;

/** The properties for a build by a kind of job. */
export function ofKind(properties: EngineProperties, kind: JobKind | undefined): EngineProperties {
  const { Job: usual, OtherJob } = properties;
  return kind === OtherJob && kind !== undefined ? { ...properties, Job: kind, OtherJob: usual } : properties;
}

/** The properties of the kinds of jobs that may build. */
export function kindsOf(properties: EngineProperties): EngineProperties[] {
  const { OtherJob } = properties;
  return OtherJob === undefined ? [properties] : [properties, ofKind(properties, OtherJob)];
}

/** What a claim has of a kind of job: with why it is not the usual one. */
type Choice = Required<Pick<Claim, 'kind'>> & Pick<Claim, 'tried'>;

/** The kind that a build begins with: not one whose driver was too old the last time, unless that of the other one was, too. */
export async function chooseKind(properties: EngineProperties): Promise<Choice> {
  const { Job: kind, OtherJob } = properties;
  if (OtherJob === undefined) return { kind };
  const last = await lastJob(properties);
  const next = last && otherKind(properties, last);
  if (!next) return { kind };
  const lastOther = await lastJob(ofKind(properties, OtherJob));
  return lastOther && hasOldDriver(lastOther) ? { kind } : next;
}

/** The kind to go on with after a job has failed; undefined when there is none whose driver may be newer. */
export function otherKind(properties: EngineProperties, job: Job): Choice | undefined {
  const { OtherJob } = properties;
  if (OtherJob === undefined || !hasOldDriver(job)) return undefined;
  return { kind: OtherJob, tried: `${titleOf(job)}: ${describeEnd(properties, job)}` };
}

function hasOldDriver({ status, reason }: Job): boolean {
  return status === 'Failed' && OLD_DRIVER.test(reason);
}
