import { type Component, Endpoint, MINUTE, SageMakerState, SECOND } from '../state';
import { componentsOf, hostOf, removeCopies } from './component';
import { removalOrder, startCopies } from './copies';

/** Time until copies that no longer receive requests have ended. */
const REMOVAL = 20 * SECOND;
const POLL_INTERVAL = 10 * SECOND;

/** Starts or ends copies until the component has the desired number. */
export async function changeCopies(state: SageMakerState, endpoint: Endpoint, component: Component): Promise<void> {
  const missing = component.desiredCopies - component.copies.length;
  if (missing > 0) await startCopies(state, endpoint, component, component.version, missing);
  else {
    removeCopies(state, component, removalOrder(component).slice(0, -missing));
    await state.account.sleep(REMOVAL);
  }
}

/** Changes the number of copies in the background, and then ends the operation. */
export async function scaleComponent(
  state: SageMakerState,
  endpoint: Endpoint,
  component: Component,
  copies: number,
): Promise<void> {
  const previous = component.desiredCopies;
  component.desiredCopies = copies;
  try {
    await changeCopies(state, endpoint, component);
    endOperation(state, component);
  } catch (error) {
    // A component that was Failed before has no copies to which the change can be reverted.
    const isUnchanged = component.copies.length === previous;
    if (isUnchanged && state.account.isSwitchedOn('sagemaker.failed-copy-scaling-is-reverted')) {
      component.desiredCopies = previous;
      endOperation(state, component);
    } else endOperation(state, component, (error as Error).message);
  }
}

/** Ends an operation: the component is Failed if there is a reason, and InService otherwise. */
export function endOperation({ account }: SageMakerState, component: Component, failureReason?: string): void {
  component.status = failureReason === undefined ? 'InService' : 'Failed';
  component.failureReason = failureReason;
  component.operation = undefined;
  component.modified = account.now();
}

/** Pause before the next attempt to replace lost copies. */
const RETRY_INTERVAL = 10 * MINUTE;
const restoring = new WeakSet<Component>();

/**
 * Replaces copies that were lost with an instance, and ends copies that are too many after an update of the endpoint. Called every minute.
 */
export async function restoreCopies(state: SageMakerState, endpoint: Endpoint): Promise<void> {
  for (const component of componentsOf(state, endpoint)) {
    const { status, copies, desiredCopies } = component;
    const host = hostOf(endpoint.fleet, component);
    // While the endpoint is Updating, instances start, or copies move to other instances.
    const isQuiet = status === 'InService' && endpoint.status === 'InService';
    const isPossible = isQuiet && host.instances.length >= host.desiredCount;
    if (!isPossible || copies.length === desiredCopies || restoring.has(component)) continue;
    restoring.add(component);
    try {
      await changeCopies(state, endpoint, component);
    } catch {
      await state.account.sleep(RETRY_INTERVAL);
    }
    restoring.delete(component);
  }
}

/** Starts the copies of all components on the new fleet of an endpoint. The copies on the old fleet end with their instances. */
export async function moveCopies(state: SageMakerState, endpoint: Endpoint): Promise<void> {
  const fleet = endpoint.green?.fleet ?? endpoint.fleet;
  for (const component of componentsOf(state, endpoint)) {
    if (component.status === 'Deleting') continue;
    while (component.operation && component.copies.some(({ isInService }) => !isInService))
      await state.account.sleep(POLL_INTERVAL);
    const count = component.copies.filter(({ isInService }) => isInService).length;
    await startCopies(state, endpoint, component, component.version, count, { fleet });
  }
}
