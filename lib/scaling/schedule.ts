import { TimeZone } from 'aws-cdk-lib';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { isCount, problem } from './problems';
import { ScalingProblem } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-props';

const RULE = 'sm.scaling-schedule';

/** What the service would refuse of the actions, and what they would do to the other limit. */
export function scheduleProblems(actions: ScheduledCapacity[], capacity: ScalingCapacity): ScalingProblem[] {
  const names = actions.map(({ name }) => name);
  return actions.flatMap((action, index) => {
    const field = `actions[${index}]`;
    const { name, minCapacity, maxCapacity } = action;
    const refuse = (property: string, message: string): ScalingProblem[] => [
      { ruleId: RULE, field: `scaling.${field}${property}`, message },
    ];
    return [
      ...(/^(?! )[^\p{Cc}:/|]{1,256}(?<! )$/u.test(name)
        ? []
        : refuse('.name', `got '${name}'; allowed: 1 to 256 characters without ':', '/', '|' and outer spaces`)),
      ...(names.indexOf(name) === index ? [] : refuse('.name', `got '${name}' twice; allowed: each name once`)),
      ...(minCapacity === undefined && maxCapacity === undefined
        ? refuse('', 'got neither minCapacity nor maxCapacity; allowed: at least one of them')
        : []),
      ...problem(`${field}.minCapacity`, minCapacity, 'a whole number of at least 1', isCount(minCapacity), RULE),
      ...problem(`${field}.maxCapacity`, maxCapacity, 'a whole number of at least 1', isCount(maxCapacity), RULE),
      ...rangeProblems(field, minCapacity ?? capacity.minCapacity, maxCapacity ?? capacity.maxCapacity),
    ];
  });
}

/** The limit that an action leaves alone is the strategy's. */
function rangeProblems(field: string, min: number | undefined, max: number): ScalingProblem[] {
  if (!isCount(min) || !isCount(max)) return [];
  return problem(`${field}.minCapacity`, min, `at most the maxCapacity ${max}`, min <= max, RULE);
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
