import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { invokeLater } from '../shared/invoke-later';
import { Outcome, respond } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { FailureReportProperties } from './properties';
import { Progress, watch } from './watch';

/** What an invocation leaves for the next: a function lives 15 minutes, and a deployment may take longer. */
interface Continuation {
  readonly event: CloudFormationCustomResourceEvent;
  readonly progress: Progress;
}

/**
 * The custom resource `Custom::TritonFailureReport`. It waits for what the endpoint waits for, so that CloudFormation begins both at once,
 * and fails when the endpoint does, with the reason. Whatever goes wrong here is no reason for a deployment to fail.
 */
export async function handler(
  given: CloudFormationCustomResourceEvent | Continuation,
  context: Context,
): Promise<void> {
  const { event, progress } =
    'progress' in given ? given : { event: given, progress: { since: Date.now(), started: false } };
  const outcome = await outcomeOf(event, progress, context).catch((error: unknown): Outcome => ({
    status: 'SUCCESS',
    reason: `The endpoint was not watched: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
  }));
  if (!outcome) return;
  await respond(event, context, physicalId(event), outcome);
}

/** Undefined when another invocation goes on. */
async function outcomeOf(
  event: CloudFormationCustomResourceEvent,
  progress: Progress,
  context: Context,
): Promise<Outcome | undefined> {
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: 'Nothing to delete' };
  if (event.RequestType === 'Update' && !progress.started && (await isRollingBack(event.StackId))) {
    return { status: 'SUCCESS', reason: 'Not watched: the stack is rolling back' };
  }
  const properties = event.ResourceProperties as unknown as FailureReportProperties;
  const watched = await watch(properties, event.StackId, progress, () => context.getRemainingTimeInMillis());
  if ('outcome' in watched) return watched.outcome;
  const continuation: Continuation = { event, progress: watched.progress };
  await invokeLater(continuation, context);
  return undefined;
}

/** Stays the same for the resource's life: a new one would make CloudFormation delete the old. */
function physicalId(event: CloudFormationCustomResourceEvent): string {
  return 'PhysicalResourceId' in event
    ? event.PhysicalResourceId
    : `failure-report-${event.ResourceProperties.EndpointName}`;
}
