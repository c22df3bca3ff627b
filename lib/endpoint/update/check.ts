import { Duration, Stack } from 'aws-cdk-lib';
import { CfnAlarm, CfnCompositeAlarm, IAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { checkAccount, checkRegion } from '../../cdk/check-place';
import { error, Finding, warning } from '../../findings/finding';
import { checkDurationRange, secondsOf } from '../../findings/ranges';
import { MAX_WAIT_SECONDS } from '../../monitoring/time-to-fire';
import { secondsToFire } from './alarm-wait';
import { UpdateOptions } from './options';
import { isUnresolved } from '../../findings/is-unresolved';

/** SageMaker's limit for the rollback alarms of a deployment (API reference, AutoRollbackConfig). */
export const MAX_ROLLBACK_ALARMS = 10;
const FIELD = 'updateStrategy.rollbackAlarms';

/** Limits in seconds for the duration and for the waits of an update (botocore 1.44.5). */
const TIMEOUT_LIMITS = { minimum: 600, maximum: 28800 };
export const WAIT_LIMITS = { minimum: 0, maximum: MAX_WAIT_SECONDS };

/** SageMaker takes alarms by name (API reference, Alarm). */
const TAKEN_BY_NAME = ', where SageMaker looks for an alarm of this name';

/**
 * Checks the alarms that users add.
 *
 * @param ownAlarmCount number of rollback alarms that the library creates
 */
export function checkRollbackAlarms(
  stack: Stack,
  { autoRollback, rollbackAlarms = [] }: UpdateOptions,
  ownAlarmCount: number,
): Finding[] {
  const count = rollbackAlarms.length;
  if (autoRollback === false) {
    const message = `got ${count} alarms with autoRollback: false; allowed: alarms only with rollback`;
    return count === 0 ? [] : [error('sm.deploy-alarms', FIELD, message)];
  }
  const tooMany = `got ${count} alarms in addition to the endpoint's own ${ownAlarmCount}; allowed: ${MAX_ROLLBACK_ALARMS} in total; one alarm on a math expression can watch several metrics`;
  return [
    ...(count + ownAlarmCount > MAX_ROLLBACK_ALARMS ? [error('sm.deploy-alarms', FIELD, tooMany)] : []),
    ...rollbackAlarms.flatMap((resource) => {
      const placed = { resource, field: FIELD, noun: 'an alarm', reason: TAKEN_BY_NAME };
      return [...checkRegion(stack, placed), ...checkAccount(stack, placed)];
    }),
    ...rollbackAlarms.filter(isComposite).map(({ node }) => {
      const message = `got ${node.path}, a composite alarm; allowed: metric alarms, such as the alarms that it combines, since the role of the endpoint may describe only the rollback alarms, and CloudWatch returns composite alarms only to a caller that may describe all alarms`;
      return error('sm.deploy-composite-alarm', FIELD, message);
    }),
    ...rollbackAlarms.filter(breachesWithoutData).map(({ node }) => {
      const message = `got ${node.path}, which treats missing data as breaching; allowed: any other treatment, since a minute without requests would roll back deployments`;
      return error('cw.rollback-missing-data', FIELD, message);
    }),
  ];
}

function isComposite({ node }: IAlarm): boolean {
  return node.defaultChild instanceof CfnCompositeAlarm;
}

function breachesWithoutData({ node }: IAlarm): boolean {
  return node.defaultChild instanceof CfnAlarm && node.defaultChild.treatMissingData === TreatMissingData.BREACHING;
}

/** Part of the messages that explains the time that alarms require to fire. */
const TIME_TO_FIRE_TEXT =
  'their evaluation window, and the minutes until metrics arrive, CloudWatch evaluates the alarms and SageMaker reads their states';

/**
 * Rejects a bake time in which the alarms cannot fire. SageMaker would accept this bake time, but the alarms would not protect the update.
 *
 * @param needed seconds that the endpoint's own alarms require to fire
 */
export function checkBakeTime(field: string, value: Duration | undefined, needed: number): Finding[] {
  const seconds = secondsOf(value);
  if (seconds === undefined || seconds >= needed) return [];
  const message =
    `got ${seconds} seconds; allowed: at least ${needed} seconds, the time that the rollback alarms require to fire (${TIME_TO_FIRE_TEXT}); ` +
    `or alarms with fewer evaluation periods (monitoring.alarms), or autoRollback: false`;
  return [error('sm.deploy-bake', `updateStrategy.${field}`, message)];
}

/** Warns about a wait interval in which the alarms cannot fire. Not an error, because alarms can still fire during the bake time. */
export function checkWaitInterval(value: Duration | undefined, needed: number): Finding[] {
  const seconds = secondsOf(value);
  if (seconds === undefined || seconds >= needed) return [];
  const message = `got ${seconds} seconds, less than the ${needed} seconds that the rollback alarms require to fire (${TIME_TO_FIRE_TEXT}): the next step begins before`;
  return [warning('sm.deploy-wait-window', 'updateStrategy.waitInterval', message)];
}

/** Warns about alarms that fire too late for the update. Not an error, because a user's alarm may require hours to fire. */
export function checkSlowAlarms(alarms: IAlarm[], wait: number | undefined): Finding[] {
  if (wait === undefined || isUnresolved(wait)) return [];
  return alarms
    .map((alarm) => ({ path: alarm.node.path, needed: secondsToFire(alarm) }))
    .filter(({ needed }) => needed > wait)
    .map(({ path, needed }) => {
      const message = `got ${path}, which requires ${needed} seconds to fire (${TIME_TO_FIRE_TEXT}), but the update waits only ${wait} seconds before the old fleet is gone; allowed: an alarm with a shorter period or fewer evaluation periods, or a longer wait (bakeTime, or waitInterval of a rolling update, at most ${WAIT_LIMITS.maximum} seconds)`;
      return warning('sm.deploy-wait-window', FIELD, message);
    });
}

/** Rejects a timeout that is not longer than the sum of the waits, because every update would fail. */
export function checkTimeout(value: Duration | undefined, waits: number | undefined): Finding[] {
  const field = 'updateStrategy.maximumExecutionTimeout';
  const rangeFindings = checkDurationRange(value, { ruleId: 'sm.deploy-wait', field, ...TIMEOUT_LIMITS });
  const timeout = secondsOf(value);
  if (rangeFindings.length > 0 || timeout === undefined || waits === undefined || timeout > waits) return rangeFindings;
  const message = `got ${timeout} seconds; allowed: more than ${waits} seconds, the sum of all waits in an update of the largest fleet, plus the time to download the model and start the instances`;
  return [error('sm.deploy-timeout', field, message)];
}
