import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { isTimeAlmostOver, POLL_MILLISECONDS } from '../shared/custom-resource';
import { invokeLater } from '../shared/invoke-later';
import { log } from '../shared/log';
import { stackStatus } from '../shared/stack-status';
import { resume, resumeRegistered } from './autoscaling';
import { describeServed, isChanging } from './endpoint';
import { Change, Generation, scalingVariants } from './registrations';
import { restore } from './restore';

/** Longer than the longest update of an endpoint, 8 hours. */
const MAXIMUM_MILLISECONDS = 24 * 3_600_000;

/** The event of an invocation that watches a deployment, and resumes scaling when the deployment has ended, even if it has failed. */
export interface WatchEvent {
  readonly endpointName: string;
  readonly stackId: string;
  /** The generation after a successful deployment. */
  readonly afterSuccess: Generation;
  /** The generation after a rollback. */
  readonly afterRollback: Generation;
  /** When the watch gives up, in milliseconds since the epoch. */
  readonly until: number;
}

/** Starts an invocation that watches a deployment. Call this before you suspend scaling. */
export async function watchLater(
  { endpointName, stackId, before, after, rollingBack }: Change,
  context: Context,
): Promise<void> {
  const [onSuccess, onRollback] = rollingBack ? [before, after] : [after, before];
  const until = Date.now() + MAXIMUM_MILLISECONDS;
  await invokeLater(
    { endpointName, stackId, afterSuccess: onSuccess, afterRollback: onRollback, until } satisfies WatchEvent,
    context,
  );
}

/** Waits until the deployment has ended, if necessary in further invocations, and then resumes scaling. */
export async function watch(event: WatchEvent, context: Context): Promise<void> {
  const { endpointName, stackId, until } = event;
  for (;;) {
    const status = await stackStatus(stackId);
    const endpoint = await describeServed(endpointName);
    if (/COMPLETE|FAILED/.test(status) && !(endpoint && isChanging(endpoint))) {
      if (endpoint) await resumeScaling(event, status.includes('ROLLBACK'), endpoint.configName);
      return;
    }
    if (Date.now() > until) throw new Error(`The deployment of ${endpointName} has not ended`);
    if (isTimeAlmostOver(context)) return invokeLater(event, context);
    await sleep(POLL_MILLISECONDS);
  }
}

async function resumeScaling(
  { endpointName, afterSuccess, afterRollback }: WatchEvent,
  rolledBack: boolean,
  configName?: string,
): Promise<void> {
  const generation = rolledBack ? afterRollback : afterSuccess;
  if (configName !== generation.configName) {
    // The current registrations are unknown: a later deployment has changed them, or the endpoint could not be rolled back.
    await resumeRegistered(endpointName, [...scalingVariants(afterSuccess), ...scalingVariants(afterRollback)]);
    return;
  }
  if (rolledBack) await restore(endpointName, afterSuccess, afterRollback);
  else for (const variant of scalingVariants(afterSuccess)) await resume(endpointName, variant);
  log(`${endpointName} serves ${configName}, and scales`);
}
