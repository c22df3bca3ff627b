import { StartFailure } from '../requests';
import { startContainer } from '../start-container';
import type { ServingVariant } from '../hooks';
import { containersOf } from '../inputs';
import { Endpoint, Fleet, Instance, SageMakerState, type Component, type ComponentVersion, type Copy } from '../state';
import { hostOf, removeCopies } from './component';
import { growFleet, untilSettled } from './managed-scaling';
import { copiesPerInstance, selectInstance } from './placement';

/** Default of ContainerStartupHealthCheckTimeoutInSeconds. */
const HEALTH_CHECK_TIMEOUT = 600;
let copyCount = 0;

/** Where copies are placed: on the current fleet of the endpoint or, during an update of the endpoint, on its new fleet. */
export interface Place {
  readonly fleet: Fleet;
  /** Instances that do not receive copies. */
  readonly excluded?: readonly Instance[];
}

/**
 * Places copies on instances, and starts their containers. Managed instance scaling starts instances for copies without room. If a copy has
 * no room or does not start, none of the copies remains, and the function throws a `StartFailure`.
 */
export async function startCopies(
  state: SageMakerState,
  endpoint: Endpoint,
  component: Component,
  version: ComponentVersion,
  count: number,
  place?: Place,
): Promise<Copy[]> {
  const copies: Copy[] = [];
  try {
    while (copies.length < count)
      copies.push(await placeCopy(state, endpoint, component, version, count - copies.length, place));
    const results = await Promise.allSettled(copies.map((copy) => startCopy(state, component, copy)));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
    return copies;
  } catch (error) {
    removeCopies(state, component, copies);
    throw error;
  }
}

/** Reserves the resources for a copy on an instance, and waits for a new instance if no instance has room. */
async function placeCopy(
  state: SageMakerState,
  endpoint: Endpoint,
  component: Component,
  version: ComponentVersion,
  missingCopies: number,
  place?: Place,
): Promise<Copy> {
  for (;;) {
    if (!place) await untilSettled(state, endpoint);
    const { fleet, excluded = [] } = place ?? { fleet: endpoint.fleet };
    if (fleet.isDeleted) throw new StartFailure('The instances of the endpoint were terminated.');
    const host = hostOf(fleet, component);
    const instances = host.instances.filter((instance) => !excluded.includes(instance));
    const instance = selectInstance(state, component, version, instances);
    if (instance) {
      const { specification } = version;
      const copy: Copy = { id: `copy-${++copyCount}`, version, specification, instance, isInService: false };
      component.copies.push(copy);
      return copy;
    }
    const perInstance = Math.max(1, copiesPerInstance(state.account, version, host.config.InstanceType));
    await growFleet(state, endpoint, fleet, host, Math.ceil(missingCopies / perInstance));
  }
}

async function startCopy(state: SageMakerState, component: Component, copy: Copy): Promise<void> {
  const { input, model, role } = copy.specification;
  copy.log = await startContainer(state, {
    label: `the inference component ${component.name}`,
    unhealthy: `The container for the inference component ${component.name} did not pass the ping health check. Please check CloudWatch logs for this inference component.`,
    role,
    model,
    serving: servingCopyOf(state, component, copy),
    instanceType: copy.instance.type,
    timeoutSeconds: input.StartupParameters?.ContainerStartupHealthCheckTimeoutInSeconds ?? HEALTH_CHECK_TIMEOUT,
    newLog: () => ({
      role,
      group: `/aws/sagemaker/InferenceComponents/${component.name}`,
      stream: `${component.variantName}/${copy.instance.id}/${copy.id}`,
    }),
  });
  copy.isInService = true;
}

/** The copies to remove first: copies on the instances with the fewest copies, so that instances become idle. */
export function removalOrder({ copies }: Component): Copy[] {
  const countOn = (instance: Instance): number => copies.filter((copy) => copy.instance === instance).length;
  return [...copies].reverse().sort((a, b) => countOn(a.instance) - countOn(b.instance));
}

/** Describes a copy for the functions in `Hooks`. */
export function servingCopyOf({ endpoints }: SageMakerState, component: Component, copy: Copy): ServingVariant {
  return {
    endpointName: component.endpointName,
    variantName: component.variantName,
    endpointConfigName: endpoints.get(component.endpointName)?.fleet.config.name ?? '',
    modelName: copy.specification.model.name,
    isShadow: false,
    inferenceComponentName: component.name,
    environment: containersOf(copy.specification.model.input)[0].Environment ?? {},
  };
}
