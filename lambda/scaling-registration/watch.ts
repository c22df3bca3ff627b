import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { invokeLater, isTimeOver, POLL_MILLISECONDS } from '../shared/invoke-later';
import { log } from '../shared/log';
import { stackStatus } from '../shared/stack-status';
import { resume, resumeWhatIsThere } from './autoscaling';
import { describeEndpoint, isChanging } from './endpoint';
import { giveBack } from './give-back';
import { Change, Generation, scaled } from './registrations';

/** Longer than an update of an endpoint may take: 8 hours. */
const MAXIMUM_MILLISECONDS = 24 * 3_600_000;

/** A deployment whose end is waited for, so that nothing stays suspended whatever becomes of it. */
export interface Watch {
  readonly endpointName: string;
  readonly stackId: string;
  /** What a successful deployment leaves. */
  readonly forward: Generation;
  /** What a failed one leaves. */
  readonly back: Generation;
  /** In milliseconds since the epoch. */
  readonly until: number;
}

/** Watches a deployment from another invocation. It has to begin before anything is suspended. */
export async function watchLater(
  { endpointName, stackId, before, after, rollingBack }: Change,
  context: Context,
): Promise<void> {
  const [forward, back] = rollingBack ? [before, after] : [after, before];
  const until = Date.now() + MAXIMUM_MILLISECONDS;
  await invokeLater({ endpointName, stackId, forward, back, until } satisfies Watch, context);
}

/** Waits until the deployment has ended, by further invocations if need be, and then resumes the scaling of what it left. */
export async function watch(event: Watch, context: Context): Promise<void> {
  const { endpointName, stackId, until } = event;
  for (;;) {
    const status = await stackStatus(stackId);
    const endpoint = await describeEndpoint(endpointName);
    if (/COMPLETE|FAILED/.test(status) && !(endpoint && isChanging(endpoint))) {
      if (endpoint) await conclude(event, status.includes('ROLLBACK'), endpoint.configName);
      return;
    }
    if (Date.now() > until) throw new Error(`The deployment of ${endpointName} has not ended`);
    if (isTimeOver(context)) return invokeLater(event, context);
    await sleep(POLL_MILLISECONDS);
  }
}

async function conclude(
  { endpointName, forward, back }: Watch,
  rolledBack: boolean,
  configName?: string,
): Promise<void> {
  const generation = rolledBack ? back : forward;
  if (configName !== generation.configName) {
    // Another deployment came after, or the endpoint could not go back: what is registered now is not known here.
    await resumeWhatIsThere(endpointName, [...scaled(forward), ...scaled(back)]);
    return;
  }
  if (rolledBack) await giveBack(endpointName, forward, back);
  else for (const variant of scaled(forward)) await resume(endpointName, variant);
  log(`${endpointName} serves ${configName}, and scales`);
}
