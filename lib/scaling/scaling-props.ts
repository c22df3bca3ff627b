import { Duration, TimeZone } from 'aws-cdk-lib';
import { AdjustmentType, ScalingInterval, Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * Between how many instances scaling moves.
 *
 * @internal
 */
export interface ScalingCapacity {
  /**
   * Fewest instances, at least 1 and at most the variant's instance count, which is at least this unless it is given. An asynchronous
   * endpoint may have 0.
   *
   * @default - the variant's instance count
   */
  readonly minCapacity?: number;

  /** Most instances; at least the variant's instance count. */
  readonly maxCapacity: number;
}

/**
 * What every strategy needs that follows a metric.
 *
 * @internal
 */
export interface MetricScalingProps extends ScalingCapacity {
  /**
   * Time after a scale-in before the next one, in whole seconds. The service's own default is 300 s.
   *
   * @default Duration.seconds(600)
   */
  readonly scaleInCooldown?: Duration;

  /**
   * Time after a scale-out before the next one, in whole seconds. The service's own default is 300 s.
   *
   * @default Duration.seconds(200)
   */
  readonly scaleOutCooldown?: Duration;
}

/** Properties of `Scaling.invocationsPerInstance`. */
export interface InvocationsPerInstanceProps extends MetricScalingProps {
  /**
   * Requests per second that one instance is to serve, above 0. SageMaker's metric counts per minute; the target is
   * this value times 60.
   */
  readonly invocationsPerSecond: number;
}

/** Properties of `Scaling.concurrentRequests`. */
export interface ConcurrentRequestsProps extends MetricScalingProps {
  /** Requests in flight that one instance is to hold, above 0. By Little's law: requests per second times mean latency in seconds. */
  readonly requestsPerInstance: number;
}

/** Properties of `Scaling.backlogPerInstance`. */
export interface BacklogPerInstanceProps extends MetricScalingProps {
  /** Requests for each instance, above 0: those that it works on, and those that wait for it. */
  readonly backlogPerInstance: number;
}

/** Properties of `Scaling.gpuUtilization` and `Scaling.gpuMemory`. */
export interface GpuScalingProps extends MetricScalingProps {
  /**
   * The mean of an instance's GPUs, in percent of one GPU: above 0 and below 100, which a GPU never exceeds. SageMaker's
   * metric is the sum over the GPUs of an instance; the target is this value times their number.
   */
  readonly percent: number;
}

/** Properties of `Scaling.custom`. */
export interface CustomScalingProps extends MetricScalingProps {
  /**
   * A metric, or an expression over metrics, of the endpoint's own account and region. It has to fall when instances are added:
   * requests per instance do, requests do not. Application Auto Scaling reads it for each minute, whatever its period says.
   */
  readonly metric: IMetric;

  /** The value to keep, above 0, in the metric's unit. */
  readonly targetValue: number;
}

/** Properties of `Scaling.steps`. */
export interface StepScalingProps extends MetricScalingProps {
  /** The metric that the alarms watch. */
  readonly metric: IMetric;

  /**
   * What to do in which range of the metric: 2 to 40 ranges that do not overlap. Nothing is changed in the one gap that they may
   * leave; scaling in is below it and scaling out above it, or without a gap below and above the middle of the list.
   */
  readonly steps: ScalingInterval[];

  /**
   * What the steps' `change` means.
   *
   * @default AdjustmentType.CHANGE_IN_CAPACITY
   */
  readonly adjustmentType?: AdjustmentType;

  /**
   * Fewest instances to add or remove at a time; only with `AdjustmentType.PERCENT_CHANGE_IN_CAPACITY`.
   *
   * @default - no minimum
   */
  readonly minAdjustmentMagnitude?: number;

  /**
   * Periods of the metric that are looked at, at least 1.
   *
   * @default 1
   */
  readonly evaluationPeriods?: number;

  /**
   * How many of the periods have to be beyond the alarm's threshold: from 1 to `evaluationPeriods`.
   *
   * @default - all
   */
  readonly datapointsToAlarm?: number;
}

/** A change of the limits at a time. */
export interface ScheduledCapacity {
  /** Name of the action, unique in its strategy: 1 to 256 characters without `:`, `/` and `|`. */
  readonly name: string;

  /** When: a cron expression or a rate, or with `Schedule.at` once. */
  readonly schedule: Schedule;

  /**
   * Time zone of the schedule.
   *
   * @default TimeZone.ETC_UTC
   */
  readonly timeZone?: TimeZone;

  /**
   * Fewest instances from then on, until the next action.
   *
   * @default - unchanged
   */
  readonly minCapacity?: number;

  /**
   * Most instances from then on, until the next action.
   *
   * @default - unchanged
   */
  readonly maxCapacity?: number;
}

/** Properties of `Scaling.scheduled`. */
export interface ScheduledScalingProps extends ScalingCapacity {
  /** The changes; at least one. */
  readonly actions: ScheduledCapacity[];
}
