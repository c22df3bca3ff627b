/** The properties of AWS::ApplicationAutoScaling::ScalingPolicy that the simulation reads. */
export interface PolicyProperties {
  readonly PolicyType?: string;
  readonly TargetTrackingScalingPolicyConfiguration?: TargetTrackingProperties;
  readonly StepScalingPolicyConfiguration?: StepScalingProperties;
}

export interface TargetTrackingProperties {
  readonly TargetValue: number;
  readonly DisableScaleIn?: boolean;
  readonly ScaleInCooldown?: number;
  readonly ScaleOutCooldown?: number;
  readonly PredefinedMetricSpecification?: { readonly PredefinedMetricType: string };
  readonly CustomizedMetricSpecification?: { readonly MetricName?: string; readonly Statistic?: string };
}

export interface StepScalingProperties {
  readonly AdjustmentType?: string;
  readonly Cooldown?: number;
  readonly MinAdjustmentMagnitude?: number;
  readonly StepAdjustments?: StepAdjustment[];
}

/** A step of a step scaling policy. The interval is relative to the threshold of the alarm. */
export interface StepAdjustment {
  readonly MetricIntervalLowerBound?: number;
  readonly MetricIntervalUpperBound?: number;
  readonly ScalingAdjustment: number;
}

/** The properties of AWS::CloudWatch::Alarm that the simulation reads. */
export interface AlarmProperties {
  readonly ComparisonOperator: string;
  readonly DatapointsToAlarm?: number;
  readonly EvaluationPeriods: number;
  readonly ExtendedStatistic?: string;
  readonly MetricName?: string;
  readonly Period?: number;
  readonly Statistic?: string;
  readonly Threshold: number;
  readonly TreatMissingData?: string;
}

/** A scheduled action of AWS::ApplicationAutoScaling::ScalableTarget. */
export interface ScheduledActionProperties {
  readonly Schedule: string;
  readonly Timezone?: string;
  readonly StartTime?: string;
  readonly EndTime?: string;
  readonly ScalableTargetAction?: { readonly MinCapacity?: number; readonly MaxCapacity?: number };
}

/** A step scaling policy is invoked by alarms of the template. Target tracking creates its alarms. */
export interface PolicyWithAlarms {
  readonly policy: PolicyProperties;
  readonly alarms: AlarmProperties[];
}

/** The scaling of a variant, as CloudFormation properties. */
export interface ScalingProperties {
  readonly minCapacity: number;
  readonly maxCapacity: number;
  readonly policies: PolicyWithAlarms[];
  readonly actions: ScheduledActionProperties[];
}
