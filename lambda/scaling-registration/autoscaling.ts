import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApplicationAutoScalingClient,
  DeregisterScalableTargetCommand,
  PutScalingPolicyCommand,
  PutScalingPolicyCommandInput,
  PutScheduledActionCommand,
  PutScheduledActionCommandInput,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';
import { Registration, SCALABLE_DIMENSION, SERVICE_NAMESPACE } from '../../lib/scaling/registration-properties';
import { awaitPermissions } from '../shared/await-permissions';

/** A new target is not known everywhere at once, and two changes of one target exclude each other. */
const PASSING_ERRORS = ['ObjectNotFoundException', 'ConcurrentUpdateException'];
const ATTEMPTS = 6;
const PAUSE_MILLISECONDS = Number(process.env.PAUSE_MILLISECONDS ?? 2000);

const client = new ApplicationAutoScalingClient(awaitPermissions());

function targetOf(endpointName: string, variantName: string) {
  return {
    ServiceNamespace: SERVICE_NAMESPACE,
    ScalableDimension: SCALABLE_DIMENSION,
    ResourceId: `endpoint/${endpointName}/variant/${variantName}`,
  } as const;
}

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

/** A target that is not there is registered, as CloudFormation believes it to be. */
export async function resume(endpointName: string, variants: Registration[]): Promise<void> {
  for (const variant of variants) {
    const isThere = await ifThere(() => setState(endpointName, variant.variantName, RUNNING));
    if (!isThere) await register(endpointName, variant);
  }
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

/** Targets with their scheduled actions and policies. */
export async function restoreVariants(endpointName: string, variants: Registration[]): Promise<void> {
  for (const variant of variants) {
    await register(endpointName, variant);
    const id = targetOf(endpointName, variant.variantName);
    for (const policy of variant.policies) {
      const input = { ...id, ...(capitalized(policy) as PutScalingPolicyCommandInput) };
      await patiently(() => client.send(new PutScalingPolicyCommand(input)));
    }
  }
}

async function patiently(request: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await request();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !PASSING_ERRORS.includes((error as Error).name)) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

/** From the camel case of aws-cdk-lib to the API's; names and structure are the same. */
function capitalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(capitalized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key[0].toUpperCase() + key.slice(1), capitalized(inner)]),
  );
}
