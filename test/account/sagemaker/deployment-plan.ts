import { rejectRequest } from '../call';
import type { CapacitySize, DeploymentConfig } from './inputs';
import type { Fleet } from './state';

/** The steps of an update. A fleet is a set of instances: the old fleet (blue) is replaced by the new fleet (green). */
export interface DeploymentPlan {
  readonly kind: 'blue/green' | 'rolling';
  /** For blue/green: the share of the traffic that the new fleet receives after each step. The last share is 1. */
  readonly shares: readonly number[];
  /** For a rolling deployment: the number of instances that are replaced at the same time. */
  readonly batchSize: number;
  readonly rollbackBatchSize: number;
  /** The baking period after each step. */
  readonly waitSeconds: number;
  readonly terminationWaitSeconds: number;
  readonly timeoutSeconds: number;
  readonly alarms: readonly string[];
}

/**
 * Returns the plan of an update. Throws if the sizes in the deployment configuration are invalid for the instance counts of the new fleet, or
 * if the names of the variants change.
 *
 * @param mayChangeShadow whether an update with a deployment configuration may add or remove a shadow variant
 */
export function deploymentPlanOf(
  config: DeploymentConfig | undefined,
  blue: Fleet,
  green: Fleet,
  mayChangeShadow = false,
): DeploymentPlan {
  const { BlueGreenUpdatePolicy: blueGreen, RollingUpdatePolicy: rolling, AutoRollbackConfiguration } = config ?? {};
  if (blueGreen && rolling)
    rejectRequest('Only one of BlueGreenUpdatePolicy and RollingUpdatePolicy can be specified.');
  if (config) rejectChangedVariantNames(blue, green, mayChangeShadow);
  const alarms = (AutoRollbackConfiguration?.Alarms ?? []).flatMap(({ AlarmName }) => AlarmName ?? []);
  const instanceCounts = green.variants.map(({ desiredCount }) => desiredCount);
  const plan = { kind: 'blue/green' as const, shares: [1], batchSize: 0, rollbackBatchSize: 0, alarms };
  if (rolling) {
    if (green.variants.length > 1)
      rejectRequest('RollingUpdatePolicy is not supported for an endpoint with several variants.');
    const [count] = instanceCounts;
    const { MaximumBatchSize, RollbackMaximumBatchSize, WaitIntervalInSeconds, MaximumExecutionTimeoutInSeconds } =
      rolling;
    checkSize('MaximumBatchSize', MaximumBatchSize, instanceCounts, 5, 50);
    return {
      ...plan,
      kind: 'rolling',
      batchSize: instanceCountOf(MaximumBatchSize, count),
      rollbackBatchSize: RollbackMaximumBatchSize ? instanceCountOf(RollbackMaximumBatchSize, count) : count,
      waitSeconds: WaitIntervalInSeconds,
      terminationWaitSeconds: 0,
      timeoutSeconds: MaximumExecutionTimeoutInSeconds ?? Infinity,
    };
  }
  const { TrafficRoutingConfiguration: routing, TerminationWaitInSeconds = 0 } = blueGreen ?? {};
  const timeoutSeconds = blueGreen?.MaximumExecutionTimeoutInSeconds ?? Infinity;
  const waitSeconds = routing?.WaitIntervalInSeconds ?? 0;
  if (timeoutSeconds <= waitSeconds + TerminationWaitInSeconds)
    rejectRequest(
      'MaximumExecutionTimeoutInSeconds must be larger than the sum of TerminationWaitInSeconds and WaitIntervalInSeconds.',
    );
  return {
    ...plan,
    shares: trafficSharesOf(routing, instanceCounts),
    waitSeconds,
    terminationWaitSeconds: TerminationWaitInSeconds,
    timeoutSeconds,
  };
}

type Routing = NonNullable<DeploymentConfig['BlueGreenUpdatePolicy']>['TrafficRoutingConfiguration'] | undefined;

function trafficSharesOf(routing: Routing, instanceCounts: readonly number[]): number[] {
  const { Type = 'ALL_AT_ONCE', CanarySize, LinearStepSize } = routing ?? {};
  if (Type !== 'CANARY' && CanarySize) rejectRequest('CanarySize can only be specified with the type CANARY.');
  if (Type !== 'LINEAR' && LinearStepSize) rejectRequest('LinearStepSize can only be specified with the type LINEAR.');
  if (Type === 'ALL_AT_ONCE') return [1];
  const name = Type === 'CANARY' ? 'CanarySize' : 'LinearStepSize';
  const size = routing?.[name] ?? rejectRequest(`${name} is required with the type ${Type}.`);
  checkSize(name, size, instanceCounts, Type === 'CANARY' ? 0 : 10, 50);
  const share = instanceCountOf(size, Math.max(...instanceCounts)) / Math.max(...instanceCounts);
  if (Type === 'CANARY') return [Math.min(share, 1), 1];
  const stepCount = Math.ceil(1 / share - 1e-9);
  return Array.from({ length: stepCount }, (_, index) => Math.min(1, share * (index + 1)));
}

/** Throws if a size is out of range. The limits are in percent of the instances, even if the size is specified in instances. */
function checkSize(
  name: string,
  { Type, Value }: CapacitySize,
  instanceCounts: readonly number[],
  minimum: number,
  maximum: number,
): void {
  for (const count of instanceCounts) {
    const percent = Type === 'CAPACITY_PERCENT' ? Value : (Value / count) * 100;
    if (percent < minimum || percent > maximum)
      rejectRequest(
        `${name} of ${Value} ${Type} is invalid: it must be ${minimum > 0 ? `between ${minimum}% and ${maximum}%` : `at most ${maximum}%`} of the variant's total instance count, which is ${count}.`,
      );
  }
}

function instanceCountOf({ Type, Value }: CapacitySize, count: number): number {
  const instanceCount = Type === 'INSTANCE_COUNT' ? Value : Math.ceil((count * Value) / 100 - 1e-9);
  return Math.min(count, Math.max(1, instanceCount));
}

function rejectChangedVariantNames(blue: Fleet, green: Fleet, mayChangeShadow: boolean): void {
  const names = ({ variants }: Fleet): string =>
    variants
      .filter(({ isShadow }) => !(isShadow && mayChangeShadow))
      .map(({ name }) => name)
      .sort()
      .join(', ');
  if (names(blue) !== names(green))
    rejectRequest(
      `The new endpoint configuration must have the same variant names as the old one to use a deployment configuration: it has ${names(green)}, the endpoint has ${names(blue)}.`,
    );
}
