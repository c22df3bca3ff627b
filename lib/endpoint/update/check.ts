import { Duration, Token } from 'aws-cdk-lib';
import { CfnAlarm, CfnCompositeAlarm, IAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { error, Finding, warning } from '../../findings/finding';
import { durationWithin, secondsOf } from '../../findings/ranges';
import { LONGEST_WAIT } from '../../monitoring/time-to-fire';
import { secondsToFire } from './alarm-wait';
import { UpdateProps } from './options';

/** SageMaker takes at most so many alarms to roll a deployment back on (API reference, AutoRollbackConfig). */
export const MAX_ROLLBACK_ALARMS = 10;
const FIELD = 'updateStrategy.rollbackAlarms';

/** Seconds that an update may take, and that it may wait (botocore 1.44.5). */
export const TIMEOUT = { minimum: 600, maximum: 28800 };
export const WAIT = { minimum: 0, maximum: LONGEST_WAIT };

/**
 * What is wrong with the alarms that users add.
 *
 * @param own how many the endpoint has itself
 */
export function checkRollbackAlarms({ autoRollback, rollbackAlarms = [] }: UpdateProps, own: number): Finding[] {
  const given = rollbackAlarms.length;
  if (autoRollback === false) {
    const message = `got ${given} alarms with autoRollback: false; allowed: alarms only with rollback`;
    return given === 0 ? [] : [error('sm.deploy-alarms', FIELD, message)];
  }
  const tooMany = `got ${given} alarms in addition to the endpoint's own ${own}; allowed: ${MAX_ROLLBACK_ALARMS} in total; one alarm on a math expression can watch several metrics`;
  return [
    ...(given + own > MAX_ROLLBACK_ALARMS ? [error('sm.deploy-alarms', FIELD, tooMany)] : []),
    ...rollbackAlarms.filter(isComposite).map(({ node }) => {
      const message = `got ${node.path}, a composite alarm; allowed: metric alarms, such as the alarms that it combines, since the role of the endpoint may describe only the rollback alarms, and CloudWatch returns composite alarms only to a caller that may describe all alarms`;
      return error('sm.deploy-composite-alarm', FIELD, message);
    }),
    ...rollbackAlarms.filter(breaksInSilence).map(({ node }) => {
      const message = `got ${node.path}, which treats missing data as breaching; allowed: any other treatment, since a minute without requests would roll back deployments`;
      return error('cw.rollback-missing-data', FIELD, message);
    }),
  ];
}

function isComposite({ node }: IAlarm): boolean {
  return node.defaultChild instanceof CfnCompositeAlarm;
}

function breaksInSilence({ node }: IAlarm): boolean {
  return node.defaultChild instanceof CfnAlarm && node.defaultChild.treatMissingData === TreatMissingData.BREACHING;
}

const UNTIL_SEEN =
  'their evaluation window, and the minutes until metrics arrive, CloudWatch evaluates the alarms and SageMaker reads their states';

/**
 * A time in which the alarms cannot fire watches nothing. SageMaker would take it, but the update only looks as if it were watched: hence an
 * error.
 *
 * @param needed seconds that the endpoint's own alarms need
 */
export function checkBakeTime(field: string, given: Duration | undefined, needed: number): Finding[] {
  const seconds = secondsOf(given);
  if (seconds === undefined || seconds >= needed) return [];
  const message =
    `got ${seconds} seconds; allowed: at least ${needed} seconds, the time that the rollback alarms require to fire (${UNTIL_SEEN}); ` +
    `or alarms with fewer evaluation periods (monitoring.alarms), or autoRollback: false`;
  return [error('sm.deploy-bake', `updateStrategy.${field}`, message)];
}

/** The bake time still catches what the step did not. */
export function checkWaitInterval(given: Duration | undefined, needed: number): Finding[] {
  const seconds = secondsOf(given);
  if (seconds === undefined || seconds >= needed) return [];
  const message = `got ${seconds} seconds, less than the ${needed} seconds that the rollback alarms require to fire (${UNTIL_SEEN}): the next step begins before`;
  return [warning('sm.deploy-wait-window', 'updateStrategy.waitInterval', message)];
}

/** What users watch besides may take hours by its nature: only advised against. */
export function checkSlowAlarms(alarms: IAlarm[], wait: number | undefined): Finding[] {
  if (wait === undefined || Token.isUnresolved(wait)) return [];
  return alarms
    .map((alarm) => ({ path: alarm.node.path, needed: secondsToFire(alarm) }))
    .filter(({ needed }) => needed > wait)
    .map(({ path, needed }) => {
      const message = `got ${path}, which requires ${needed} seconds to fire (${UNTIL_SEEN}), but the update waits only ${wait} seconds before the old fleet is gone; allowed: an alarm with a shorter period or fewer evaluation periods, or a longer wait (bakeTime, or waitInterval of a rolling update, at most ${WAIT.maximum} seconds)`;
      return warning('sm.deploy-wait-window', FIELD, message);
    });
}

/** A timeout that the waits alone exceed fails every update. */
export function checkTimeout(given: Duration | undefined, waits: number | undefined): Finding[] {
  const field = 'updateStrategy.maximumExecutionTimeout';
  const limits = durationWithin(given, { ruleId: 'sm.deploy-wait', field, ...TIMEOUT });
  const timeout = secondsOf(given);
  if (limits.length > 0 || timeout === undefined || waits === undefined || timeout > waits) return limits;
  const message = `got ${timeout} seconds; allowed: more than ${waits} seconds, the sum of all waits in an update of the largest fleet, plus the time to download the model and start the instances`;
  return [error('sm.deploy-timeout', field, message)];
}
