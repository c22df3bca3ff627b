import { checkInstanceQuota, releaseInstance, startInstances } from '../fleets';
import { StartFailure } from '../requests';
import { Endpoint, Fleet, MINUTE, SageMakerState, SECOND, Variant } from '../state';
import { hostsComponents } from '../variants';
import { copiesOn, NO_ROOM } from './placement';

/** Time after which an instance without copies is released: between these bounds. */
const SHORTEST_IDLE_PERIOD = 5 * MINUTE;
const LONGEST_IDLE_PERIOD = 11 * MINUTE;
const POLL_INTERVAL = 10 * SECOND;
const SETTLING = MINUTE;

/** The start of instances by managed instance scaling that is in progress, by variant. */
const growth = new WeakMap<Variant, Promise<void>>();

export function isScaled({ config }: Variant): boolean {
  return config.ManagedInstanceScaling?.Status === 'ENABLED';
}

/** Starts up to `count` instances, so that copies find room. Throws if managed instance scaling is disabled or at its maximum. */
export async function growFleet(
  state: SageMakerState,
  endpoint: Endpoint,
  fleet: Fleet,
  variant: Variant,
  count: number,
): Promise<void> {
  const current = growth.get(variant);
  // Other copies may also find room on these instances.
  if (current) return current.catch(() => undefined);
  const { MaxInstanceCount = 1 } = variant.config.ManagedInstanceScaling ?? {};
  const added = Math.min(count, MaxInstanceCount - variant.desiredCount);
  if (!isScaled(variant) || added <= 0) throw new StartFailure(NO_ROOM);
  const start = startAdditional(state, endpoint, fleet, variant, added);
  growth.set(variant, start);
  await start.finally(() => growth.delete(variant));
}

async function startAdditional(
  state: SageMakerState,
  endpoint: Endpoint,
  fleet: Fleet,
  variant: Variant,
  count: number,
): Promise<void> {
  try {
    checkInstanceQuota(state, [{ type: variant.config.InstanceType, count }]);
  } catch (error) {
    throw new StartFailure((error as Error).message);
  }
  variant.desiredCount += count;
  startActivity(state, endpoint);
  try {
    await startInstances(state, fleet, variant, count);
  } catch (error) {
    variant.desiredCount -= count;
    throw error;
  } finally {
    endActivityLater(state, endpoint);
  }
}

/** The endpoint is Updating while managed instance scaling changes its instance count. */
export function startActivity({ account }: SageMakerState, endpoint: Endpoint): void {
  endpoint.scalingActivities++;
  if (endpoint.status === 'InService') endpoint.status = 'Updating';
  endpoint.modified = account.now();
}

/** The endpoint remains Updating for a short time after its instance count has changed. */
export function endActivityLater({ account }: SageMakerState, endpoint: Endpoint): void {
  account.after(SETTLING, () => {
    endpoint.scalingActivities--;
    // An update of the endpoint is also in progress if there is a second fleet.
    if (endpoint.status === 'Updating' && endpoint.scalingActivities === 0 && !endpoint.green)
      endpoint.status = 'InService';
    endpoint.modified = account.now();
  });
}

/** Waits until the endpoint has started and no update of the endpoint is in progress. Throws if it can no longer host copies. */
export async function untilSettled({ account }: SageMakerState, endpoint: Endpoint): Promise<void> {
  while (!isSettled(endpoint)) {
    if (endpoint.isDeleted || ['Failed', 'Deleting'].includes(endpoint.status))
      throw new StartFailure(`The endpoint ${endpoint.name} is ${endpoint.status}.`);
    await account.sleep(POLL_INTERVAL);
  }
}

function isSettled({ status, green, scalingActivities, isDeleted }: Endpoint): boolean {
  return !isDeleted && !green && (status === 'InService' || (status === 'Updating' && scalingActivities > 0));
}

/** Releases instances that have had no copies for some minutes, down to the minimum. Called every minute. */
export function releaseIdleInstances(state: SageMakerState, endpoint: Endpoint): void {
  const { account } = state;
  const { fleet, status } = endpoint;
  if (!hostsComponents(fleet)) return;
  const now = account.now();
  for (const variant of fleet.variants) {
    for (const instance of variant.instances)
      instance.idleSince = copiesOn(state, instance).length > 0 ? undefined : (instance.idleSince ?? now);
    if (!isScaled(variant) || status !== 'InService') continue;
    const { MinInstanceCount = 0 } = variant.config.ManagedInstanceScaling ?? {};
    const idlePeriod = SHORTEST_IDLE_PERIOD + account.random() * (LONGEST_IDLE_PERIOD - SHORTEST_IDLE_PERIOD);
    const released = variant.instances
      .filter(({ idleSince }) => idleSince !== undefined && now - idleSince >= idlePeriod)
      .slice(0, Math.max(0, variant.instances.length - MinInstanceCount));
    if (released.length === 0) continue;
    for (const instance of released) {
      variant.instances.splice(variant.instances.indexOf(instance), 1);
      releaseInstance(state, instance);
    }
    variant.desiredCount -= released.length;
    startActivity(state, endpoint);
    endActivityLater(state, endpoint);
  }
}
