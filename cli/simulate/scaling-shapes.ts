import { fields, list, number, optional, text } from '../input/shape';

/*
 * Shapes for the resources of autoscaling. Numbers are required where the simulation cannot continue without them: a value that is known only
 * during deployment is an error that names its place.
 */

export const targetShape = fields({
  MinCapacity: number,
  MaxCapacity: number,
  ScheduledActions: optional(
    list(
      fields({
        Schedule: text,
        Timezone: optional(text),
        StartTime: optional(text),
        EndTime: optional(text),
        ScalableTargetAction: optional(fields({ MinCapacity: optional(number), MaxCapacity: optional(number) })),
      }),
    ),
  ),
});

const flag = (value: unknown, place: string): boolean => text(value, place) === 'true';

export const policyShape = fields({
  PolicyType: optional(text),
  TargetTrackingScalingPolicyConfiguration: optional(
    fields({
      TargetValue: number,
      DisableScaleIn: optional(flag),
      ScaleInCooldown: optional(number),
      ScaleOutCooldown: optional(number),
      PredefinedMetricSpecification: optional(fields({ PredefinedMetricType: text })),
      CustomizedMetricSpecification: optional(fields({ MetricName: optional(text), Statistic: optional(text) })),
    }),
  ),
  StepScalingPolicyConfiguration: optional(
    fields({
      AdjustmentType: optional(text),
      Cooldown: optional(number),
      MinAdjustmentMagnitude: optional(number),
      StepAdjustments: optional(
        list(
          fields({
            MetricIntervalLowerBound: optional(number),
            MetricIntervalUpperBound: optional(number),
            ScalingAdjustment: number,
          }),
        ),
      ),
    }),
  ),
});

export const alarmShape = fields({
  ComparisonOperator: text,
  DatapointsToAlarm: optional(number),
  EvaluationPeriods: number,
  ExtendedStatistic: optional(text),
  MetricName: optional(text),
  Period: optional(number),
  Statistic: optional(text),
  Threshold: number,
  TreatMissingData: optional(text),
});
