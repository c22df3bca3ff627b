import { type DeploymentMonitor, monitorDeployment } from './deployment-monitor';
import type { DeploymentPlan } from './deployment-plan';
import { terminateFleet, terminateInstances, startFleet, startInstances } from './fleets';
import { moveCopies } from './inference-components/change-copies';
import { Endpoint, Fleet, MINUTE, SageMakerState, SECOND } from './state';
import { setStatus } from './status';
import { hostsComponents } from './variants';

/** Milliseconds in which the old fleet completes its requests. */
const DRAINING = 10 * SECOND;

/**
 * Replaces the fleet (set of instances) of an endpoint that is `Updating`: the old fleet is blue, and the new fleet is green. Afterwards,
 * the endpoint is `InService` with the new fleet or, after a rollback, with the old fleet. If the rollback fails, the
 * endpoint is `UpdateRollbackFailed`.
 */
export async function replaceFleet(
  state: SageMakerState,
  endpoint: Endpoint,
  green: Fleet,
  plan: DeploymentPlan,
): Promise<void> {
  const { account } = state;
  const monitor = monitorDeployment(state, green.variants[0].role, plan);
  const blue = endpoint.fleet;
  // After a failed rollback, the endpoint still has the new fleet of that deployment. Delete this fleet.
  if (endpoint.green) terminateFleet(state, endpoint.green.fleet);
  endpoint.green = { fleet: green, share: 0, stage: 'Creating' };
  try {
    if (plan.kind === 'rolling' && !hostsComponents(green))
      await replaceInBatches(state, endpoint, green, plan, monitor);
    else await shiftTraffic(state, endpoint, green, plan, monitor);
    monitor.end();
    endpoint.fleet = green;
    endpoint.green = undefined;
    terminateFleet(state, blue);
    await account.sleep(DRAINING);
    completeUpdate(state, endpoint);
  } catch (error) {
    monitor.end();
    await rollBack(state, endpoint, green, plan, (error as Error).message);
  }
}

/** Shifts traffic to the new fleet. The new fleet already receives requests some seconds before its stage changes to `Baking`. */
async function activateTraffic(
  { account }: SageMakerState,
  endpoint: Endpoint,
  fleet: Fleet,
  share: number,
): Promise<void> {
  endpoint.green = { fleet, share, stage: 'ActivatingTraffic' };
  await account.sleep(10 * SECOND);
  endpoint.green = { fleet, share, stage: 'Baking' };
}

/** Blue/green deployment: starts the whole new fleet, and then shifts traffic to the new fleet in one or more steps. */
async function shiftTraffic(
  state: SageMakerState,
  endpoint: Endpoint,
  green: Fleet,
  plan: DeploymentPlan,
  monitor: DeploymentMonitor,
): Promise<void> {
  await monitor.waitUnlessAborted(startFleet(state, green));
  if (hostsComponents(green)) await monitor.waitUnlessAborted(moveCopies(state, endpoint));
  for (const share of plan.shares) {
    await activateTraffic(state, endpoint, green, share);
    await monitor.bake(plan.waitSeconds);
  }
  await monitor.bake(plan.terminationWaitSeconds);
}

/**
 * Rolling deployment: starts a batch of new instances, shifts traffic to the batch, and terminates the same number of old instances, until all
 * instances are replaced.
 */
async function replaceInBatches(
  state: SageMakerState,
  endpoint: Endpoint,
  green: Fleet,
  plan: DeploymentPlan,
  monitor: DeploymentMonitor,
): Promise<void> {
  const [newVariant] = green.variants;
  const [oldVariant] = endpoint.fleet.variants;
  while (newVariant.instances.length < newVariant.desiredCount) {
    endpoint.green = { fleet: green, share: endpoint.green?.share ?? 0, stage: 'Creating' };
    const batch = Math.min(plan.batchSize, newVariant.desiredCount - newVariant.instances.length);
    await monitor.waitUnlessAborted(startInstances(state, green, newVariant, batch));
    const isLast = newVariant.instances.length === newVariant.desiredCount;
    const terminatedCount = isLast ? oldVariant.instances.length : Math.min(batch, oldVariant.instances.length - 1);
    const share =
      newVariant.instances.length / (newVariant.instances.length + oldVariant.instances.length - terminatedCount);
    await activateTraffic(state, endpoint, green, share);
    // Old instances are terminated only after baking, so that traffic can still shift back to them.
    await monitor.bake(plan.waitSeconds);
    terminateInstances(state, oldVariant, terminatedCount);
  }
}

async function rollBack(
  state: SageMakerState,
  endpoint: Endpoint,
  green: Fleet,
  plan: DeploymentPlan,
  reason: string,
): Promise<void> {
  const { account } = state;
  endpoint.failureReason = reason;
  if (account.isSwitchedOn('sagemaker.rolling-back-while-an-update-rolls-back'))
    setStatus(state, endpoint, 'RollingBack');
  endpoint.green = { fleet: green, share: endpoint.green?.share ?? 0, stage: 'Deleting' };
  try {
    for (const oldVariant of endpoint.fleet.variants) {
      while (oldVariant.instances.length < oldVariant.desiredCount)
        await startInstances(
          state,
          endpoint.fleet,
          oldVariant,
          Math.min(plan.rollbackBatchSize, oldVariant.desiredCount - oldVariant.instances.length),
        );
    }
  } catch (error) {
    endpoint.failureReason = `${reason} The rollback failed: ${(error as Error).message}`;
    setStatus(state, endpoint, 'UpdateRollbackFailed');
    return;
  }
  endpoint.green = undefined;
  terminateFleet(state, green);
  await account.sleep(MINUTE);
  completeUpdate(state, endpoint);
  if (!account.isSwitchedOn('sagemaker.failure-reason-stays-after-a-rollback')) endpoint.failureReason = undefined;
}

function completeUpdate(state: SageMakerState, endpoint: Endpoint): void {
  setStatus(state, endpoint, 'InService');
  endpoint.modified = state.account.now();
}
