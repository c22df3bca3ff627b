import { rejectRequest } from '../../call';
import { type DeploymentMonitor, monitorDeployment } from '../deployment-monitor';
import type { ComponentDeploymentConfig } from '../inputs';
import { Endpoint, MINUTE, SageMakerState, type Component, type ComponentVersion, type Copy } from '../state';
import { endOperation } from './change-copies';
import { removeCopies } from './component';
import { startCopies } from './copies';

/** The steps of an update that changes what the copies run. */
export interface RollOutPlan {
  /** Whether the update has a rolling update policy. */
  readonly isRolling: boolean;
  /** Number of copies that are replaced at the same time. Undefined without a rolling update policy. */
  readonly batchSize?: number;
  readonly rollbackBatchSize: number;
  /** The baking period after each batch. */
  readonly waitSeconds: number;
  readonly timeoutSeconds: number;
  readonly alarms: readonly string[];
}

type Size = ComponentDeploymentConfig['RollingUpdatePolicy']['MaximumBatchSize'];

/** Returns the plan of an update. Throws if the size of batches is invalid for the number of copies. */
export function rollOutPlanOf(
  { account }: SageMakerState,
  config: ComponentDeploymentConfig | undefined,
  copies: number,
): RollOutPlan {
  if (!config)
    return { isRolling: false, rollbackBatchSize: copies, waitSeconds: 0, timeoutSeconds: Infinity, alarms: [] };
  const { RollingUpdatePolicy: policy, AutoRollbackConfiguration } = config;
  const { MaximumBatchSize: size, RollbackMaximumBatchSize: rollback } = policy;
  const isCheckedInCopies = account.isSwitchedOn('sagemaker.batches-of-copies-are-at-most-half');
  const percent = size.Type === 'CAPACITY_PERCENT' ? size.Value : (size.Value / copies) * 100;
  if (copies > 0 && (size.Type === 'CAPACITY_PERCENT' || isCheckedInCopies) && (percent < 5 || percent > 50))
    rejectRequest(`MaximumBatchSize must be between 5% and 50% of the copy count, which is ${copies}.`);
  return {
    isRolling: true,
    batchSize: copyCountOf(size, copies),
    rollbackBatchSize: rollback ? copyCountOf(rollback, copies) : Math.max(1, copies),
    waitSeconds: policy.WaitIntervalInSeconds,
    timeoutSeconds: policy.MaximumExecutionTimeoutInSeconds ?? Infinity,
    alarms: (AutoRollbackConfiguration?.Alarms ?? []).flatMap(({ AlarmName }) => AlarmName ?? []),
  };
}

function copyCountOf({ Type, Value }: Size, copies: number): number {
  return Math.max(1, Type === 'COPY_COUNT' ? Value : Math.ceil((copies * Value) / 100 - 1e-9));
}

/**
 * Replaces the copies of a component that is `Updating`. Afterwards, the component is `InService` with the new version or, after a rollback,
 * unchanged. If the old copies do not start again, the component is `Failed`.
 */
export async function rollOut(
  state: SageMakerState,
  endpoint: Endpoint,
  component: Component,
  version: ComponentVersion,
  copies: number,
  plan: RollOutPlan,
): Promise<void> {
  const monitor = monitorDeployment(state, endpoint.fleet.variants[0].role, plan);
  const previous = component.desiredCopies;
  component.desiredCopies = copies;
  try {
    await replaceCopies(state, endpoint, component, version, plan, monitor);
    monitor.end();
    component.version = version;
    endOperation(state, component);
  } catch (error) {
    monitor.end();
    component.desiredCopies = previous;
    await rollBack(state, endpoint, component, plan, (error as Error).message);
  }
}

async function replaceCopies(
  state: SageMakerState,
  endpoint: Endpoint,
  component: Component,
  version: ComponentVersion,
  { batchSize = component.desiredCopies, waitSeconds, isRolling }: RollOutPlan,
  monitor: DeploymentMonitor,
): Promise<void> {
  const old = [...component.copies];
  if (!isRolling && !state.account.isSwitchedOn('sagemaker.component-update-starts-new-copies-first'))
    removeCopies(state, component, old.splice(0));
  let started = 0;
  while (started < component.desiredCopies) {
    const batch = Math.min(batchSize, component.desiredCopies - started);
    await startUnlessAborted(state, component, startCopies(state, endpoint, component, version, batch), monitor);
    started += batch;
    await monitor.bake(waitSeconds);
    removeCopies(state, component, old.splice(0, started === component.desiredCopies ? old.length : batch));
  }
  removeCopies(state, component, old);
}

/** Waits for copies. If an alarm or the timeout ends the update first, the copies end as soon as they have started. */
async function startUnlessAborted(
  state: SageMakerState,
  component: Component,
  start: Promise<Copy[]>,
  monitor: DeploymentMonitor,
): Promise<void> {
  try {
    await monitor.waitUnlessAborted(start);
  } catch (error) {
    start.then(
      (copies) => removeCopies(state, component, copies),
      () => undefined,
    );
    throw error;
  }
}

/** Ends the copies of the new version, and starts missing copies of the old version. */
async function rollBack(
  state: SageMakerState,
  endpoint: Endpoint,
  component: Component,
  { rollbackBatchSize }: RollOutPlan,
  reason: string,
): Promise<void> {
  const { version, copies, desiredCopies } = component;
  const isOld = (copy: Copy): boolean => copy.version === version;
  removeCopies(
    state,
    component,
    copies.filter((copy) => !isOld(copy)),
  );
  try {
    for (;;) {
      const missing = desiredCopies - copies.filter(isOld).length;
      if (missing <= 0) break;
      await startCopies(state, endpoint, component, version, Math.min(rollbackBatchSize, missing));
    }
    await state.account.sleep(MINUTE);
    endOperation(state, component);
  } catch (error) {
    endOperation(state, component, `${reason} The rollback failed: ${(error as Error).message}`);
  }
}
