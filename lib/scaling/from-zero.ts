import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Alarm, AlarmProps, ComparisonOperator, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { Finding } from '../findings/finding';
import { Cooldowns, DEFAULT_SCALE_OUT_COOLDOWN } from './cooldowns';
import { NamedVariant, Policy } from './policy';
import { ScalingTargets } from './scaled-variant';

/** The metric that reports requests while nothing can serve them, and the alarm on the metric. */
export interface WaitingRequests {
  metric(variant: NamedVariant): IMetric;
  /** The first sentence of the alarm. */
  describe(variant: NamedVariant): string;
  readonly aggregation: 'Average' | 'Maximum';
  readonly alarm: Pick<AlarmProps, 'evaluationPeriods' | 'datapointsToAlarm' | 'treatMissingData'>;
}

/** Kind of the policy, which also is the beginning of its name. */
export const FROM_ZERO = 'FromZero';

/**
 * Starts the first instance or copy when requests arrive and none is in service. Target tracking alone cannot do this, because its metric is
 * divided by the number of instances or copies.
 */
export class FromZeroPolicy implements Policy {
  public readonly kind = FROM_ZERO;
  public readonly targets: ScalingTargets = {};
  public readonly startsFromZero = true;

  constructor(
    private readonly requests: WaitingRequests,
    private readonly options: Cooldowns,
  ) {}

  public check(): Finding[] {
    return [];
  }

  public bind(scope: Construct, id: string, target: IScalableTarget, variant: NamedVariant): CfnScalingPolicy[] {
    const policy = new CfnScalingPolicy(scope, id, {
      policyName: id,
      policyType: 'StepScaling',
      scalingTargetId: target.scalableTargetId,
      stepScalingPolicyConfiguration: {
        adjustmentType: 'ChangeInCapacity',
        metricAggregationType: this.requests.aggregation,
        cooldown: (this.options.scaleOutCooldown ?? DEFAULT_SCALE_OUT_COOLDOWN).toSeconds(),
        stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
      },
    });
    new Alarm(scope, `${id}-Alarm`, {
      ...this.requests.alarm,
      alarmDescription: this.requests.describe(variant),
      metric: this.requests.metric(variant),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: 1,
    }).addAlarmAction({ bind: () => ({ alarmActionArn: policy.ref }) });
    return [policy];
  }
}
