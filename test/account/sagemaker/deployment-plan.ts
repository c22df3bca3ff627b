import type { CapacitySize, DeploymentConfig } from './inputs';
import { refuse } from './errors';
import type { Fleet } from './state';

/** How an update gets from one fleet to the other. */
export interface Plan {
  readonly kind: 'blue/green' | 'rolling';
  /** Blue/green: the shares of the traffic that the new fleet gets, step by step. The last is 1. */
  readonly shares: readonly number[];
  /** Rolling: how many instances are replaced at a time. */
  readonly batch: number;
  readonly rollbackBatch: number;
  /** The baking period after each step. */
  readonly waitSeconds: number;
  readonly terminationWaitSeconds: number;
  readonly timeoutSeconds: number;
  readonly alarms: readonly string[];
}

/** The plan of a deployment, judged at the instance counts that the new fleet will have. */
export function planOf(config: DeploymentConfig | undefined, blue: Fleet, green: Fleet): Plan {
  const { BlueGreenUpdatePolicy: blueGreen, RollingUpdatePolicy: rolling, AutoRollbackConfiguration } = config ?? {};
  if (blueGreen && rolling) refuse('Only one of BlueGreenUpdatePolicy and RollingUpdatePolicy can be specified.');
  if (config) refuseOtherVariants(blue, green);
  const alarms = (AutoRollbackConfiguration?.Alarms ?? []).flatMap(({ AlarmName }) => AlarmName ?? []);
  const counts = green.variants.map(({ desiredCount }) => desiredCount);
  const plan = { kind: 'blue/green' as const, shares: [1], batch: 0, rollbackBatch: 0, alarms };
  if (rolling) {
    if (green.variants.length > 1)
      refuse('RollingUpdatePolicy is not supported for an endpoint with several variants.');
    const [count] = counts;
    const { MaximumBatchSize, RollbackMaximumBatchSize, WaitIntervalInSeconds, MaximumExecutionTimeoutInSeconds } =
      rolling;
    checkSize('MaximumBatchSize', MaximumBatchSize, counts, 5, 50);
    return {
      ...plan,
      kind: 'rolling',
      batch: instancesOf(MaximumBatchSize, count),
      rollbackBatch: RollbackMaximumBatchSize ? instancesOf(RollbackMaximumBatchSize, count) : count,
      waitSeconds: WaitIntervalInSeconds,
      terminationWaitSeconds: 0,
      timeoutSeconds: MaximumExecutionTimeoutInSeconds ?? Infinity,
    };
  }
  const { TrafficRoutingConfiguration: routing, TerminationWaitInSeconds = 0 } = blueGreen ?? {};
  const timeoutSeconds = blueGreen?.MaximumExecutionTimeoutInSeconds ?? Infinity;
  const waitSeconds = routing?.WaitIntervalInSeconds ?? 0;
  if (timeoutSeconds <= waitSeconds + TerminationWaitInSeconds)
    refuse(
      'MaximumExecutionTimeoutInSeconds must be larger than the sum of TerminationWaitInSeconds and WaitIntervalInSeconds.',
    );
  return {
    ...plan,
    shares: sharesOf(routing, counts),
    waitSeconds,
    terminationWaitSeconds: TerminationWaitInSeconds,
    timeoutSeconds,
  };
}

type Routing = NonNullable<DeploymentConfig['BlueGreenUpdatePolicy']>['TrafficRoutingConfiguration'] | undefined;

function sharesOf(routing: Routing, counts: readonly number[]): number[] {
  const { Type = 'ALL_AT_ONCE', CanarySize, LinearStepSize } = routing ?? {};
  if (Type !== 'CANARY' && CanarySize) refuse('CanarySize can only be specified with the type CANARY.');
  if (Type !== 'LINEAR' && LinearStepSize) refuse('LinearStepSize can only be specified with the type LINEAR.');
  if (Type === 'ALL_AT_ONCE') return [1];
  const name = Type === 'CANARY' ? 'CanarySize' : 'LinearStepSize';
  const size = routing?.[name] ?? refuse(`${name} is required with the type ${Type}.`);
  checkSize(name, size, counts, Type === 'CANARY' ? 0 : 10, 50);
  const share = instancesOf(size, Math.max(...counts)) / Math.max(...counts);
  if (Type === 'CANARY') return [Math.min(share, 1), 1];
  const steps = Math.ceil(1 / share - 1e-9);
  return Array.from({ length: steps }, (_, index) => Math.min(1, share * (index + 1)));
}

/** Sizes have limits in percent of the instances, however they are given. */
function checkSize(
  name: string,
  { Type, Value }: CapacitySize,
  counts: readonly number[],
  least: number,
  most: number,
): void {
  for (const count of counts) {
    const percent = Type === 'CAPACITY_PERCENT' ? Value : (Value / count) * 100;
    if (percent < least || percent > most)
      refuse(
        `${name} of ${Value} ${Type} is invalid: it must be ${least > 0 ? `between ${least}% and ${most}%` : `at most ${most}%`} of the variant's total instance count, which is ${count}.`,
      );
  }
}

function instancesOf({ Type, Value }: CapacitySize, count: number): number {
  const exact = Type === 'INSTANCE_COUNT' ? Value : Math.ceil((count * Value) / 100 - 1e-9);
  return Math.min(count, Math.max(1, exact));
}

function refuseOtherVariants(blue: Fleet, green: Fleet): void {
  const names = ({ variants }: Fleet): string =>
    variants
      .map(({ name }) => name)
      .sort()
      .join(', ');
  if (names(blue) !== names(green))
    refuse(
      `The new endpoint configuration must have the same variant names as the old one to use a deployment configuration: it has ${names(green)}, the endpoint has ${names(blue)}.`,
    );
}
