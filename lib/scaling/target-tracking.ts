import { Duration, Token } from 'aws-cdk-lib';
import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { Policy } from './policy';
import { cooldownProblems, problem } from './problems';
import { ScaledFleet, ScaledVariant, ScalingGoal, ScalingProblem } from './scaled-variant';
import { MetricScalingProps } from './scaling-props';

export const SCALE_IN_COOLDOWN = Duration.seconds(600);
export const SCALE_OUT_COOLDOWN = Duration.seconds(200);

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
  /** What is allowed, unless it is any number above 0. */
  readonly range?: { readonly allowed: string; readonly below: number };
  /** Whether the target is a multiple of what is given, which a number of deploy time cannot be. */
  readonly multiplied?: boolean;
  readonly trackedMetric: string;
  readonly goal?: ScalingGoal;
  /** Problems beside those of target and cooldowns. */
  problems?(fleet: ScaledFleet): ScalingProblem[];
  /** The given target in the metric's unit. */
  targetValue(fleet: ScaledFleet): number;
  specification(variant: ScaledVariant): MetricSpecification;
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

  public problems(fleet: ScaledFleet): ScalingProblem[] {
    const { property, given, range, multiplied } = this.target;
    const valid = given > 0 && given < (range?.below ?? Infinity);
    const message =
      'got a number that is only known at deploy time; allowed: one known at synth, since the target is a multiple';
    return [
      ...(multiplied && Token.isUnresolved(given)
        ? [{ ruleId: 'sm.scaling', field: `scaling.${property}`, message }]
        : []),
      ...problem(property, given, range?.allowed ?? 'a number above 0', valid),
      ...cooldownProblems('scaleInCooldown', this.props.scaleInCooldown),
      ...cooldownProblems('scaleOutCooldown', this.props.scaleOutCooldown),
      ...(this.target.problems?.(fleet) ?? []),
    ];
  }

  public bind(scope: Construct, id: string, target: IScalableTarget, variant: ScaledVariant): CfnScalingPolicy[] {
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
