import { Duration } from 'aws-cdk-lib';
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
import { checkRequestMetric } from './request-metrics';
import { ScaledVariant, ScalingTargets } from './scaled-variant';
import { StepScalingOptions } from './scaling-options';
import { checkCooldowns, DEFAULT_SCALE_IN_COOLDOWN, DEFAULT_SCALE_OUT_COOLDOWN } from './cooldowns';
import { error, Finding } from '../findings/finding';
import { checkCountRange } from '../findings/ranges';
import { isUnresolved } from '../findings/is-unresolved';

const RULE = 'sm.scaling-steps';

/** Step scaling: the number of instances to add or remove depends on the distance between a metric and the threshold of its alarm. */
export class StepPolicy implements Policy {
  public readonly kind = 'Steps';
  public readonly targets: ScalingTargets = {};
  /** True, because the metric of the user can have data even while the variant has no instances. */
  public readonly startsFromZero = true;

  constructor(private readonly options: StepScalingOptions) {}

  public check(variant: ScaledVariant): Finding[] {
    const { metric, steps, adjustmentType, minAdjustmentMagnitude, evaluationPeriods, datapointsToAlarm } =
      this.options;
    const isAbsolute = adjustmentType === AdjustmentType.EXACT_CAPACITY;
    const isPercent = adjustmentType === AdjustmentType.PERCENT_CHANGE_IN_CAPACITY;
    const rule = (property: string): Pick<Finding, 'ruleId' | 'field'> => ({
      ruleId: RULE,
      field: `scaling.${property}`,
    });
    const magnitude = rule('minAdjustmentMagnitude');
    return [
      ...this.checkIntervals(isAbsolute),
      ...steps.flatMap(({ change }, index) =>
        checkCountRange(change, { ...rule(`steps[${index}].change`), minimum: isAbsolute ? 1 : undefined }),
      ),
      ...(isPercent || minAdjustmentMagnitude === undefined || isUnresolved(minAdjustmentMagnitude)
        ? checkCountRange(minAdjustmentMagnitude, { ...magnitude, minimum: 1 })
        : [
            error(
              RULE,
              magnitude.field,
              `got ${minAdjustmentMagnitude}; allowed: none, since only PERCENT_CHANGE_IN_CAPACITY has a minimum adjustment`,
            ),
          ]),
      ...checkCountRange(evaluationPeriods, { ...rule('evaluationPeriods'), minimum: 1 }),
      ...checkCountRange(datapointsToAlarm, {
        ...rule('datapointsToAlarm'),
        minimum: 1,
        // The value of a token is not known at synth.
        maximum: isUnresolved(evaluationPeriods) ? undefined : (evaluationPeriods ?? 1),
      }),
      ...checkCooldowns(this.options),
      ...checkRequestMetric(metric, variant, isAbsolute || steps.some(({ change }) => change < 0)),
    ];
  }

  public bind(scope: Construct, id: string, target: IScalableTarget): CfnScalingPolicy[] {
    const { metric, steps, adjustmentType, minAdjustmentMagnitude, evaluationPeriods, datapointsToAlarm } =
      this.options;
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
      configurePolicy(policy.lowerAction, `${id}-lower`, this.options.scaleInCooldown ?? DEFAULT_SCALE_IN_COOLDOWN),
      configurePolicy(policy.upperAction, `${id}-upper`, this.options.scaleOutCooldown ?? DEFAULT_SCALE_OUT_COOLDOWN),
    ].flat();
  }

  /** Reports errors that aws-cdk-lib would otherwise throw when the policy is created. */
  private checkIntervals(isAbsolute: boolean): Finding[] {
    const { steps } = this.options;
    const bounds = steps.flatMap(({ lower, upper }) => [lower, upper]);
    if (bounds.some((bound) => isUnresolved(bound))) return [];
    if (steps.length < 2 || steps.length > 40) {
      return [error(RULE, 'scaling.steps', `got ${steps.length}; allowed: 2 to 40 steps`)];
    }
    const invalidIndex = steps.findIndex(({ lower = 0, upper = Infinity }) => lower < 0 || lower >= upper);
    if (invalidIndex >= 0) {
      const message = `got ${JSON.stringify(steps[invalidIndex])}; allowed: a lower bound of at least 0, below the upper bound`;
      return [error(RULE, `scaling.steps[${invalidIndex}]`, message)];
    }
    try {
      normalizeIntervals(steps, isAbsolute);
      return [];
    } catch (cause) {
      const message = `got ${JSON.stringify(steps)}; allowed: ranges that do not overlap and leave at most one gap: ${(cause as Error).message}`;
      return [error(RULE, 'scaling.steps', message)];
    }
  }
}

/** Sets the name and the cooldown of a policy. The construct of aws-cdk-lib would generate the name, and use one cooldown for both directions. */
function configurePolicy(action: StepScalingAction | undefined, name: string, cooldown: Duration): CfnScalingPolicy[] {
  if (action === undefined) return [];
  const policy = action.node.defaultChild as CfnScalingPolicy;
  policy.policyName = name;
  policy.stepScalingPolicyConfiguration = {
    ...(policy.stepScalingPolicyConfiguration as CfnScalingPolicy.StepScalingPolicyConfigurationProperty),
    cooldown: cooldown.toSeconds(),
  };
  return [policy];
}
