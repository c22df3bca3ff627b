import { TimeZone, Token } from 'aws-cdk-lib';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { error, Finding } from '../findings/finding';
import { countWithin } from '../findings/ranges';
import { isCount } from './capacity';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-props';
import { problemOfSchedule } from './schedule-expression';

const RULE = 'sm.scaling-schedule';

/** What the service would refuse of the actions, and what they would do to the other limit. */
export function checkSchedule(
  actions: ScheduledCapacity[],
  capacity: ScalingCapacity,
  { asynchronous }: ScaledVariant,
): Finding[] {
  const names = actions.map(({ name }) => name);
  return actions.flatMap((action, index) => {
    const field = `scaling.actions[${index}]`;
    const { name, minCapacity, maxCapacity } = action;
    const refuse = (property: string, message: string): Finding[] => [error(RULE, `${field}${property}`, message)];
    return [
      ...(/^(?! )[^\p{Cc}:/|]{1,256}(?<! )$/u.test(name)
        ? []
        : refuse('.name', `got '${name}'; allowed: 1 to 256 characters without ':', '/', '|' and outer spaces`)),
      ...(names.indexOf(name) === index ? [] : refuse('.name', `got '${name}' twice; allowed: each name once`)),
      ...checkExpression(`${field}.schedule`, action),
      ...(minCapacity === undefined && maxCapacity === undefined
        ? refuse('', 'got neither minCapacity nor maxCapacity; allowed: at least one of them')
        : []),
      ...countWithin(minCapacity, { ruleId: RULE, field: `${field}.minCapacity`, minimum: asynchronous ? 0 : 1 }),
      ...countWithin(maxCapacity, { ruleId: RULE, field: `${field}.maxCapacity`, minimum: 1 }),
      ...checkRange(field, minCapacity ?? capacity.minCapacity, maxCapacity ?? capacity.maxCapacity),
    ];
  });
}

function checkExpression(field: string, { schedule: { expressionString: expression } }: ScheduledCapacity): Finding[] {
  const allowed = Token.isUnresolved(expression) ? undefined : problemOfSchedule(expression);
  return allowed === undefined ? [] : [error(RULE, field, `got '${expression}'; allowed: ${allowed}`)];
}

/** The limit that an action leaves alone is the strategy's. */
function checkRange(field: string, min: number | undefined, max: number): Finding[] {
  if (!isCount(min) || !isCount(max) || min <= max) return [];
  return [error(RULE, `${field}.minCapacity`, `got ${min}; allowed: at most the maxCapacity ${max}`)];
}

/** As CloudFormation has them, part of the scalable target. */
export function renderActions(actions: ScheduledCapacity[]): CfnScalableTarget.ScheduledActionProperty[] {
  return actions.map(({ name, schedule, timeZone = TimeZone.ETC_UTC, minCapacity, maxCapacity }) => ({
    scheduledActionName: name,
    schedule: schedule.expressionString,
    timezone: timeZone.timezoneName,
    scalableTargetAction: { minCapacity, maxCapacity },
  }));
}
