import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { NamedVariant, Policy } from './policy';
import { checkCooldowns, DEFAULT_SCALE_IN_COOLDOWN, DEFAULT_SCALE_OUT_COOLDOWN } from './cooldowns';
import { error, Finding } from '../findings/finding';
import { checkNumberRange } from '../findings/ranges';
import { ScaledVariant, ScalingTargets } from './scaled-variant';
import { MetricScalingOptions } from './scaling-options';
import { isUnresolved } from '../findings/is-unresolved';

/** The metric of a target-tracking policy, as CloudFormation requires it. */
export type MetricSpecification = Pick<
  CfnScalingPolicy.TargetTrackingScalingPolicyConfigurationProperty,
  'predefinedMetricSpecification' | 'customizedMetricSpecification'
>;

/** The properties in which target-tracking policies differ. */
export interface TrackedTarget {
  readonly kind: string;
  readonly scales?: Policy['scales'];
  /** Name of the property that contains the target. */
  readonly property: string;
  /** Value of that property. */
  readonly value: number;
  /** The value must be below this limit. By default, any number above 0 is valid. */
  readonly below?: number;
  /** Whether the library multiplies the value to calculate the target. The value must then be known at synth. */
  readonly isMultiplied?: boolean;
  readonly trackedMetric: string;
  readonly targets?: ScalingTargets;
  /** Reports further values that SageMaker or Application Auto Scaling would reject. */
  check?(variant: ScaledVariant): Finding[];
  /** Target in the unit of the metric. */
  targetValue(variant: ScaledVariant): number;
  specification(variant: NamedVariant): MetricSpecification;
}

/** A target-tracking policy. */
export class TargetTracking implements Policy {
  public readonly kind: string;
  public readonly scales?: Policy['scales'];
  public readonly targets: ScalingTargets;
  public readonly trackedMetric: string;

  constructor(
    private readonly target: TrackedTarget,
    private readonly options: MetricScalingOptions,
  ) {
    this.kind = target.kind;
    this.scales = target.scales;
    this.targets = target.targets ?? {};
    this.trackedMetric = target.trackedMetric;
  }

  public check(variant: ScaledVariant): Finding[] {
    const { property, value, below, isMultiplied } = this.target;
    const rule = { ruleId: 'sm.scaling', field: `scaling.${property}` };
    const message =
      'got a number that is only known at deploy time; allowed: a number that is known at synth, since the target is a multiple of it';
    return [
      ...(isMultiplied && isUnresolved(value) ? [error(rule.ruleId, rule.field, message)] : []),
      ...checkNumberRange(value, { ...rule, above: 0, below }),
      ...checkCooldowns(this.options),
      ...(this.target.check?.(variant) ?? []),
    ];
  }

  public bind(scope: Construct, id: string, target: IScalableTarget, variant: NamedVariant): CfnScalingPolicy[] {
    const policy = new CfnScalingPolicy(scope, id, {
      policyName: id,
      policyType: 'TargetTrackingScaling',
      scalingTargetId: target.scalableTargetId,
      targetTrackingScalingPolicyConfiguration: {
        targetValue: this.target.targetValue(variant),
        ...this.target.specification(variant),
        scaleInCooldown: (this.options.scaleInCooldown ?? DEFAULT_SCALE_IN_COOLDOWN).toSeconds(),
        scaleOutCooldown: (this.options.scaleOutCooldown ?? DEFAULT_SCALE_OUT_COOLDOWN).toSeconds(),
      },
    });
    return [policy];
  }
}
