import type { DesiredWeightAndCapacity } from './inputs';
import { endpointOf, refuse, refuseWhileInProgress } from './errors';
import { endInstances, giveBack, refuseBeyondQuota, startInstances } from './fleets';
import { configOf } from './endpoint-configs';
import { startInstance } from './start-instance';
import { MINUTE } from './state';
import type { Endpoint, Hosting, Variant } from './state';

interface Change {
  readonly variant: Variant;
  readonly count: number;
  readonly weight: number;
}

export function updateWeightsAndCapacities(
  hosting: Hosting,
  name: string,
  desired: readonly DesiredWeightAndCapacity[],
): object {
  const { world } = hosting;
  const endpoint = endpointOf(hosting, name);
  refuseWhileInProgress(endpoint);
  if (endpoint.status === 'Failed') refuse(`Cannot update failed endpoint "${endpoint.arn}".`);
  if (world.assumes('sagemaker.scaling-needs-the-configuration')) configOf(hosting, endpoint.fleet.config.name);
  const changes = desired.map(({ VariantName, DesiredInstanceCount, DesiredWeight }): Change => {
    const variant = endpoint.fleet.variants.find((other) => other.name === VariantName);
    if (!variant) return refuse(`Could not find variant "${VariantName}" of the endpoint "${endpoint.arn}".`);
    const count = DesiredInstanceCount ?? variant.desiredCount;
    if (count === 0 && !endpoint.fleet.config.input.AsyncInferenceConfig)
      refuse(`DesiredInstanceCount of the variant "${VariantName}" must be at least 1.`);
    return { variant, count, weight: DesiredWeight ?? variant.weight };
  });
  if (desired.filter(({ DesiredInstanceCount }) => DesiredInstanceCount !== undefined).length > 1)
    refuse('The capacity of only one variant can be updated in a request.');
  refuseBeyondQuota(
    hosting,
    changes.flatMap(({ variant: { config, desiredCount }, count }) =>
      config.InstanceType ? [{ type: config.InstanceType, count: Math.max(0, count - desiredCount) }] : [],
    ),
  );
  endpoint.status = 'Updating';
  endpoint.failureReason = undefined;
  endpoint.modified = world.now();
  world.after(0, () => scale(hosting, endpoint, changes));
  return { EndpointArn: endpoint.arn };
}

async function scale(hosting: Hosting, endpoint: Endpoint, changes: readonly Change[]): Promise<void> {
  const { world } = hosting;
  const before = changes.map(({ variant }) => ({ variant, count: variant.desiredCount, weight: variant.weight }));
  try {
    for (const { variant, count, weight } of changes) {
      variant.desiredCount = count;
      variant.weight = weight;
      if (count > variant.instances.length)
        await startInstances(hosting, endpoint.fleet, variant, count - variant.instances.length);
      else endInstances(hosting, variant, variant.instances.length - count);
    }
    await world.sleep(MINUTE);
  } catch (error) {
    endpoint.status = 'RollingBack';
    endpoint.failureReason = (error as Error).message;
    for (const { variant, count, weight } of before) Object.assign(variant, { desiredCount: count, weight });
    await world.sleep(MINUTE);
  }
  endpoint.status = 'InService';
  endpoint.modified = world.now();
}

const RETRY = 10 * MINUTE;

/** A host fails, and SageMaker replaces it: the new one reads everything anew. The endpoint's status does not say so. */
export async function replaceHost(hosting: Hosting, endpoint: Endpoint, variantName: string): Promise<void> {
  const { fleet } = endpoint;
  const variant = fleet.variants.find(({ name }) => name === variantName);
  if (!variant) throw new Error(`The endpoint ${endpoint.name} has no variant ${variantName}.`);
  endInstances(hosting, variant, 1);
  while (!fleet.isGone && variant.instances.length < variant.desiredCount) {
    try {
      const instance = await startInstance(hosting, fleet, variant);
      if (fleet.isGone) giveBack(hosting, instance);
      else variant.instances.push(instance);
    } catch {
      await hosting.world.sleep(RETRY);
    }
  }
}

/** Maintenance: new instances of the same configuration replace all. The old ones stay if the new ones do not start. */
export async function maintain(hosting: Hosting, endpoint: Endpoint): Promise<void> {
  const { world } = hosting;
  endpoint.status = 'SystemUpdating';
  try {
    for (const variant of endpoint.fleet.variants) {
      const old = variant.instances.length;
      await startInstances(hosting, endpoint.fleet, variant, variant.desiredCount);
      const fresh = variant.instances.splice(old);
      endInstances(hosting, variant, old);
      variant.instances.push(...fresh);
    }
  } catch {
    // AWS Health writes to the account; the endpoint goes on with what it has.
  }
  endpoint.status = 'InService';
  endpoint.modified = world.now();
}
