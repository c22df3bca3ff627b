import { call, Expression, number, Properties, seconds } from '../code/expression';
import { Fields } from '../fields';

/**
 * The least wait with which the default rollback alarms of the library can fire. The library rejects a shorter bake time, and sets this time by
 * default.
 */
const ALARM_SECONDS = 480;

/** Maps the configuration of the last deployment, which is the only one that SageMaker returns. Undefined for the default of the library. */
export function mapUpdate(endpoint: Fields): Expression | undefined {
  const last = endpoint.object('LastDeploymentConfig');
  if (!last) return undefined;
  last
    .object('AutoRollbackConfiguration')
    ?.list(
      'Alarms',
      'the app has alarms of its own on the new instances. An existing alarm that is in the ALARM state would roll back the first deployment',
      'to keep an alarm, pass it as `updateStrategy.rollbackAlarms`, such as `Alarm.fromAlarmName(…)`, and otherwise delete it',
    );
  const rolling = last.object('RollingUpdatePolicy');
  if (rolling) return mapRolling(rolling);
  const blueGreen = last.object('BlueGreenUpdatePolicy');
  return blueGreen && mapBlueGreen(blueGreen);
}

function mapRolling(policy: Fields): Expression {
  return call('UpdateStrategy.rolling', [], {
    maximumBatchSize: shareOf(policy.object('MaximumBatchSize')),
    rollbackBatchSize: shareOf(policy.object('RollbackMaximumBatchSize')),
    waitInterval: waitOf(policy, 'WaitIntervalInSeconds'),
    maximumExecutionTimeout: timeoutOf(policy, isReplaced(policy, 'WaitIntervalInSeconds')),
  });
}

function mapBlueGreen(policy: Fields): Expression | undefined {
  const routing = policy.object('TrafficRoutingConfiguration');
  const type = routing?.choice('Type', ['ALL_AT_ONCE', 'CANARY', 'LINEAR']) ?? 'ALL_AT_ONCE';
  const common: Properties = {
    bakeTime: waitOf(policy, 'TerminationWaitInSeconds'),
    maximumExecutionTimeout: timeoutOf(
      policy,
      isReplaced(policy, 'TerminationWaitInSeconds') ||
        (type !== 'ALL_AT_ONCE' && isReplaced(routing, 'WaitIntervalInSeconds')),
    ),
  };
  if (routing && type === 'CANARY')
    return call('UpdateStrategy.canary', [], {
      size: shareOf(routing.object('CanarySize')),
      waitInterval: waitOf(routing, 'WaitIntervalInSeconds'),
      ...common,
    });
  if (routing && type === 'LINEAR')
    return call('UpdateStrategy.linear', [], {
      stepSize: shareOf(routing.object('LinearStepSize')),
      waitInterval: waitOf(routing, 'WaitIntervalInSeconds'),
      ...common,
    });
  routing?.ignore('WaitIntervalInSeconds'); // has no effect with one step
  const isDefault = common.bakeTime === undefined && common.maximumExecutionTimeout === undefined;
  return isDefault ? undefined : call('UpdateStrategy.allAtOnce', [], common);
}

/** A part of the fleet. */
function shareOf(share: Fields | undefined): Expression | undefined {
  const value = share?.number('Value');
  if (!share || value === undefined) return undefined;
  return call(
    share.choice('Type', ['INSTANCE_COUNT', 'CAPACITY_PERCENT']) === 'INSTANCE_COUNT'
      ? 'CapacitySize.count'
      : 'CapacitySize.percent',
    [number(value)],
  );
}

/** Whether the default of the library replaces a wait, because the alarms cannot fire in it. */
function isReplaced(policy: Fields | undefined, name: string): boolean {
  const value = policy?.number(name);
  return value !== undefined && value < ALARM_SECONDS;
}

function waitOf(policy: Fields, name: string): Expression | undefined {
  if (isReplaced(policy, name)) {
    policy.list(
      name,
      `the rollback alarms of the app require ${ALARM_SECONDS} seconds to fire, and the library rejects a shorter wait`,
      'none: the app waits until the alarms can fire',
    );
    return undefined;
  }
  const value = policy.number(name);
  return value === undefined || value === ALARM_SECONDS ? undefined : seconds(value);
}

/** The timeout, unless the library replaces a wait: longer waits may require a longer timeout. */
function timeoutOf(policy: Fields, isWaitReplaced: boolean): Expression | undefined {
  const name = 'MaximumExecutionTimeoutInSeconds';
  const value = policy.number(name);
  if (!isWaitReplaced) return value === undefined ? undefined : seconds(value);
  policy.list(
    name,
    'the app waits longer than the last update, and the library rejects a timeout that is shorter than all waits together',
    'set `maximumExecutionTimeout` of `updateStrategy` to a value that includes the longer waits, if you need it',
  );
  return undefined;
}
