import { call, Expression, flag, number, Properties, seconds, struct } from '../code/expression';
import { Fields } from '../fields';

/** Maps `SchedulingConfig` of a component. */
export function mapPlacement(specification: Fields): Expression | undefined {
  const scheduling = specification.object('SchedulingConfig');
  if (!scheduling) return undefined;
  const balance = scheduling.object('AvailabilityZoneBalance');
  balance?.expect('EnforcementMode', 'PERMISSIVE');
  const imbalance = balance?.number('MaxImbalance') ?? 0;
  const binpack = scheduling.choice('PlacementStrategy', ['BINPACK', 'SPREAD']) === 'BINPACK';
  return struct('CopyPlacement', {
    binpack: binpack ? flag(true) : undefined,
    maxZoneImbalance: imbalance === 0 ? undefined : number(imbalance),
  });
}

/** Maps the configuration of the last update of a component, except for its alarms. Undefined for the default of the library. */
export function mapRollingUpdate(component: Fields): Expression | undefined {
  const last = component.object('LastDeploymentConfig');
  last
    ?.object('AutoRollbackConfiguration')
    ?.list(
      'Alarms',
      'the app has alarms of its own',
      'to keep an alarm, pass it as `rollingUpdate.rollbackAlarms`, and otherwise delete it',
    );
  const policy = last?.object('RollingUpdatePolicy');
  if (!policy) return undefined;
  policy.list(
    'WaitIntervalInSeconds',
    'the app waits until its rollback alarms can fire',
    'set `rollingUpdate.waitInterval` for a longer wait',
  );
  const timeout = policy.number('MaximumExecutionTimeoutInSeconds');
  const options: Properties = {
    maximumBatchSize: shareOf(policy.object('MaximumBatchSize')),
    rollbackBatchSize: shareOf(policy.object('RollbackMaximumBatchSize')),
    maximumExecutionTimeout: timeout === undefined ? undefined : seconds(timeout),
  };
  return struct('RollingUpdateOptions', options);
}

function shareOf(share: Fields | undefined): Expression | undefined {
  const value = share?.number('Value');
  if (!share || value === undefined) return undefined;
  return call(
    share.choice('Type', ['COPY_COUNT', 'CAPACITY_PERCENT']) === 'COPY_COUNT'
      ? 'CapacitySize.count'
      : 'CapacitySize.percent',
    [number(value)],
  );
}
