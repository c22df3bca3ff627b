import { startContainer } from './start-container';
import { createEndpointInterface, removeInterfaceLater } from './network';
import { explainFailure, StartFailure } from './requests';
import { Fleet, Instance, MINUTE, SageMakerState, SECOND, Variant } from './state';
import { servedModel, servingVariantOf } from './variants';
import { endpointLog } from './container-log';

/** Simulated time until a new instance can start containers. */
const PROVISIONING = 2 * MINUTE;
/** Default of ContainerStartupHealthCheckTimeoutInSeconds. */
const HEALTH_CHECK_TIMEOUT = 10 * MINUTE;
let instanceCount = 0;

/**
 * Starts an instance. Every start reads the model data and pulls the image with the permissions that the role has at this time. An instance
 * that hosts inference components starts without a container.
 */
export async function startInstance(state: SageMakerState, fleet: Fleet, variant: Variant): Promise<Instance> {
  const { account, hooks } = state;
  await account.sleep(PROVISIONING);
  const type = variant.config.InstanceType;
  if (!hooks.hasCapacity(type))
    throw new StartFailure(
      'Unable to provision requested ML compute capacity due to InsufficientInstanceCapacity error. Please retry using a different ML instance type or after some time.',
    );
  const interfaceId = await explainFailure(`create network interfaces for the variant ${variant.name}`, () =>
    createEndpointInterface(state, fleet, variant),
  );
  const instance = (id: string): Instance => ({
    id,
    type,
    ...(interfaceId ? { interfaceId } : {}),
    loadedModels: new Set(),
  });
  if (!variant.model) return instance(newInstanceId());
  try {
    return instance(await startVariantContainer(state, fleet, variant, type));
  } catch (error) {
    if (interfaceId) removeInterfaceLater(state, interfaceId);
    throw error;
  }
}

function newInstanceId(): string {
  return `i-${String(++instanceCount).padStart(6, '0')}`;
}

/** Starts the container of a variant. Returns the ID of the instance. */
async function startVariantContainer(
  state: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  instanceType: string,
): Promise<string> {
  const { ContainerStartupHealthCheckTimeoutInSeconds: timeoutSeconds = HEALTH_CHECK_TIMEOUT / SECOND } =
    variant.config;
  const log = await startContainer(state, {
    label: `the variant ${variant.name}`,
    unhealthy: `The primary container for production variant ${variant.name} did not pass the ping health check. Please check CloudWatch logs for this endpoint.`,
    role: variant.role,
    model: servedModel(variant),
    serving: servingVariantOf(fleet, variant),
    instanceType,
    timeoutSeconds,
    newLog: () => endpointLog(fleet, variant, newInstanceId()),
  });
  return log.stream.slice(variant.name.length + 1);
}
