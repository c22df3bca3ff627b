import { Token } from 'aws-cdk-lib';
import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { NamedVariant, Policy } from './policy';
import { checkCooldowns, SCALE_IN_COOLDOWN, SCALE_OUT_COOLDOWN } from './cooldowns';
import { error, Finding } from '../findings/finding';
import { numberWithin } from '../findings/ranges';
import { ScaledVariant, ScalingGoal } from './scaled-variant';
import { MetricScalingProps } from './scaling-props';

/** The metric, as CloudFormation wants it. */
export type MetricSpecification = Pick<
  CfnScalingPolicy.TargetTrackingScalingPolicyConfigurationProperty,
  'predefinedMetricSpecification' | 'customizedMetricSpecification'
>;

/** What makes one target-tracking policy differ from another. */
export interface TrackedTarget {
  readonly kind: string;
  /** The property that the user gives the target in. */
  readonly property: string;
  readonly given: number;
  /** What the target has to stay below, unless it is any number above 0. */
  readonly below?: number;
  /** Whether the target is a multiple of what is given, which a number of deploy time cannot be. */
  readonly multiplied?: boolean;
  readonly trackedMetric: string;
  readonly goal?: ScalingGoal;
  /** What else the service would refuse. */
  check?(variant: ScaledVariant): Finding[];
  /** The given target in the metric's unit. */
  targetValue(variant: ScaledVariant): number;
  specification(variant: NamedVariant): MetricSpecification;
}

/** Keeps a metric at a target. */
export class TargetTracking implements Policy {
  public readonly kind: string;
  public readonly goal: ScalingGoal;
  public readonly trackedMetric: string;

  constructor(
    private readonly target: TrackedTarget,
    private readonly props: MetricScalingProps,
  ) {
    this.kind = target.kind;
    this.goal = target.goal ?? {};
    this.trackedMetric = target.trackedMetric;
  }

  public check(variant: ScaledVariant): Finding[] {
    const { property, given, below, multiplied } = this.target;
    const rule = { ruleId: 'sm.scaling', field: `scaling.${property}` };
    const message =
      'got a number that is only known at deploy time; allowed: a number that is known at synth, since the target is a multiple of it';
    return [
      ...(multiplied && Token.isUnresolved(given) ? [error(rule.ruleId, rule.field, message)] : []),
      ...numberWithin(given, { ...rule, above: 0, below }),
      ...checkCooldowns(this.props),
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
        scaleInCooldown: (this.props.scaleInCooldown ?? SCALE_IN_COOLDOWN).toSeconds(),
        scaleOutCooldown: (this.props.scaleOutCooldown ?? SCALE_OUT_COOLDOWN).toSeconds(),
      },
    });
    return [policy];
  }
}
