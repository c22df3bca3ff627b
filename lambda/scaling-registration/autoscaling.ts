import {
  DeregisterScalableTargetCommand,
  PutScheduledActionCommand,
  PutScheduledActionCommandInput,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';
import { VariantRegistration } from '../../lib/contracts/scaling-registration-properties';
import { capitalizeKeys, autoScalingClient, withRetries, targetOf } from './service';

/**
 * Deregisters the scalable target of a variant, if it exists. Application Auto Scaling then also deletes the policies and scheduled actions
 * of the target.
 */
export async function deregister(endpointName: string, variantName: string): Promise<void> {
  await autoScalingClient
    .send(new DeregisterScalableTargetCommand(targetOf(endpointName, variantName)))
    .catch((error: Error) => {
      if (error.name !== 'ObjectNotFoundException') throw error;
    });
}

function suspendedState(isSuspended: boolean) {
  return {
    DynamicScalingInSuspended: isSuspended,
    DynamicScalingOutSuspended: isSuspended,
    ScheduledScalingSuspended: isSuspended,
  };
}

/** Suspends the scaling of the variants that are registered. */
export async function suspend(endpointName: string, variants: VariantRegistration[]): Promise<void> {
  for (const { variantName } of variants) await setSuspended(endpointName, variantName, true);
}

/** Resumes the scaling of the variants that are registered. */
export async function resumeRegistered(endpointName: string, variants: VariantRegistration[]): Promise<void> {
  for (const { variantName } of variants) await setSuspended(endpointName, variantName, false);
}

/**
 * Resumes the scaling of a variant. If the variant is not registered, registers it, since CloudFormation assumes a registered variant.
 *
 * @returns whether the variant was registered before
 */
export async function resume(endpointName: string, variant: VariantRegistration): Promise<boolean> {
  const isRegistered = await setSuspended(endpointName, variant.variantName, false);
  if (!isRegistered) await register(endpointName, variant);
  return isRegistered;
}

/** Suspends or resumes the scaling of a target without changing its limits; returns false if the target does not exist. */
async function setSuspended(endpointName: string, variantName: string, isSuspended: boolean): Promise<boolean> {
  const input = { ...targetOf(endpointName, variantName), SuspendedState: suspendedState(isSuspended) };
  try {
    await withRetries(() => autoScalingClient.send(new RegisterScalableTargetCommand(input)));
    return true;
  } catch (error) {
    if ((error as Error).name !== 'ValidationException') throw error; // no target exists: a new one needs limits
    return false;
  }
}

/** Registers a target with its scheduled actions, in the same way as CloudFormation did at first. */
export async function register(endpointName: string, { variantName, target }: VariantRegistration): Promise<void> {
  if (!target) return;
  const id = targetOf(endpointName, variantName);
  const { minCapacity: MinCapacity, maxCapacity: MaxCapacity, scheduledActions = [] } = target;
  await autoScalingClient.send(
    new RegisterScalableTargetCommand({ ...id, MinCapacity, MaxCapacity, SuspendedState: suspendedState(false) }),
  );
  for (const action of scheduledActions) {
    const input = { ...id, ...(capitalizeKeys(action) as PutScheduledActionCommandInput) };
    await withRetries(() => autoScalingClient.send(new PutScheduledActionCommand(input)));
  }
}
