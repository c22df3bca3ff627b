import {
  DeregisterScalableTargetCommand,
  PutScheduledActionCommand,
  PutScheduledActionCommandInput,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';
import { Registration } from '../../lib/scaling/registration-properties';
import { capitalized, client, patiently, targetOf } from './service';

/** With the target go its policies and scheduled actions. A target that is not there is fine. */
export async function deregister(endpointName: string, variantName: string): Promise<void> {
  await client.send(new DeregisterScalableTargetCommand(targetOf(endpointName, variantName))).catch((error: Error) => {
    if (error.name !== 'ObjectNotFoundException') throw error;
  });
}

const RUNNING = {
  DynamicScalingInSuspended: false,
  DynamicScalingOutSuspended: false,
  ScheduledScalingSuspended: false,
};
const SUSPENDED = {
  DynamicScalingInSuspended: true,
  DynamicScalingOutSuspended: true,
  ScheduledScalingSuspended: true,
};

/** Nothing starts or stops instances until it is resumed. A target that is not there scales nothing. */
export async function suspend(endpointName: string, variants: Registration[]): Promise<void> {
  for (const { variantName } of variants) await ifThere(() => setState(endpointName, variantName, SUSPENDED));
}

/** Those that are not there are left alone. */
export async function resumeWhatIsThere(endpointName: string, variants: Registration[]): Promise<void> {
  for (const { variantName } of variants) await ifThere(() => setState(endpointName, variantName, RUNNING));
}

/**
 * A target that is not there is registered, as CloudFormation believes it to be.
 *
 * @returns whether it was there
 */
export async function resume(endpointName: string, variant: Registration): Promise<boolean> {
  const isThere = await ifThere(() => setState(endpointName, variant.variantName, RUNNING));
  if (!isThere) await register(endpointName, variant);
  return isThere;
}

/** What is not given stays: the limits. */
async function setState(endpointName: string, variantName: string, SuspendedState: typeof RUNNING): Promise<void> {
  const input = { ...targetOf(endpointName, variantName), SuspendedState };
  await patiently(() => client.send(new RegisterScalableTargetCommand(input)));
}

/** A target that is not there cannot be registered without limits. */
async function ifThere(request: () => Promise<void>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if ((error as Error).name !== 'ValidationException') throw error;
    return false;
  }
}

/** The target with its scheduled actions, as CloudFormation made it. One that is there already only gets what it has. */
export async function register(endpointName: string, { variantName, target }: Registration): Promise<void> {
  if (!target) return;
  const id = targetOf(endpointName, variantName);
  const { minCapacity: MinCapacity, maxCapacity: MaxCapacity, scheduledActions = [] } = target;
  await client.send(new RegisterScalableTargetCommand({ ...id, MinCapacity, MaxCapacity, SuspendedState: RUNNING }));
  for (const action of scheduledActions) {
    const input = { ...id, ...(capitalized(action) as PutScheduledActionCommandInput) };
    await patiently(() => client.send(new PutScheduledActionCommand(input)));
  }
}
