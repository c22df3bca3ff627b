import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApplicationAutoScalingClient,
  DeleteScalingPolicyCommand,
  DeregisterScalableTargetCommand,
  PutScalingPolicyCommand,
  PutScalingPolicyCommandInput,
  PutScheduledActionCommand,
  PutScheduledActionCommandInput,
  RegisterScalableTargetCommand,
} from '@aws-sdk/client-application-auto-scaling';
import {
  RegisteredPolicy,
  Registration,
  ScalableTargetId,
  SERVICE_NAMESPACE,
} from '../../lib/contracts/scaling-registration-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { replaceAlarmAction } from './alarms';

const client = new ApplicationAutoScalingClient(permissionRetryOptions());

/** The errors if a new target is not visible yet (targets are eventually consistent), or if a target is changed concurrently. */
const TRANSIENT_ERRORS = ['ObjectNotFoundException', 'ConcurrentUpdateException'];
const ATTEMPTS = 6;
const PAUSE_MILLISECONDS = Number(process.env.PAUSE_MILLISECONDS ?? 2000);

/** The error of a request with tags for a registered target (hashicorp/terraform-provider-aws#31839). */
const IS_REGISTERED = /tried to tag already exists/;

/**
 * Deregisters a scalable target. Application Auto Scaling then also deletes the policies and scheduled actions of the target.
 *
 * @returns whether the target was registered
 */
export async function deregister(targetId: ScalableTargetId): Promise<boolean> {
  return ifFound(client.send(new DeregisterScalableTargetCommand(targetOf(targetId))));
}

/**
 * Registers a target with its scheduled actions and tags, in the same way as CloudFormation did at first.
 *
 * @param stackTags the tags of the stack, which CloudFormation adds to the tags in the template
 */
export async function register(
  targetId: ScalableTargetId,
  { target }: Registration,
  stackTags: Readonly<Record<string, string>>,
): Promise<void> {
  if (!target) return;
  const id = targetOf(targetId);
  const { minCapacity: MinCapacity, maxCapacity: MaxCapacity, scheduledActions = [], tags = [] } = target;
  const Tags = { ...stackTags, ...Object.fromEntries(tags.map(({ key, value }) => [key, value])) };
  const limits = { ...id, MinCapacity, MaxCapacity };
  const input = Object.keys(Tags).length > 0 ? { ...limits, Tags } : limits;
  await client.send(new RegisterScalableTargetCommand(input)).catch((error: Error) => {
    if (!IS_REGISTERED.test(error.message)) throw error;
    return client.send(new RegisterScalableTargetCommand(limits));
  });
  for (const action of scheduledActions) {
    const actionInput = { ...id, ...(capitalizeKeys(action) as PutScheduledActionCommandInput) };
    await withRetries(() => client.send(new PutScheduledActionCommand(actionInput)));
  }
}

/**
 * Creates policies that CloudFormation assumes to exist. In the alarms of a policy, the new ARN of the policy replaces its previous ARN.
 */
export async function putPolicies(targetId: ScalableTargetId, policies: RegisteredPolicy[]): Promise<void> {
  for (const { alarmNames = [], ...policy } of policies) {
    const input = { ...targetOf(targetId), ...(capitalizeKeys(policy) as PutScalingPolicyCommandInput) };
    const { PolicyARN = '' } = await withRetries(() => client.send(new PutScalingPolicyCommand(input)));
    await replaceAlarmAction(alarmNames, PolicyARN);
  }
}

/** Deletes policies, unless they or their target do not exist. */
export async function deletePolicies(targetId: ScalableTargetId, policies: RegisteredPolicy[]): Promise<void> {
  for (const { policyName: PolicyName } of policies) {
    const input = { ...targetOf(targetId), PolicyName };
    await withRetries(() => ifFound(client.send(new DeleteScalingPolicyCommand(input))));
  }
}

/** The members of a request that identify the scalable target. */
function targetOf({ resourceId: ResourceId, scalableDimension: ScalableDimension }: ScalableTargetId) {
  return { ServiceNamespace: SERVICE_NAMESPACE, ScalableDimension, ResourceId } as const;
}

/** Returns false if the target or policy of a request does not exist. */
async function ifFound(response: Promise<unknown>): Promise<boolean> {
  try {
    await response;
    return true;
  } catch (error) {
    if ((error as Error).name !== 'ObjectNotFoundException') throw error;
    return false;
  }
}

/** Sends a request, and repeats it after a transient error. */
async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (attempt === ATTEMPTS || !TRANSIENT_ERRORS.includes((error as Error).name)) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

/** Converts names from the camel case of aws-cdk-lib to the Pascal case of the API, at any depth. */
function capitalizeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(capitalizeKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key[0].toUpperCase() + key.slice(1), capitalizeKeys(inner)]),
  );
}
