import { writeLastLinesLater } from './container-log';
import { configOf } from './endpoint-configs';
import { modelOf } from './models';
import { makeGrants, removeInterfaceLater, retireGrantsLater } from './network';
import { startInstance } from './start-instance';
import type { Endpoint, EndpointConfig, Fleet, Hosting, Instance, Variant } from './state';
import { AwsError } from '../call';

/** What an update keeps of the variants that are there. */
export interface Retained {
  readonly counts: boolean;
  readonly weights: boolean;
  readonly capture: boolean;
}

export function makeFleet(
  hosting: Hosting,
  endpointName: string,
  config: EndpointConfig,
  live?: Fleet,
  retained: Retained = { counts: false, weights: false, capture: false },
): Fleet {
  configOf(hosting, config.name);
  const { ProductionVariants, ShadowProductionVariants = [], ExecutionRoleArn } = config.input;
  const variants = [...ProductionVariants, ...ShadowProductionVariants].map((input): Variant => {
    const model = modelOf(hosting, input.ModelName);
    const old = live?.variants.find(({ name }) => name === input.VariantName);
    return {
      name: input.VariantName,
      model,
      overrides: new Map(
        (input.InstancePools ?? []).flatMap(({ InstanceType, ModelNameOverride: name }) =>
          name === undefined ? [] : [[InstanceType, modelOf(hosting, name)] as const],
        ),
      ),
      config: input,
      isShadow: ShadowProductionVariants.includes(input),
      role: ExecutionRoleArn ?? model.input.ExecutionRoleArn,
      instances: [],
      desiredCount: old && retained.counts ? old.desiredCount : input.InitialInstanceCount,
      weight: old && retained.weights ? old.weight : (input.InitialVariantWeight ?? 1),
      hasServed: false,
    };
  });
  const { capture } = live && retained.capture ? live : { capture: config.input.DataCaptureConfig };
  return { endpointName, config, variants, capture, grants: [], isGone: false };
}

/** Starts all instances of a fleet. Those that start after another has failed are given back. */
export async function startFleet(hosting: Hosting, fleet: Fleet): Promise<void> {
  await makeGrants(hosting, fleet);
  await Promise.all(fleet.variants.map((variant) => startInstances(hosting, fleet, variant, variant.desiredCount)));
}

export async function startInstances(hosting: Hosting, fleet: Fleet, variant: Variant, count: number): Promise<void> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startInstance(hosting, fleet, variant)));
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failed = starts.find((start) => start.status === 'rejected');
  if (fleet.isGone || failed) for (const instance of started) giveBack(hosting, instance);
  else variant.instances.push(...started);
  if (failed) throw failed.reason;
}

/** Ends the newest instances of a variant. */
export function endInstances(hosting: Hosting, variant: Variant, count: number): void {
  for (const instance of variant.instances.splice(variant.instances.length - count, count)) giveBack(hosting, instance);
}

export function endFleet(hosting: Hosting, fleet: Fleet): void {
  fleet.isGone = true;
  for (const variant of fleet.variants) {
    for (const { id } of variant.instances) writeLastLinesLater(hosting, fleet, variant, id);
    endInstances(hosting, variant, variant.instances.length);
  }
  if (fleet.grants.length > 0) retireGrantsLater(hosting, fleet);
}

/** The quota counts every instance of a type, those of both fleets of an update included, and of pools the instances that there are. */
export function refuseBeyondQuota(hosting: Hosting, added: readonly { type: string; count: number }[]): void {
  const { endpoints, hooks } = hosting;
  for (const { type, count } of added) {
    const used = [...endpoints.values()]
      .flatMap(fleetsOf)
      .flatMap(({ variants }) => variants)
      .reduce((sum, variant) => sum + countOf(variant, type), 0);
    const wanted = added.filter((other) => other.type === type).reduce((sum, other) => sum + other.count, 0);
    const limit = hooks.instanceLimit(type);
    if (count > 0 && used + wanted > limit)
      throw new AwsError(
        'ResourceLimitExceeded',
        `The account-level service limit '${type} for endpoint usage' is ${limit} Instances, with current utilization of ${used} Instances and a request delta of ${wanted} Instances. Please use AWS Service Quotas to request an increase for this quota. If AWS Service Quotas is not available, contact AWS support to request an increase for this quota.`,
      );
  }
}

function countOf({ config, desiredCount, instances }: Variant, type: string): number {
  if (config.InstancePools) return instances.filter((instance) => instance.type === type).length;
  return config.InstanceType === type ? desiredCount : 0;
}

export function fleetsOf({ fleet, green }: Endpoint): Fleet[] {
  return green ? [fleet, green.fleet] : [fleet];
}

export function giveBack(hosting: Hosting, { interfaceId }: Instance): void {
  if (interfaceId) removeInterfaceLater(hosting, interfaceId);
}
