import {
  DeregisterScalableTargetCommand,
  PutScheduledActionCommand,
  PutScheduledActionCommandInput,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';
import { Registration, ScalableTargetId } from '../../lib/contracts/scaling-registration-properties';
import { capitalizeKeys, autoScalingClient, withRetries, targetOf } from './service';

/**
 * Deregisters a scalable target, if it exists. Application Auto Scaling then also deletes the policies and scheduled actions of the target.
 */
export async function deregister(targetId: ScalableTargetId): Promise<void> {
  await autoScalingClient.send(new DeregisterScalableTargetCommand(targetOf(targetId))).catch((error: Error) => {
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

/** Suspends scaling, if the target is registered. */
export async function suspend(targetId: ScalableTargetId): Promise<void> {
  await setSuspended(targetId, true);
}

/** Resumes scaling, if the target is registered. */
export async function resumeRegistered(targetId: ScalableTargetId): Promise<void> {
  await setSuspended(targetId, false);
}

/**
 * Resumes scaling. If the target is not registered, registers it, since CloudFormation assumes a registered target.
 *
 * @returns whether the target was registered before
 */
export async function resume(targetId: ScalableTargetId, registration: Registration): Promise<boolean> {
  const isRegistered = await setSuspended(targetId, false);
  if (!isRegistered) await register(targetId, registration);
  return isRegistered;
}

/** Suspends or resumes the scaling of a target without changing its limits; returns false if the target does not exist. */
async function setSuspended(targetId: ScalableTargetId, isSuspended: boolean): Promise<boolean> {
  const input = { ...targetOf(targetId), SuspendedState: suspendedState(isSuspended) };
  try {
    await withRetries(() => autoScalingClient.send(new RegisterScalableTargetCommand(input)));
    return true;
  } catch (error) {
    if ((error as Error).name !== 'ValidationException') throw error; // no target exists: a new one needs limits
    return false;
  }
}

/** Registers a target with its scheduled actions, in the same way as CloudFormation did at first. */
export async function register(targetId: ScalableTargetId, { target }: Registration): Promise<void> {
  if (!target) return;
  const id = targetOf(targetId);
  const { minCapacity: MinCapacity, maxCapacity: MaxCapacity, scheduledActions = [] } = target;
  await autoScalingClient.send(
    new RegisterScalableTargetCommand({ ...id, MinCapacity, MaxCapacity, SuspendedState: suspendedState(false) }),
  );
  for (const action of scheduledActions) {
    const input = { ...id, ...(capitalizeKeys(action) as PutScheduledActionCommandInput) };
    await withRetries(() => autoScalingClient.send(new PutScheduledActionCommand(input)));
  }
}
