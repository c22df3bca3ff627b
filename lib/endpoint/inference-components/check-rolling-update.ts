import { Stack } from 'aws-cdk-lib';
import { Finding, prefixFields } from '../../findings/finding';
import { checkDurationRange, secondsOf } from '../../findings/ranges';
import { rollbackFacts, RollbackFacts } from '../../monitoring/endpoint-alarms';
import { Component } from '../resolved/component';
import { alarmWait, AlarmWait, defaultWait } from '../update/alarm-wait';
import { checkBakeTime, checkRollbackAlarms, checkTimeout, WAIT_LIMITS } from '../update/check';
import { checkCopyShare } from '../update/check-share';
import { copiesInStep } from './fleet-size';
import { isUnresolved } from '../../findings/is-unresolved';

/** Checks how updates replace the copies of a component (API model of SageMaker in botocore 1.44.8). */
export function checkRollingUpdate(stack: Stack, component: Component): Finding[] {
  const { rollingUpdate, range } = component;
  const { maximumBatchSize, rollbackBatchSize, waitInterval, maximumExecutionTimeout } = rollingUpdate;
  const leastCopies = isUnresolved(range.minimum) ? range.minimum : Math.max(1, range.minimum);
  const wait = waitForAlarms(component);
  const batch = { field: 'maximumBatchSize', minimum: 5, maximum: 50 };
  const rollbackBatch = { field: 'rollbackBatchSize', minimum: 1, maximum: 100 };
  return [
    ...prefixFields('rollingUpdate', [
      ...checkCopyShare(maximumBatchSize, batch, leastCopies),
      ...checkCopyShare(rollbackBatchSize, rollbackBatch, leastCopies),
      ...checkDurationRange(waitInterval, { ruleId: 'sm.deploy-wait', field: 'waitInterval', ...WAIT_LIMITS }),
    ]),
    // The checks of an endpoint's update apply to a component's update as well.
    ...[
      ...checkRollbackAlarms(stack, rollingUpdate, rollbackAlarmsOf(component).count),
      ...checkBakeTime('waitInterval', waitInterval, wait.libraryAlarmSeconds),
      ...checkTimeout(maximumExecutionTimeout, totalWaitSeconds(component, wait)),
    ].map((finding) => ({ ...finding, field: finding.field.replace('updateStrategy', 'rollingUpdate') })),
  ];
}

/** The time for which each step of an update waits for the alarms. */
export function waitForAlarms(component: Component): AlarmWait {
  return alarmWait(rollbackAlarmsOf(component), component.rollingUpdate);
}

function rollbackAlarmsOf({ alarms }: Component): RollbackFacts {
  return rollbackFacts(alarms ?? { definitions: [] });
}

/** Sum of the waits in an update of the maximum number of copies. Undefined if known only at deployment. */
function totalWaitSeconds({ rollingUpdate, range }: Component, wait: AlarmWait): number | undefined {
  const { maximumBatchSize, waitInterval = defaultWait(wait) } = rollingUpdate;
  const seconds = secondsOf(waitInterval);
  if (seconds === undefined || isUnresolved(range.maximum)) return undefined;
  return seconds * Math.ceil(range.maximum / copiesInStep(maximumBatchSize, range.maximum));
}
