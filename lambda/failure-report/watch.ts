import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeEndpointCommand, DescribeEndpointCommandOutput, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { awaitPermissions } from '../shared/await-permissions';
import { Outcome } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { FailureReportProperties } from './properties';
import { reportFailure } from './report';

/** How far a deployment of an endpoint was seen; it outlives an invocation. */
export interface Progress {
  /** When the watch began, in milliseconds. */
  readonly since: number;
  /** Whether SageMaker was seen working on the deployment. */
  readonly started: boolean;
  /** Whether the containers of the deployment may have received requests. */
  readonly received?: boolean;
  /** Whether it was seen with the configuration of before after that, once: a good update may be seen so for a moment. */
  readonly doubted?: boolean;
  /** What was found when SageMaker began to undo an update: afterwards the old fleet's lines are the newest. */
  readonly report?: Outcome;
}

const POLL_MILLISECONDS = Number(process.env.POLL_MILLISECONDS ?? 5000);
/** For the container's log, for telling CloudFormation, and for invoking the next. */
const RESERVE_MILLISECONDS = 60_000;
/** CloudFormation gives the endpoint its configuration within seconds, as both wait for the same. */
const START_MILLISECONDS = 10 * 60_000;
/** CloudFormation waits an hour for a custom resource. */
const WATCH_MILLISECONDS = 55 * 60_000;

/** Where a watch stands when its invocation ends. */
export type Watched = { readonly outcome: Outcome } | { readonly progress: Progress };

/** Looks at an endpoint until its deployment has ended, or the invocation's time has. */
export async function watch(
  properties: FailureReportProperties,
  stackId: string,
  from: Progress,
  remaining: () => number,
): Promise<Watched> {
  for (let progress = from; ; await sleep(POLL_MILLISECONDS)) {
    const seen = await look(properties, stackId, progress);
    if ('outcome' in seen) return seen;
    ({ progress } = seen);
    const past = Date.now() - progress.since;
    if (past > WATCH_MILLISECONDS) return quiet('The endpoint is still being deployed, and is no longer watched');
    if (!progress.started && past > START_MILLISECONDS)
      return quiet('SageMaker has not started to deploy the endpoint');
    if (remaining() < RESERVE_MILLISECONDS + POLL_MILLISECONDS) return { progress };
  }
}

async function look(properties: FailureReportProperties, stackId: string, progress: Progress): Promise<Watched> {
  const endpoint = await describe(properties.EndpointName);
  const { EndpointStatus: status, FailureReason } = endpoint ?? {};
  const here = endpoint?.EndpointConfigName === properties.EndpointConfigName;
  if (status === 'InService' && here) return quiet('The endpoint serves the deployed configuration');
  const pending = endpoint?.PendingDeploymentSummary?.EndpointConfigName === properties.EndpointConfigName;
  const started = progress.started || here || pending;
  const received = progress.received || (pending && mayReceive(endpoint));
  if (!started) {
    // Something else failed before the endpoint was begun, and CloudFormation must not wait for this.
    return (await isRollingBack(stackId)) ? quiet('The stack is rolling back') : { progress };
  }
  // CloudFormation begins to delete a failed endpoint within seconds, so that this may be the first look since it failed.
  if (status === 'Deleting' && !progress.report && (await isRollingBack(stackId))) {
    return { outcome: await reportFailure(properties, { since: progress.since, received }, FailureReason) };
  }
  if (!endpoint || status === 'Deleting') return quiet('The endpoint was deleted');
  if (status === 'InService' && !progress.doubted && !progress.report) {
    return { progress: { ...progress, started, received, doubted: true } };
  }
  // An update has failed as soon as SageMaker undoes it; CloudFormation may touch the endpoint only when that is done.
  const failed = status === 'RollingBack' || isSettled(status);
  const report =
    progress.report ??
    (failed ? await reportFailure(properties, { since: progress.since, received }, FailureReason) : undefined);
  if (report && isSettled(status)) return { outcome: report };
  return { progress: { ...progress, started, received, report } };
}

/** Whether the new fleet of an update is beyond its start: then it receives requests, or has received some. Where no stage is known, it may. */
function mayReceive({ EndpointStatus, PendingDeploymentSummary: pending }: DescribeEndpointCommandOutput): boolean {
  if (EndpointStatus === 'Creating') return false;
  const stages = pending?.ProductionVariants?.map(({ VariantStatus }) => VariantStatus?.[0]?.Status) ?? [];
  return stages.length === 0 || stages.some((stage) => stage !== 'Creating');
}

/** Statuses in which nothing is going on. InService is one, with the configuration of before. */
function isSettled(status = ''): boolean {
  return ['InService', 'Failed', 'UpdateRollbackFailed'].includes(status);
}

function quiet(reason: string): Watched {
  return { outcome: { status: 'SUCCESS', reason } };
}

/** Undefined when there is no such endpoint. */
async function describe(EndpointName: string): Promise<DescribeEndpointCommandOutput | undefined> {
  try {
    return await new SageMakerClient(awaitPermissions()).send(new DescribeEndpointCommand({ EndpointName }));
  } catch (error) {
    if (/could not find endpoint/i.test((error as Error).message)) return undefined;
    throw error;
  }
}
