import { Duration, TimeZone } from 'aws-cdk-lib';
import { AdjustmentType, ScalingInterval, Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * Capacity limits of scaling.
 *
 * @internal
 */
export interface ScalingCapacity {
  /**
   * Minimum number of instances, or of copies of an inference component. For a real-time or multi-model endpoint at least 1, for an
   * asynchronous endpoint or an inference component at least 0. If the variant sets `instanceCount`, or the component sets `copyCount`, the
   * minimum must not exceed it. Otherwise, the variant or component starts with its default count or with this minimum, whichever is higher.
   *
   * @default - the variant's instance count, or the component's copy count
   */
  readonly minCapacity?: number;

  /**
   * Maximum number of instances, or of copies of an inference component. Must be at least the instance count of the variant or the copy count
   * of the component.
   */
  readonly maxCapacity: number;
}

/**
 * Options of all strategies that scale on a metric.
 *
 * @internal
 */
export interface MetricScalingOptions extends ScalingCapacity {
  /**
   * Time after a scale-in activity before the next scale-in activity can start, in whole seconds. The default of Application Auto Scaling
   * is 300 seconds.
   *
   * @default Duration.seconds(600)
   */
  readonly scaleInCooldown?: Duration;

  /**
   * Time after a scale-out activity before the next scale-out activity can start, in whole seconds. The default of Application Auto Scaling
   * is 300 seconds.
   *
   * @default Duration.seconds(200)
   */
  readonly scaleOutCooldown?: Duration;
}

/** Properties of `Scaling.invocationsPerInstance` and `Scaling.invocationsPerCopy`. */
export interface InvocationsOptions extends MetricScalingOptions {
  /**
   * Target number of requests per second per instance or per copy, above 0. Must be known at synth. The library multiplies this value by 60, because SageMaker's metric counts
   * invocations per minute.
   */
  readonly invocationsPerSecond: number;
}

/** Properties of `Scaling.concurrentRequests`. */
export interface ConcurrentRequestsOptions extends MetricScalingOptions {
  /**
   * Target number of concurrent requests per instance, above 0. By Little's law, this number is the number of requests per second multiplied
   * by the mean latency in seconds.
   */
  readonly requestsPerInstance: number;
}

/** Properties of `Scaling.concurrentRequestsPerCopy`. */
export interface ConcurrentRequestsPerCopyOptions extends MetricScalingOptions {
  /**
   * Target number of concurrent requests per copy, above 0. By Little's law, this number is the number of requests per second multiplied by the
   * mean latency in seconds.
   */
  readonly requestsPerCopy: number;
}

/** Properties of `Scaling.backlogPerInstance`. */
export interface BacklogPerInstanceOptions extends MetricScalingOptions {
  /** Target number of requests per instance, above 0. The number includes requests that are being processed and requests that wait. */
  readonly backlogPerInstance: number;
}

/** Properties of `Scaling.gpuUtilization`. */
export interface GpuScalingOptions extends MetricScalingOptions {
  /**
   * Target utilization, averaged over the GPUs of an instance, in percent of one GPU. Must be above 0 and below 100, because a GPU never
   * exceeds 100 %. The library multiplies this value by the number of GPUs, because SageMaker's metric is the sum over the GPUs of an
   * instance.
   */
  readonly percent: number;
}

/** Properties of `Scaling.custom`. */
export interface CustomScalingOptions extends MetricScalingOptions {
  /**
   * Metric or metric math expression in the endpoint's account and Region. Its value must decrease when instances or copies are added: for
   * example, use the number of requests per instance, not the number of requests. Application Auto Scaling uses the values of each minute,
   * regardless of the period of the metric.
   */
  readonly metric: IMetric;

  /** Target value of the metric, above 0, in the unit of the metric. */
  readonly targetValue: number;
}

/** Properties of `Scaling.steps`. */
export interface StepScalingOptions extends MetricScalingOptions {
  /** Metric that the alarms monitor. */
  readonly metric: IMetric;

  /**
   * Ranges of the metric with their scaling adjustments: 2 to 40 ranges that do not overlap. The ranges can leave at most one gap, in which
   * the capacity does not change. Ranges below the gap scale in, and ranges above the gap scale out. Without a gap, the first half of the list
   * scales in and the second half scales out.
   */
  readonly steps: ScalingInterval[];

  /**
   * Meaning of the `change` of a step.
   *
   * @default AdjustmentType.CHANGE_IN_CAPACITY
   */
  readonly adjustmentType?: AdjustmentType;

  /**
   * Minimum number of instances or copies to add or remove at a time. Only with `AdjustmentType.PERCENT_CHANGE_IN_CAPACITY`.
   *
   * @default - no minimum
   */
  readonly minAdjustmentMagnitude?: number;

  /**
   * Number of evaluation periods of the alarms, at least 1.
   *
   * @default 1
   */
  readonly evaluationPeriods?: number;

  /**
   * Number of datapoints within the evaluation periods that must breach the threshold: from 1 to `evaluationPeriods`.
   *
   * @default - the same number as `evaluationPeriods`
   */
  readonly datapointsToAlarm?: number;
}

/** A scheduled change of the minimum and maximum capacity. */
export interface ScheduledCapacity {
  /** Name of the scheduled action, unique within its strategy: 1 to 256 characters without `:`, `/` and `|`. */
  readonly name: string;

  /** Schedule of the action: a cron expression, a rate, or a single time with `Schedule.at`. */
  readonly schedule: Schedule;

  /**
   * Time zone of the schedule.
   *
   * @default TimeZone.ETC_UTC
   */
  readonly timeZone?: TimeZone;

  /**
   * Minimum number of instances or copies until the next action changes the minimum.
   *
   * @default - the minimum does not change
   */
  readonly minCapacity?: number;

  /**
   * Maximum number of instances or copies until the next action changes the maximum.
   *
   * @default - the maximum does not change
   */
  readonly maxCapacity?: number;
}

/** Properties of `Scaling.scheduled`. */
export interface ScheduledScalingOptions extends ScalingCapacity {
  /** Scheduled actions, at least one. */
  readonly actions: ScheduledCapacity[];
}
