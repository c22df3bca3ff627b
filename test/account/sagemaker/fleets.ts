import { endpointLog, writeLastLinesLater } from './container-log';
import { requireConfig } from './endpoint-configs';
import { removeCopiesOn } from './inference-components/component';
import { modelOf } from './models';
import { createGrants, removeInterfaceLater, retireGrantsLater } from './network';
import { limitExceeded } from './requests';
import { startInstance } from './start-instance';
import type { Endpoint, EndpointConfig, Fleet, SageMakerState, Instance, Variant } from './state';

/** The properties of the current fleet that an update retains. */
export interface RetainedProperties {
  readonly counts: boolean;
  readonly weights: boolean;
}

/** Creates a fleet, the set of instances for an endpoint configuration. Does not start the instances yet. */
export function createFleet(
  state: SageMakerState,
  endpointName: string,
  config: EndpointConfig,
  current?: Fleet,
  retained: RetainedProperties = { counts: false, weights: false },
): Fleet {
  // Throws if the configuration was deleted.
  requireConfig(state, config.name);
  const { ProductionVariants, ShadowProductionVariants = [], ExecutionRoleArn } = config.input;
  const variants = [...ProductionVariants, ...ShadowProductionVariants].map((input): Variant => {
    const model = input.ModelName === undefined ? undefined : modelOf(state, input.ModelName);
    const oldVariant = current?.variants.find(({ name }) => name === input.VariantName);
    return {
      name: input.VariantName,
      model,
      config: input,
      isShadow: ShadowProductionVariants.includes(input),
      role: ExecutionRoleArn ?? model?.input.ExecutionRoleArn ?? '',
      instances: [],
      desiredCount:
        oldVariant && retained.counts ? retainedCount(state, oldVariant, input) : input.InitialInstanceCount,
      weight: oldVariant && retained.weights ? oldVariant.weight : (input.InitialVariantWeight ?? 1),
      hasServed: false,
      waiting: 0,
    };
  });
  const { DataCaptureConfig: capture } = config.input;
  return { endpointName, config, variants, capture, grants: [], isDeleted: false };
}

/** The instance count that an update retains, within the limits of managed instance scaling. */
function retainedCount({ account }: SageMakerState, { desiredCount }: Variant, input: Variant['config']): number {
  const { Status, MinInstanceCount = 0, MaxInstanceCount = Infinity } = input.ManagedInstanceScaling ?? {};
  if (Status !== 'ENABLED' || !account.isSwitchedOn('sagemaker.retained-counts-respect-the-limits'))
    return desiredCount;
  return Math.min(Math.max(desiredCount, MinInstanceCount), MaxInstanceCount);
}

/** Starts all instances of a fleet. Throws if an instance does not start, and then releases the other instances of its variant. */
export async function startFleet(state: SageMakerState, fleet: Fleet): Promise<void> {
  await createGrants(state, fleet);
  await Promise.all(fleet.variants.map((variant) => startInstances(state, fleet, variant, variant.desiredCount)));
}

export async function startInstances(
  state: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  count: number,
): Promise<void> {
  const results = await Promise.allSettled(Array.from({ length: count }, () => startInstance(state, fleet, variant)));
  const startedInstances = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failedStart = results.find((result) => result.status === 'rejected');
  if (fleet.isDeleted || failedStart) for (const instance of startedInstances) releaseInstance(state, instance);
  else variant.instances.push(...startedInstances);
  if (failedStart) throw failedStart.reason;
}

/** Terminates the newest instances of a variant. */
export function terminateInstances(state: SageMakerState, variant: Variant, count: number): void {
  for (const instance of variant.instances.splice(variant.instances.length - count, count))
    releaseInstance(state, instance);
}

/** Terminates all instances of a fleet. Its network interfaces and KMS grants are removed some minutes later. */
export function terminateFleet(state: SageMakerState, fleet: Fleet): void {
  fleet.isDeleted = true;
  for (const variant of fleet.variants) {
    if (variant.model)
      for (const { id } of variant.instances) writeLastLinesLater(state, endpointLog(fleet, variant, id));
    terminateInstances(state, variant, variant.instances.length);
  }
  if (fleet.grants.length > 0) retireGrantsLater(state, fleet);
}

/**
 * Throws if additional instances exceed a quota. For each existing variant, the desired instances count or, if the variant has instance
 * pools, the running instances.
 */
export function checkInstanceQuota(
  state: SageMakerState,
  additionalInstances: readonly { type: string; count: number }[],
): void {
  const { endpoints, hooks } = state;
  for (const { type, count } of additionalInstances) {
    const usedCount = [...endpoints.values()]
      .flatMap(fleetsOf)
      .flatMap(({ variants }) => variants)
      .reduce((sum, variant) => sum + countOf(variant, type), 0);
    const requested = additionalInstances
      .filter((entry) => entry.type === type)
      .reduce((sum, entry) => sum + entry.count, 0);
    const limit = hooks.instanceLimit(type);
    if (count > 0 && usedCount + requested > limit)
      throw limitExceeded(`${type} for endpoint usage`, limit, usedCount, requested);
  }
}

function countOf({ config, desiredCount }: Variant, type: string): number {
  return config.InstanceType === type ? desiredCount : 0;
}

/** The current fleet of an endpoint and, during an update, the new fleet. */
export function fleetsOf({ fleet, green }: Endpoint): Fleet[] {
  return green ? [fleet, green.fleet] : [fleet];
}

/** Ends the copies of inference components on a terminated instance, and deletes its network interface. */
export function releaseInstance(state: SageMakerState, instance: Instance): void {
  removeCopiesOn(state, instance);
  const { interfaceId } = instance;
  if (interfaceId) removeInterfaceLater(state, interfaceId);
}
