import { TimeZone } from 'aws-cdk-lib';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { error, Finding } from '../findings/finding';
import { checkCountRange } from '../findings/ranges';
import { canScaleToZero, isCount } from './capacity';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-options';
import { findScheduleError } from './schedule-expression';
import { isUnresolved } from '../findings/is-unresolved';

const RULE = 'sm.scaling-schedule';

/** Reports scheduled actions that Application Auto Scaling would reject, or whose limits contradict the limits of the strategy. */
export function checkSchedule(
  actions: ScheduledCapacity[],
  capacity: ScalingCapacity,
  variant: ScaledVariant,
): Finding[] {
  const names = actions.map(({ name }) => name);
  return actions.flatMap((action, index) => {
    const field = `scaling.actions[${index}]`;
    const { name, minCapacity, maxCapacity } = action;
    const reject = (property: string, message: string): Finding[] => [error(RULE, `${field}${property}`, message)];
    return [
      ...(/^(?! )[^\p{Cc}:/|]{1,256}(?<! )$/u.test(name)
        ? []
        : reject('.name', `got '${name}'; allowed: 1 to 256 characters without ':', '/', '|' and outer spaces`)),
      ...(names.indexOf(name) === index ? [] : reject('.name', `got '${name}' twice; allowed: each name once`)),
      ...checkExpression(`${field}.schedule`, action),
      ...checkTimeZone(`${field}.timeZone`, action),
      ...(minCapacity === undefined && maxCapacity === undefined
        ? reject('', 'got neither minCapacity nor maxCapacity; allowed: at least one of them')
        : []),
      ...checkCountRange(minCapacity, {
        ruleId: RULE,
        field: `${field}.minCapacity`,
        minimum: canScaleToZero(variant) ? 0 : 1,
      }),
      ...checkCountRange(maxCapacity, { ruleId: RULE, field: `${field}.maxCapacity`, minimum: 1 }),
      // Limits that an action does not set default to the limits of the strategy.
      ...checkRange(field, minCapacity ?? capacity.minCapacity, maxCapacity ?? capacity.maxCapacity),
    ];
  });
}

function checkExpression(field: string, { schedule: { expressionString: expression } }: ScheduledCapacity): Finding[] {
  const expectedFormat = isUnresolved(expression) ? undefined : findScheduleError(expression);
  return expectedFormat === undefined ? [] : [error(RULE, field, `got '${expression}'; allowed: ${expectedFormat}`)];
}

/** Node.js accepts the names of the IANA time zone database, which Application Auto Scaling requires, and offsets such as +01:00. */
function checkTimeZone(field: string, { timeZone }: ScheduledCapacity): Finding[] {
  const name = timeZone?.timezoneName;
  if (name === undefined || isUnresolved(name) || isTimeZone(name)) return [];
  return [error(RULE, field, `got '${name}'; allowed: a name of the IANA time zone database, such as 'Europe/Berlin'`)];
}

function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[a-z]/i.test(timeZone);
  } catch {
    return false;
  }
}

/** Reports a minimum above the maximum. */
function checkRange(field: string, min: number | undefined, max: number): Finding[] {
  if (!isCount(min) || !isCount(max) || min <= max) return [];
  return [error(RULE, `${field}.minCapacity`, `got ${min}; allowed: at most the maxCapacity ${max}`)];
}

/** Renders the actions as properties of the scalable target. */
export function renderActions(actions: ScheduledCapacity[]): CfnScalableTarget.ScheduledActionProperty[] {
  return actions.map(({ name, schedule, timeZone = TimeZone.ETC_UTC, minCapacity, maxCapacity }) => ({
    scheduledActionName: name,
    schedule: schedule.expressionString,
    timezone: timeZone.timezoneName,
    scalableTargetAction: { minCapacity, maxCapacity },
  }));
}
