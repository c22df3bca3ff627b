import { Duration, Token } from 'aws-cdk-lib';
import {
  AdjustmentType,
  CfnScalingPolicy,
  IScalableTarget,
  StepScalingAction,
  StepScalingPolicy,
} from 'aws-cdk-lib/aws-applicationautoscaling';
import { normalizeIntervals } from 'aws-cdk-lib/aws-autoscaling-common';
import { Construct } from 'constructs';
import { Policy } from './policy';
import { cooldownProblems, isCount, problem } from './problems';
import { ScaledFleet, ScalingGoal, ScalingProblem } from './scaled-variant';
import { StepScalingProps } from './scaling-props';
import { SCALE_IN_COOLDOWN, SCALE_OUT_COOLDOWN } from './target-tracking';

const RULE = 'sm.scaling-steps';

/** Adds and removes instances by how far a metric is from its alarm's threshold. */
export class StepPolicy implements Policy {
  public readonly kind = 'Steps';
  public readonly goal: ScalingGoal = {};

  constructor(private readonly props: StepScalingProps) {}

  public problems(_fleet: ScaledFleet): ScalingProblem[] {
    const { steps, adjustmentType, minAdjustmentMagnitude, evaluationPeriods, datapointsToAlarm } = this.props;
    const absolute = adjustmentType === AdjustmentType.EXACT_CAPACITY;
    const percent = adjustmentType === AdjustmentType.PERCENT_CHANGE_IN_CAPACITY;
    const periods = evaluationPeriods ?? 1;
    return [
      ...this.intervalProblems(absolute),
      ...steps.flatMap(({ change }, index) =>
        problem(
          `steps[${index}].change`,
          change,
          absolute ? 'a whole number of at least 1' : 'a whole number',
          absolute ? isCount(change) : Number.isInteger(change),
          RULE,
        ),
      ),
      ...problem(
        'minAdjustmentMagnitude',
        minAdjustmentMagnitude,
        percent ? 'a whole number of at least 1' : 'none, since only PERCENT_CHANGE_IN_CAPACITY has one',
        percent && isCount(minAdjustmentMagnitude),
        RULE,
      ),
      ...problem('evaluationPeriods', periods, 'a whole number of at least 1', isCount(periods), RULE),
      ...problem(
        'datapointsToAlarm',
        datapointsToAlarm,
        `a whole number from 1 to the evaluationPeriods ${periods}`,
        isCount(datapointsToAlarm) && (Token.isUnresolved(periods) || datapointsToAlarm <= periods),
        RULE,
      ),
      ...cooldownProblems('scaleInCooldown', this.props.scaleInCooldown),
      ...cooldownProblems('scaleOutCooldown', this.props.scaleOutCooldown),
    ];
  }

  public bind(scope: Construct, id: string, target: IScalableTarget): CfnScalingPolicy[] {
    const { metric, steps, adjustmentType, minAdjustmentMagnitude, evaluationPeriods, datapointsToAlarm } = this.props;
    const policy = new StepScalingPolicy(scope, id, {
      scalingTarget: target,
      metric,
      scalingSteps: steps,
      adjustmentType,
      minAdjustmentMagnitude,
      evaluationPeriods: evaluationPeriods ?? 1,
      datapointsToAlarm,
    });
    return [
      named(policy.lowerAction, `${id}-lower`, this.props.scaleInCooldown ?? SCALE_IN_COOLDOWN),
      named(policy.upperAction, `${id}-upper`, this.props.scaleOutCooldown ?? SCALE_OUT_COOLDOWN),
    ].flat();
  }

  /** aws-cdk-lib's own judgement, which it would otherwise throw when the policy is made. */
  private intervalProblems(absolute: boolean): ScalingProblem[] {
    const { steps } = this.props;
    const bounds = steps.flatMap(({ lower, upper }) => [lower, upper]);
    if (bounds.some((bound) => Token.isUnresolved(bound))) return [];
    if (steps.length < 2 || steps.length > 40) {
      return problem('steps', steps.length, '2 to 40 steps', false, RULE);
    }
    const wrong = steps.findIndex(({ lower = 0, upper = Infinity }) => lower < 0 || lower >= upper);
    if (wrong >= 0) {
      const message = `got ${JSON.stringify(steps[wrong])}; allowed: a lower bound of at least 0, below the upper bound`;
      return [{ ruleId: RULE, field: `scaling.steps[${wrong}]`, message }];
    }
    try {
      normalizeIntervals(steps, absolute);
      return [];
    } catch (error) {
      const message = `got ${JSON.stringify(steps)}; allowed: ranges that do not overlap and leave at most one gap: ${(error as Error).message}`;
      return [{ ruleId: RULE, field: 'scaling.steps', message }];
    }
  }
}

/** The construct has one cooldown for both directions and leaves the name to the construct's path. */
function named(action: StepScalingAction | undefined, name: string, cooldown: Duration): CfnScalingPolicy[] {
  if (action === undefined) return [];
  const policy = action.node.defaultChild as CfnScalingPolicy;
  policy.policyName = name;
  policy.stepScalingPolicyConfiguration = {
    ...(policy.stepScalingPolicyConfiguration as CfnScalingPolicy.StepScalingPolicyConfigurationProperty),
    cooldown: cooldown.toSeconds(),
  };
  return [policy];
}
