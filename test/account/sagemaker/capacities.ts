import { rejectRequest } from '../call';
import type { DesiredWeightAndCapacity } from './inputs';
import { endpointOf, rejectWhileInProgress } from './requests';
import { terminateInstances, releaseInstance, checkInstanceQuota, startInstances } from './fleets';
import { requireConfig } from './endpoint-configs';
import { startInstance } from './start-instance';
import { Endpoint, MINUTE, SageMakerState, Variant } from './state';
import { setStatus } from './status';
import { hostsComponents } from './variants';

interface Change {
  readonly variant: Variant;
  readonly count: number;
  readonly weight: number;
}

/** Simulates UpdateEndpointWeightsAndCapacities. Validates the request, and then changes the instance counts in the background. */
export function updateWeightsAndCapacities(
  state: SageMakerState,
  name: string,
  desiredCapacities: readonly DesiredWeightAndCapacity[],
): object {
  const { account } = state;
  const endpoint = endpointOf(state, name);
  rejectWhileInProgress(endpoint);
  if (endpoint.status === 'Failed') rejectRequest(`Cannot update failed endpoint "${endpoint.arn}".`);
  if (hostsComponents(endpoint.fleet))
    rejectRequest('UpdateEndpointWeightsAndCapacities of an endpoint with inference components is not simulated.');
  // Throws if the configuration was deleted.
  if (account.isSwitchedOn('sagemaker.scaling-needs-the-configuration'))
    requireConfig(state, endpoint.fleet.config.name);
  const changes = desiredCapacities.map(({ VariantName, DesiredInstanceCount, DesiredWeight }): Change => {
    const variant = endpoint.fleet.variants.find((candidate) => candidate.name === VariantName);
    if (!variant) return rejectRequest(`Could not find variant "${VariantName}" of the endpoint "${endpoint.arn}".`);
    const count = DesiredInstanceCount ?? variant.desiredCount;
    if (count === 0 && !endpoint.fleet.config.input.AsyncInferenceConfig)
      rejectRequest(`DesiredInstanceCount of the variant "${VariantName}" must be at least 1.`);
    return { variant, count, weight: DesiredWeight ?? variant.weight };
  });
  if (desiredCapacities.filter(({ DesiredInstanceCount }) => DesiredInstanceCount !== undefined).length > 1)
    rejectRequest('The capacity of only one variant can be updated in a request.');
  checkInstanceQuota(
    state,
    changes.map(({ variant: { config, desiredCount }, count }) => ({
      type: config.InstanceType,
      count: Math.max(0, count - desiredCount),
    })),
  );
  setStatus(state, endpoint, 'Updating');
  endpoint.failureReason = undefined;
  endpoint.modified = account.now();
  account.after(0, () => scale(state, endpoint, changes));
  return { EndpointArn: endpoint.arn };
}

async function scale(state: SageMakerState, endpoint: Endpoint, changes: readonly Change[]): Promise<void> {
  const { account } = state;
  const previous = changes.map(({ variant }) => ({ variant, count: variant.desiredCount, weight: variant.weight }));
  try {
    for (const { variant, count, weight } of changes) {
      variant.desiredCount = count;
      variant.weight = weight;
      if (count > variant.instances.length)
        await startInstances(state, endpoint.fleet, variant, count - variant.instances.length);
      else terminateInstances(state, variant, variant.instances.length - count);
    }
    await account.sleep(MINUTE);
  } catch (error) {
    setStatus(state, endpoint, 'RollingBack');
    endpoint.failureReason = (error as Error).message;
    for (const { variant, count, weight } of previous) Object.assign(variant, { desiredCount: count, weight });
    await account.sleep(MINUTE);
  }
  setStatus(state, endpoint, 'InService');
  endpoint.modified = account.now();
}

/** Pause before the next attempt to replace an instance. */
const RETRY_INTERVAL = 10 * MINUTE;

/** Replaces a failed instance with a new instance, which reads the model data again. The status of the endpoint does not change. */
export async function replaceInstance(state: SageMakerState, endpoint: Endpoint, variantName: string): Promise<void> {
  const { fleet } = endpoint;
  const variant = fleet.variants.find(({ name }) => name === variantName);
  if (!variant) throw new Error(`The endpoint ${endpoint.name} has no variant ${variantName}.`);
  terminateInstances(state, variant, 1);
  while (!fleet.isDeleted && variant.instances.length < variant.desiredCount) {
    try {
      const instance = await startInstance(state, fleet, variant);
      // A change of the instance count may be in progress, so that the variant already has enough instances.
      if (fleet.isDeleted || variant.instances.length >= variant.desiredCount) releaseInstance(state, instance);
      else variant.instances.push(instance);
      return;
    } catch {
      await state.account.sleep(RETRY_INTERVAL);
    }
  }
}
