import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { FailureReportProperties } from '../../lib/contracts/failure-report-properties';
import { EVENT_TIME_LIMIT_MILLISECONDS, RESERVE_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import { Outcome } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { targetOf } from './choose-target';
import { reportFailure } from './report';
import { Target } from './target';

/** The observed progress of a deployment. Each invocation passes it on to the next one. */
export interface Progress {
  /** When the watch began, in milliseconds since the epoch. */
  readonly since: number;
  /** Whether SageMaker has started the deployment. */
  readonly started: boolean;
  /** Whether the new containers may have received requests. */
  readonly received?: boolean;
  /**
   * Whether one poll has found the target in service with the previous version, although the deployment has started. In a successful update
   * this happens only for a moment, so only a second such poll means a failure.
   */
  readonly sawPreviousVersion?: boolean;
  /** The report. It is created when SageMaker begins to roll back: after the rollback, the newest log lines would be from the old fleet. */
  readonly report?: Outcome;
}

const POLL_MILLISECONDS = Number(process.env.POLL_MILLISECONDS ?? 5000);
/**
 * The watch ends if the deployment has not started within this time. Usually, the deployment starts within seconds, since the target has the
 * same dependencies as this resource.
 */
const START_MILLISECONDS = 10 * 60_000;

/** Reports the failure of the deployment, with SageMaker's reason. */
type Report = (received: boolean, failureReason?: string) => Promise<Outcome>;

/**
 * Polls an endpoint or an inference component until its deployment has ended.
 *
 * @throws UnfinishedError if too little time of the invocation remains
 */
export async function watch(
  properties: FailureReportProperties,
  stackId: string,
  initialProgress: Progress,
  context: Context,
): Promise<Outcome> {
  const target = targetOf(properties);
  const report: Report = (received, failureReason) =>
    reportFailure(target, properties, { since: initialProgress.since, received }, failureReason);
  for (let progress = initialProgress; ; await sleep(POLL_MILLISECONDS)) {
    const result = await poll(target, stackId, progress, report);
    if ('status' in result) return result;
    progress = result;
    const elapsed = Date.now() - progress.since;
    if (elapsed > EVENT_TIME_LIMIT_MILLISECONDS)
      return success(`The ${target.kind} is still being deployed, and is no longer watched`);
    if (!progress.started && elapsed > START_MILLISECONDS)
      return success(`SageMaker has not started to deploy the ${target.kind}`);
    if (context.getRemainingTimeInMillis() < RESERVE_MILLISECONDS + POLL_MILLISECONDS)
      throw new UnfinishedError({ progress });
  }
}

async function poll(target: Target, stackId: string, progress: Progress, report: Report): Promise<Outcome | Progress> {
  const { state, isDeployed, isPending, mayReceive, failureReason } = await target.observe();
  if (state === 'inService' && isDeployed) return success(`The ${target.kind} serves the deployed ${target.version}`);
  const started = progress.started || isDeployed || isPending;
  const received = progress.received || (isPending && mayReceive);
  if (!started) {
    // If a different resource failed before CloudFormation created the target, do not delay the rollback.
    return (await isRollingBack(stackId)) ? success('The stack is rolling back') : progress;
  }
  // CloudFormation deletes a failed target within seconds, so this may be the first poll after the failure.
  if (state === 'deleting' && !progress.report && (await isRollingBack(stackId)))
    return report(received, failureReason);
  if (state === 'missing' || state === 'deleting') return success(`The ${target.kind} was deleted`);
  if (state === 'inService' && !progress.sawPreviousVersion && !progress.report) {
    return { ...progress, started, received, sawPreviousVersion: true };
  }
  // An update has failed when SageMaker begins to roll it back. CloudFormation cannot change the target before the end of that rollback.
  const isFinal = state === 'inService' || state === 'failed';
  const hasFailed = state === 'rollingBack' || isFinal;
  const outcome = progress.report ?? (hasFailed ? await report(received, failureReason) : undefined);
  if (outcome && isFinal) return outcome;
  return { ...progress, started, received, report: outcome };
}

function success(reason: string): Outcome {
  return { status: 'SUCCESS', reason };
}
