import type { CreateEndpointInput, UpdateEndpointInput } from './inputs';
import { AwsError, Principal, rejectRequest } from '../call';
import { rollbackReason } from './deployment-monitor';
import { replaceFleet } from './replace-fleet';
import { deploymentPlanOf } from './deployment-plan';
import { requireConfig } from './endpoint-configs';
import { endpointOf, rejectWhileInProgress } from './requests';
import { terminateFleet, fleetsOf, createFleet, checkInstanceQuota, startFleet } from './fleets';
import { Endpoint, Fleet, MINUTE, SageMakerState } from './state';
import { rejectHosting, rejectUnhosted } from './inference-components/hosting';
import { setStatus } from './status';
import { startTraffic } from './traffic';

export function createEndpoint(state: SageMakerState, input: CreateEndpointInput): object {
  const { account, endpoints } = state;
  const name = input.EndpointName;
  const arn = state.arn('endpoint', name);
  if ([...endpoints.keys()].some((existingName) => existingName.toLowerCase() === name.toLowerCase()))
    rejectRequest(`Cannot create already existing endpoint "${arn}".`);
  const fleet = createFleet(state, name, requireConfig(state, input.EndpointConfigName));
  checkInstanceQuota(state, requiredInstances(fleet));
  const endpoint: Endpoint = {
    name,
    arn,
    fleet,
    status: 'Creating',
    created: account.now(),
    modified: account.now(),
    ...(input.DeploymentConfig ? { lastDeploymentConfig: input.DeploymentConfig } : {}),
    scalingActivities: 0,
    queue: [],
    isDeleted: false,
  };
  endpoints.set(name, endpoint);
  account.after(0, () => startEndpoint(state, endpoint));
  return { EndpointArn: arn };
}

async function startEndpoint(state: SageMakerState, endpoint: Endpoint): Promise<void> {
  try {
    await startFleet(state, endpoint.fleet);
    setStatus(state, endpoint, 'InService');
    startTraffic(state, endpoint);
  } catch (error) {
    endpoint.failureReason = (error as Error).message;
    setStatus(state, endpoint, 'Failed');
    terminateFleet(state, endpoint.fleet);
  }
  endpoint.modified = state.account.now();
}

/**
 * UpdateEndpoint. Validates the request, and then replaces the old fleet of instances (blue) with a new fleet (green) in the background.
 */
export async function updateEndpoint(state: SageMakerState, input: UpdateEndpointInput): Promise<object> {
  const { account, scalableTargets } = state;
  const endpoint = endpointOf(state, input.EndpointName);
  rejectWhileInProgress(endpoint);
  if (endpoint.status === 'Failed')
    rejectRequest(
      `Cannot update failed endpoint "${endpoint.arn}". DeleteEndpoint is the only operation that can be performed.`,
    );
  const config = requireConfig(state, input.EndpointConfigName);
  const blue = endpoint.fleet;
  // Throws if the current configuration was deleted.
  requireConfig(state, blue.config.name);
  const excludedProperties = (input.ExcludeRetainedVariantProperties ?? []).map(
    ({ VariantPropertyType }) => VariantPropertyType,
  );
  if (excludedProperties.includes('DataCaptureConfig'))
    rejectRequest(
      'The variant property type DataCaptureConfig is not currently supported in ExcludeRetainedVariantProperties.',
    );
  const retainsProperties = input.RetainAllVariantProperties ?? false;
  const green = createFleet(state, endpoint.name, config, blue, {
    counts: retainsProperties && !excludedProperties.includes('DesiredInstanceCount'),
    weights: retainsProperties && !excludedProperties.includes('DesiredWeight'),
  });
  const changedTargets = blue.variants.filter((oldVariant) => {
    const newVariant = green.variants.find(({ name }) => name === oldVariant.name);
    const isChanged = newVariant?.config.InstanceType !== oldVariant.config.InstanceType;
    return isChanged && scalableTargets.isRegistered(endpoint.name, oldVariant.name);
  });
  if (changedTargets.length > 0)
    rejectRequest(
      `The variant(s) "[${changedTargets.map(({ name }) => name).join(', ')}]" must be deregistered as scalable targets with AWS Auto Scaling before they can be removed or have their instance type updated.`,
    );
  rejectUnhosted(state, endpoint, green);
  const deploymentConfig =
    input.DeploymentConfig ?? (input.RetainDeploymentConfig ? endpoint.lastDeploymentConfig : undefined);
  const mayChangeShadow = account.isSwitchedOn('sagemaker.guarded-update-may-change-the-shadow');
  const plan = deploymentPlanOf(deploymentConfig, blue, green, mayChangeShadow);
  checkInstanceQuota(
    state,
    plan.kind === 'blue/green'
      ? requiredInstances(green)
      : requiredInstances(green).map(({ type }) => ({ type, count: plan.batchSize })),
  );
  if (account.isSwitchedOn('sagemaker.update-rejected-with-missing-alarms')) {
    const reason = await rollbackReason(state, green.variants[0].role, plan.alarms);
    if (reason?.startsWith('Could not')) rejectRequest(reason);
  }
  setStatus(state, endpoint, 'Updating');
  endpoint.failureReason = undefined;
  endpoint.modified = account.now();
  endpoint.lastDeploymentConfig = deploymentConfig;
  account.after(0, () => replaceFleet(state, endpoint, green, plan));
  return { EndpointArn: endpoint.arn };
}

/** DeleteEndpoint. Deregisters the scalable targets of the endpoint with the permissions of the caller. */
export async function deleteEndpoint(state: SageMakerState, principal: Principal, name: string): Promise<object> {
  const { account, endpoints, scalableTargets } = state;
  const endpoint = endpointOf(state, name);
  rejectWhileInProgress(endpoint);
  if (account.isSwitchedOn('sagemaker.endpoints-with-components-are-not-deleted')) rejectHosting(state, endpoint);
  for (const variant of endpoint.fleet.variants) {
    if (!scalableTargets.isRegistered(endpoint.name, variant.name)) continue;
    try {
      await account.call({
        principal,
        service: 'application-autoscaling',
        operation: 'DeregisterScalableTarget',
        input: {
          ServiceNamespace: 'sagemaker',
          ResourceId: `endpoint/${endpoint.name}/variant/${variant.name}`,
          ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
        },
      });
    } catch {
      throw new AwsError(
        'ValidationException',
        'An Application AutoScaling scalable target exists for a variant being deleted, and the IAM identity used to invoke DeleteEndpoint does not have application-autoscaling:DeregisterScalableTarget permission to deregister the scalable target.',
      );
    }
  }
  setStatus(state, endpoint, 'Deleting');
  endpoint.modified = account.now();
  account.after(MINUTE, () => {
    for (const fleet of fleetsOf(endpoint)) if (!fleet.isDeleted) terminateFleet(state, fleet);
    endpoint.isDeleted = true;
    endpoints.delete(endpoint.name);
  });
  return {};
}

/** The instances of a fleet that are compared with the quotas, by instance type. */
export function requiredInstances({ variants }: Fleet): { type: string; count: number }[] {
  return variants.map(({ config, desiredCount }) => ({ type: config.InstanceType, count: desiredCount }));
}
