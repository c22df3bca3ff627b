import { sageMakerWithRole } from '../call';
import type { DeploymentPlan } from './deployment-plan';
import { terminateFleet, terminateInstances, startFleet, startInstances } from './fleets';
import { Endpoint, Fleet, MINUTE, SageMakerState, SECOND } from './state';

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
  const monitor = monitorDeployment(state, green, plan);
  const blue = endpoint.fleet;
  // After a failed rollback, the endpoint still has the new fleet of that deployment. Delete this fleet.
  if (endpoint.green) terminateFleet(state, endpoint.green.fleet);
  endpoint.green = { fleet: green, share: 0, stage: 'Creating' };
  try {
    if (plan.kind === 'rolling') await replaceInBatches(state, endpoint, green, plan, monitor);
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
  if (account.isSwitchedOn('sagemaker.rolling-back-while-an-update-rolls-back')) endpoint.status = 'RollingBack';
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
    endpoint.status = 'UpdateRollbackFailed';
    endpoint.failureReason = `${reason} The rollback failed: ${(error as Error).message}`;
    return;
  }
  endpoint.green = undefined;
  terminateFleet(state, green);
  await account.sleep(MINUTE);
  completeUpdate(state, endpoint);
  if (!account.isSwitchedOn('sagemaker.failure-reason-stays-after-a-rollback')) endpoint.failureReason = undefined;
}

function completeUpdate({ account }: SageMakerState, endpoint: Endpoint): void {
  endpoint.status = 'InService';
  endpoint.modified = account.now();
}

interface DeploymentMonitor {
  /** Waits for the work. Throws if an alarm or the timeout ends the deployment first. */
  waitUnlessAborted<Result>(work: Promise<Result>): Promise<Result>;
  /** Waits for a baking period. Throws if an alarm or the timeout ends the deployment first. */
  bake(seconds: number): Promise<void>;
  /** Stops the checks. */
  end(): void;
}

/** Checks the timeout and the alarms every minute until the deployment ends. Describes the alarms with the execution role. */
function monitorDeployment(state: SageMakerState, green: Fleet, plan: DeploymentPlan): DeploymentMonitor {
  const { account } = state;
  const deadline = account.now() + plan.timeoutSeconds * SECOND;
  const [{ role }] = green.variants;
  let hasEnded = false;
  let abort: (error: Error) => void = () => undefined;
  const abortPromise = new Promise<never>((_, reject) => {
    abort = reject;
  });
  abortPromise.catch(() => undefined);
  const check = async (): Promise<void> => {
    if (hasEnded) return;
    if (account.now() >= deadline)
      return abort(new Error(`The deployment exceeded its timeout of ${plan.timeoutSeconds} seconds.`));
    const reason = await rollbackReason(state, role, plan.alarms);
    if (reason) return abort(new Error(reason));
  };
  const repeat = (): void =>
    account.after(MINUTE, async () => {
      await check();
      if (!hasEnded) repeat();
    });
  if (!account.isSwitchedOn('sagemaker.first-alarm-check-after-a-minute')) void check();
  repeat();
  return {
    waitUnlessAborted: (work) => Promise.race([work, abortPromise]),
    bake: async (seconds) => {
      await Promise.race([account.sleep(seconds * SECOND), abortPromise]);
      if (account.isSwitchedOn('sagemaker.checks-alarms-when-a-wait-ends')) await check();
      await Promise.race([abortPromise, Promise.resolve()]);
    },
    end: () => {
      hasEnded = true;
    },
  };
}

/** The reason why alarms end a deployment, or undefined. Missing alarms and missing permissions also end the deployment. */
export async function rollbackReason(
  { account }: SageMakerState,
  role: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  try {
    const describe = async (input: object): Promise<Alarm[]> => {
      const { MetricAlarms = [], CompositeAlarms = [] } = await account.call({
        principal: sageMakerWithRole(role),
        service: 'cloudwatch',
        operation: 'DescribeAlarms',
        input: { AlarmNames: names, ...input },
      });
      return [...(MetricAlarms as Alarm[]), ...(CompositeAlarms as Alarm[])];
    };
    const metricAlarmsFirst = account.isSwitchedOn('sagemaker.composite-alarms-only-when-needed');
    const alarms = await describe(metricAlarmsFirst ? {} : { AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] });
    if (metricAlarmsFirst && alarms.length < names.length) {
      alarms.push(...(await describe({ AlarmTypes: ['CompositeAlarm'] })));
    }
    const firingAlarms = alarms.filter(({ StateValue }) => StateValue === 'ALARM').map(({ AlarmName }) => AlarmName);
    if (firingAlarms.length > 0)
      return `One or more configured alarm(s) are in alarm state: [${firingAlarms.join(', ')}].`;
    const missing = names.filter((name) => !alarms.some(({ AlarmName }) => AlarmName === name));
    return missing.length > 0
      ? `Could not find the alarm(s) of AutoRollbackConfiguration: [${missing.join(', ')}].`
      : undefined;
  } catch (error) {
    return `Could not describe the alarms of AutoRollbackConfiguration: ${(error as Error).message}`;
  }
}

interface Alarm {
  readonly AlarmName: string;
  readonly StateValue: string;
}
