import type { CreateEndpointInput, UpdateEndpointInput } from './inputs';
import type { Principal } from '../call';
import { AwsError } from '../call';
import { deploy, trippedAlarms } from './deploy';
import { planOf } from './deployment-plan';
import { configOf } from './endpoint-configs';
import { endpointOf, refuse, refuseWhileInProgress } from './errors';
import { endFleet, fleetsOf, makeFleet, refuseBeyondQuota, startFleet } from './fleets';
import { MINUTE } from './state';
import type { Endpoint, Fleet, Hosting } from './state';
import { putTags } from './tags';
import { typesOf } from './pools';
import { startTraffic } from './traffic';

export function createEndpoint(hosting: Hosting, input: CreateEndpointInput): object {
  const { world, endpoints } = hosting;
  const name = input.EndpointName;
  const arn = hosting.arn('endpoint', name);
  if ([...endpoints.keys()].some((other) => other.toLowerCase() === name.toLowerCase()))
    refuse(`Cannot create already existing endpoint "${arn}".`);
  const fleet = makeFleet(hosting, name, configOf(hosting, input.EndpointConfigName));
  refuseBeyondQuota(hosting, instanceCounts(fleet));
  const endpoint: Endpoint = {
    name,
    arn,
    fleet,
    status: 'Creating',
    created: world.now(),
    modified: world.now(),
    ...(input.DeploymentConfig ? { lastDeploymentConfig: input.DeploymentConfig } : {}),
    queue: [],
    isDeleted: false,
  };
  endpoints.set(name, endpoint);
  putTags(hosting, arn, input.Tags);
  world.after(0, () => start(hosting, endpoint));
  return { EndpointArn: arn };
}

async function start(hosting: Hosting, endpoint: Endpoint): Promise<void> {
  try {
    await startFleet(hosting, endpoint.fleet);
    endpoint.status = 'InService';
    startTraffic(hosting, endpoint);
  } catch (error) {
    endpoint.status = 'Failed';
    endpoint.failureReason = (error as Error).message;
    endFleet(hosting, endpoint.fleet);
  }
  endpoint.modified = hosting.world.now();
}

export async function updateEndpoint(hosting: Hosting, input: UpdateEndpointInput): Promise<object> {
  const { world, scalableTargets } = hosting;
  const endpoint = endpointOf(hosting, input.EndpointName);
  refuseWhileInProgress(endpoint);
  if (endpoint.status === 'Failed')
    refuse(
      `Cannot update failed endpoint "${endpoint.arn}". DeleteEndpoint is the only operation that can be performed.`,
    );
  const config = configOf(hosting, input.EndpointConfigName);
  const live = endpoint.fleet;
  configOf(hosting, live.config.name);
  const excluded = (input.ExcludeRetainedVariantProperties ?? []).map(({ VariantPropertyType }) => VariantPropertyType);
  if (excluded.includes('DataCaptureConfig'))
    refuse(
      'The variant property type DataCaptureConfig is not currently supported in ExcludeRetainedVariantProperties.',
    );
  const retains = input.RetainAllVariantProperties ?? false;
  const green = makeFleet(hosting, endpoint.name, config, live, {
    counts: retains && !excluded.includes('DesiredInstanceCount'),
    weights: retains && !excluded.includes('DesiredWeight'),
    capture: retains && !world.assumes('sagemaker.capture-is-of-the-configuration'),
  });
  const scaled = live.variants.filter((old) => {
    const fresh = green.variants.find(({ name }) => name === old.name);
    const isChanged = !fresh || String(typesOf(fresh.config)) !== String(typesOf(old.config));
    return isChanged && scalableTargets.isRegistered(endpoint.name, old.name);
  });
  if (scaled.length > 0)
    refuse(
      `The variant(s) "[${scaled.map(({ name }) => name).join(', ')}]" must be deregistered as scalable targets with AWS Auto Scaling before they can be removed or have their instance type updated.`,
    );
  const deployment =
    input.DeploymentConfig ?? (input.RetainDeploymentConfig ? endpoint.lastDeploymentConfig : undefined);
  const plan = planOf(deployment, live, green);
  refuseBeyondQuota(
    hosting,
    plan.kind === 'blue/green'
      ? instanceCounts(green)
      : instanceCounts(green).map(({ type }) => ({ type, count: plan.batch })),
  );
  if (world.assumes('sagemaker.update-refused-with-missing-alarms')) {
    const reason = await trippedAlarms(hosting, green.variants[0].role, plan.alarms);
    if (reason?.startsWith('Could not')) refuse(reason);
  }
  endpoint.status = 'Updating';
  endpoint.failureReason = undefined;
  endpoint.modified = world.now();
  endpoint.lastDeploymentConfig = deployment;
  world.after(0, () => deploy(hosting, endpoint, green, plan));
  return { EndpointArn: endpoint.arn };
}

/** Scalable targets of the endpoint go with it, deregistered as the caller of DeleteEndpoint. */
export async function deleteEndpoint(hosting: Hosting, principal: Principal, name: string): Promise<object> {
  const { world, endpoints, scalableTargets } = hosting;
  const endpoint = endpointOf(hosting, name);
  refuseWhileInProgress(endpoint);
  for (const variant of endpoint.fleet.variants) {
    if (!scalableTargets.isRegistered(endpoint.name, variant.name)) continue;
    try {
      await world.call({
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
  endpoint.status = 'Deleting';
  endpoint.modified = world.now();
  world.after(MINUTE, () => {
    for (const fleet of fleetsOf(endpoint)) if (!fleet.isGone) endFleet(hosting, fleet);
    endpoint.isDeleted = true;
    endpoints.delete(endpoint.name);
    hosting.tags.delete(endpoint.arn);
  });
  return {};
}

/** What quotas are judged by. All instances of a variant with pools may be of any of their types, so each of them counts. */
export function instanceCounts({ variants }: Fleet): { type: string; count: number }[] {
  return variants.flatMap(({ config, desiredCount }) => typesOf(config).map((type) => ({ type, count: desiredCount })));
}
