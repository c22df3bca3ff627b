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
import { checkCooldowns } from './cooldowns';
import { ScalingGoal } from './scaled-variant';
import { StepScalingProps } from './scaling-props';
import { SCALE_IN_COOLDOWN, SCALE_OUT_COOLDOWN } from './cooldowns';
import { error, Finding } from '../findings/finding';
import { countWithin } from '../findings/ranges';

const RULE = 'sm.scaling-steps';

/** Adds and removes instances by how far a metric is from its alarm's threshold. */
export class StepPolicy implements Policy {
  public readonly kind = 'Steps';
  public readonly goal: ScalingGoal = {};
  /** It may: what it watches is the user's. */
  public readonly startsFromZero = true;

  constructor(private readonly props: StepScalingProps) {}

  public check(): Finding[] {
    const { steps, adjustmentType, minAdjustmentMagnitude, evaluationPeriods, datapointsToAlarm } = this.props;
    const absolute = adjustmentType === AdjustmentType.EXACT_CAPACITY;
    const percent = adjustmentType === AdjustmentType.PERCENT_CHANGE_IN_CAPACITY;
    const rule = (property: string): Pick<Finding, 'ruleId' | 'field'> => ({
      ruleId: RULE,
      field: `scaling.${property}`,
    });
    const magnitude = rule('minAdjustmentMagnitude');
    return [
      ...this.checkIntervals(absolute),
      ...steps.flatMap(({ change }, index) =>
        countWithin(change, { ...rule(`steps[${index}].change`), minimum: absolute ? 1 : undefined }),
      ),
      ...(percent || minAdjustmentMagnitude === undefined || Token.isUnresolved(minAdjustmentMagnitude)
        ? countWithin(minAdjustmentMagnitude, { ...magnitude, minimum: 1 })
        : [
            error(
              RULE,
              magnitude.field,
              `got ${minAdjustmentMagnitude}; allowed: none, since only PERCENT_CHANGE_IN_CAPACITY has a minimum adjustment`,
            ),
          ]),
      ...countWithin(evaluationPeriods, { ...rule('evaluationPeriods'), minimum: 1 }),
      ...countWithin(datapointsToAlarm, {
        ...rule('datapointsToAlarm'),
        minimum: 1,
        // A number of periods that is only known at deploy time limits nothing here.
        maximum: Token.isUnresolved(evaluationPeriods) ? undefined : (evaluationPeriods ?? 1),
      }),
      ...checkCooldowns(this.props),
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
  private checkIntervals(absolute: boolean): Finding[] {
    const { steps } = this.props;
    const bounds = steps.flatMap(({ lower, upper }) => [lower, upper]);
    if (bounds.some((bound) => Token.isUnresolved(bound))) return [];
    if (steps.length < 2 || steps.length > 40) {
      return [error(RULE, 'scaling.steps', `got ${steps.length}; allowed: 2 to 40 steps`)];
    }
    const wrong = steps.findIndex(({ lower = 0, upper = Infinity }) => lower < 0 || lower >= upper);
    if (wrong >= 0) {
      const message = `got ${JSON.stringify(steps[wrong])}; allowed: a lower bound of at least 0, below the upper bound`;
      return [error(RULE, `scaling.steps[${wrong}]`, message)];
    }
    try {
      normalizeIntervals(steps, absolute);
      return [];
    } catch (cause) {
      const message = `got ${JSON.stringify(steps)}; allowed: ranges that do not overlap and leave at most one gap: ${(cause as Error).message}`;
      return [error(RULE, 'scaling.steps', message)];
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
