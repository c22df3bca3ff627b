import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { componentTargetId, variantTargetId } from '../../lib/contracts/scaling-registration-properties';
import { isTimeAlmostOver, POLL_MILLISECONDS } from '../shared/custom-resource';
import { invokeLater } from '../shared/invoke-later';
import { log } from '../shared/log';
import { stackStatus } from '../shared/stack-status';
import { resume, resumeRegistered } from './autoscaling';
import { ComponentState, describeComponent, requestCopies } from './component';
import { describeServed, ServedEndpoint } from './endpoint';
import { CurrentState, isChanging } from './quiet';
import { Change, Generation, scalingVariants } from './registrations';
import { restore } from './restore';

/** Longer than the longest update of an endpoint, 8 hours. */
const MAXIMUM_MILLISECONDS = 24 * 3_600_000;

interface Watch {
  readonly stackId: string;
  /** When the watch gives up, in milliseconds since the epoch. */
  readonly until: number;
}

interface EndpointWatch extends Watch {
  readonly endpointName: string;
  /** The generation after a successful deployment. */
  readonly afterSuccess: Generation;
  /** The generation after a rollback. */
  readonly afterRollback: Generation;
}

interface ComponentWatch extends Watch {
  readonly inferenceComponentName: string;
  /** The number of copies before the update. */
  readonly copyCount: number;
}

/** The event of an invocation that watches a deployment, and resumes scaling when the deployment has ended, even if it has failed. */
export type WatchEvent = EndpointWatch | ComponentWatch;

/** Starts an invocation that watches the deployment of an endpoint. Call this before you suspend scaling. */
export async function watchEndpointLater(
  { endpointName, stackId, before, after, rollingBack }: Change,
  context: Context,
): Promise<void> {
  const [afterSuccess, afterRollback] = rollingBack ? [before, after] : [after, before];
  const until = Date.now() + MAXIMUM_MILLISECONDS;
  await invokeLater({ endpointName, stackId, afterSuccess, afterRollback, until } satisfies WatchEvent, context);
}

/** Starts an invocation that watches the deployment of an inference component. Call this before you suspend scaling. */
export async function watchComponentLater(component: Omit<ComponentWatch, 'until'>, context: Context): Promise<void> {
  const until = Date.now() + MAXIMUM_MILLISECONDS;
  await invokeLater({ ...component, until } satisfies WatchEvent, context);
}

/** The end of a deployment: the state of the endpoint or component, and whether the deployment was rolled back. */
interface End<State> {
  readonly state: State;
  readonly rolledBack: boolean;
}

/** Waits until the deployment has ended, if necessary in further invocations, and then resumes scaling. */
export async function watch(event: WatchEvent, context: Context): Promise<void> {
  if ('inferenceComponentName' in event) {
    // The clean-up deregisters a component that no longer scales. Its scaling may not be resumed before.
    const end = await waitForEnd(
      event,
      context,
      () => describeComponent(event.inferenceComponentName),
      /(COMPLETE|FAILED)$/,
    );
    if (end) await resumeComponent(event, end);
  } else {
    const end = await waitForEnd(event, context, () => describeServed(event.endpointName));
    if (end) await resumeEndpoint(event, end);
  }
}

/** Returns undefined if a further invocation waits, or if the endpoint or component does not exist. */
async function waitForEnd<State extends CurrentState>(
  event: WatchEvent,
  context: Context,
  describe: () => Promise<State | undefined>,
  endStatus = /COMPLETE|FAILED/,
): Promise<End<State> | undefined> {
  for (;;) {
    const status = await stackStatus(event.stackId);
    const state = await describe();
    if (endStatus.test(status) && !(state && isChanging(state))) {
      return state && { state, rolledBack: status.includes('ROLLBACK') };
    }
    if (Date.now() > event.until) throw new Error(`The deployment of ${event.stackId} has not ended`);
    if (isTimeAlmostOver(context)) {
      await invokeLater(event, context);
      return undefined;
    }
    await sleep(POLL_MILLISECONDS);
  }
}

/**
 * Resumes the scaling of a component. After a rollback, also restores the copies that scaling had added: if the update of the component has
 * failed, CloudFormation restores the component, possibly with the number of copies of an earlier deployment, and sends no event to the
 * registration.
 */
async function resumeComponent(
  { inferenceComponentName, copyCount }: ComponentWatch,
  { state, rolledBack }: End<ComponentState>,
): Promise<void> {
  await resumeRegistered(componentTargetId(inferenceComponentName));
  if (rolledBack && state.copyCount < copyCount) await requestCopies(inferenceComponentName, copyCount);
  log(`${inferenceComponentName} scales`);
}

async function resumeEndpoint(
  { endpointName, afterSuccess, afterRollback }: EndpointWatch,
  { state: { configName }, rolledBack }: End<ServedEndpoint>,
): Promise<void> {
  const generation = rolledBack ? afterRollback : afterSuccess;
  if (configName !== generation.configName) {
    // The current registrations are unknown: a later deployment has changed them, or the endpoint could not be rolled back.
    for (const { variantName } of [...scalingVariants(afterSuccess), ...scalingVariants(afterRollback)]) {
      await resumeRegistered(variantTargetId(endpointName, variantName));
    }
    return;
  }
  if (rolledBack) {
    await restore(endpointName, afterSuccess, afterRollback);
  } else {
    for (const variant of scalingVariants(afterSuccess)) {
      await resume(variantTargetId(endpointName, variant.variantName), variant);
    }
  }
  log(`${endpointName} serves ${configName}, and scales`);
}
