import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeEndpointOutput, SageMakerClient } from '@aws-sdk/client-sagemaker';
import type { Context } from 'aws-lambda';
import { FailureReportProperties } from '../../lib/contracts/failure-report-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { EVENT_TIME_LIMIT_MILLISECONDS, RESERVE_MILLISECONDS, UnfinishedError } from '../shared/custom-resource';
import { describeEndpoint } from '../shared/describe-endpoint';
import { Outcome } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { reportFailure } from './report';

/** The observed progress of an endpoint's deployment. Each invocation passes it on to the next one. */
export interface Progress {
  /** When the watch began, in milliseconds since the epoch. */
  readonly since: number;
  /** Whether SageMaker has started the deployment. */
  readonly started: boolean;
  /** Whether the new containers may have received requests. */
  readonly received?: boolean;
  /**
   * Whether one poll has found the endpoint InService with the previous configuration, although the deployment has started. In a successful
   * update this happens only for a moment, so only a second such poll means a failure.
   */
  readonly sawPreviousConfig?: boolean;
  /** The report. It is created when SageMaker begins to roll back: after the rollback, the newest log lines would be from the old fleet. */
  readonly report?: Outcome;
}

const POLL_MILLISECONDS = Number(process.env.POLL_MILLISECONDS ?? 5000);
/**
 * The watch ends if the deployment has not started within this time. Usually, the deployment starts within seconds, since the endpoint has
 * the same dependencies as this resource.
 */
const START_MILLISECONDS = 10 * 60_000;

/**
 * Polls an endpoint until its deployment has ended.
 *
 * @throws UnfinishedError if too little time of the invocation remains
 */
export async function watch(
  properties: FailureReportProperties,
  stackId: string,
  initialProgress: Progress,
  context: Context,
): Promise<Outcome> {
  for (let progress = initialProgress; ; await sleep(POLL_MILLISECONDS)) {
    const result = await poll(properties, stackId, progress);
    if ('status' in result) return result;
    progress = result;
    const elapsed = Date.now() - progress.since;
    if (elapsed > EVENT_TIME_LIMIT_MILLISECONDS)
      return success('The endpoint is still being deployed, and is no longer watched');
    if (!progress.started && elapsed > START_MILLISECONDS)
      return success('SageMaker has not started to deploy the endpoint');
    if (context.getRemainingTimeInMillis() < RESERVE_MILLISECONDS + POLL_MILLISECONDS)
      throw new UnfinishedError({ progress });
  }
}

async function poll(
  properties: FailureReportProperties,
  stackId: string,
  progress: Progress,
): Promise<Outcome | Progress> {
  const endpoint = await describeEndpoint(new SageMakerClient(permissionRetryOptions()), properties.EndpointName);
  const { EndpointStatus: status, FailureReason } = endpoint ?? {};
  const isDeployed = endpoint?.EndpointConfigName === properties.EndpointConfigName;
  if (status === 'InService' && isDeployed) return success('The endpoint serves the deployed configuration');
  const isPending = endpoint?.PendingDeploymentSummary?.EndpointConfigName === properties.EndpointConfigName;
  const started = progress.started || isDeployed || isPending;
  const received = progress.received || (isPending && mayReceive(endpoint));
  if (!started) {
    // If a different resource failed before CloudFormation created the endpoint, do not delay the rollback.
    return (await isRollingBack(stackId)) ? success('The stack is rolling back') : progress;
  }
  // CloudFormation deletes a failed endpoint within seconds, so this may be the first poll after the failure.
  if (status === 'Deleting' && !progress.report && (await isRollingBack(stackId))) {
    return reportFailure(properties, { since: progress.since, received }, FailureReason);
  }
  if (!endpoint || status === 'Deleting') return success('The endpoint was deleted');
  if (status === 'InService' && !progress.sawPreviousConfig && !progress.report) {
    return { ...progress, started, received, sawPreviousConfig: true };
  }
  // An update has failed when SageMaker begins to roll it back. CloudFormation cannot change the endpoint before the end of that rollback.
  const hasFailed = status === 'RollingBack' || isFinal(status);
  const report =
    progress.report ??
    (hasFailed ? await reportFailure(properties, { since: progress.since, received }, FailureReason) : undefined);
  if (report && isFinal(status)) return report;
  return { ...progress, started, received, report };
}

/**
 * Whether the new fleet of an update may receive requests: true if a variant is no longer being created, or if the status of the variants
 * is unknown.
 */
function mayReceive({ EndpointStatus, PendingDeploymentSummary: pending }: DescribeEndpointOutput): boolean {
  if (EndpointStatus === 'Creating') return false;
  const stages = pending?.ProductionVariants?.map(({ VariantStatus }) => VariantStatus?.[0]?.Status) ?? [];
  return stages.length === 0 || stages.some((stage) => stage !== 'Creating');
}

/**
 * Whether the status is final after a failed deployment. InService is also such a status: the endpoint has its previous configuration
 * again.
 */
function isFinal(status = ''): boolean {
  return ['InService', 'Failed', 'UpdateRollbackFailed'].includes(status);
}

function success(reason: string): Outcome {
  return { status: 'SUCCESS', reason };
}
