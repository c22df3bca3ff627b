import { Token } from 'aws-cdk-lib';
import { Finding, prefixFields } from '../../findings/finding';
import { checkDurationRange, secondsOf } from '../../findings/ranges';
import { rollbackFacts, RollbackFacts } from '../../monitoring/endpoint-alarms';
import { Variant } from '../resolved/endpoint';
import { alarmWait, AlarmWait, defaultWait } from '../update/alarm-wait';
import { checkBakeTime, checkRollbackAlarms, checkTimeout, WAIT_LIMITS } from '../update/check';
import { ComponentVariant, rangeOf } from './fleet-size';

/** Checks how updates replace the copies of a component (API model of SageMaker in botocore 1.44.8). */
export function checkRollingUpdate(variant: Variant & ComponentVariant): Finding[] {
  const { rollingUpdate } = variant.component;
  const { maximumBatchSize, rollbackBatchSize, waitInterval, maximumExecutionTimeout } = rollingUpdate;
  const { minimum } = rangeOf(variant);
  const leastCopies = Token.isUnresolved(minimum) ? minimum : Math.max(1, minimum);
  const wait = waitForAlarms(variant);
  return [
    ...prefixFields('rollingUpdate', [
      ...maximumBatchSize._check('maximumBatchSize', { minimum: 5, maximum: 50 }, leastCopies),
      ...rollbackBatchSize._check('rollbackBatchSize', { minimum: 1, maximum: 100 }, leastCopies),
      ...checkDurationRange(waitInterval, { ruleId: 'sm.deploy-wait', field: 'waitInterval', ...WAIT_LIMITS }),
    ]),
    // The checks of an endpoint's update apply to a component's update as well.
    ...[
      ...checkRollbackAlarms(rollingUpdate, rollbackAlarmsOf(variant).count),
      ...checkBakeTime('waitInterval', waitInterval, wait.libraryAlarmSeconds),
      ...checkTimeout(maximumExecutionTimeout, totalWaitSeconds(variant, wait)),
    ].map((finding) => ({ ...finding, field: finding.field.replace('updateStrategy', 'rollingUpdate') })),
  ];
}

/** The time for which each step of an update waits for the alarms. */
export function waitForAlarms(variant: Variant & ComponentVariant): AlarmWait {
  return alarmWait(rollbackAlarmsOf(variant), variant.component.rollingUpdate);
}

function rollbackAlarmsOf({ alarms }: Variant): Pick<RollbackFacts, 'count' | 'timeToFire'> {
  return rollbackFacts(alarms?._definitions ?? [], { overrides: alarms?.overrides });
}

/** Sum of the waits in an update of the maximum number of copies. Undefined if known only at deployment. */
function totalWaitSeconds(variant: Variant & ComponentVariant, wait: AlarmWait): number | undefined {
  const { maximumBatchSize, waitInterval = defaultWait(wait) } = variant.component.rollingUpdate;
  const seconds = secondsOf(waitInterval);
  const { maximum } = rangeOf(variant);
  if (seconds === undefined || Token.isUnresolved(maximum)) return undefined;
  return seconds * Math.ceil(maximum / maximumBatchSize._copiesOf(maximum));
}
