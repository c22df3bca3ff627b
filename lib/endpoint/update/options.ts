import { Duration } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CapacitySize } from './capacity-size';

/**
 * Options that all update strategies have in common.
 *
 * @internal
 */
export interface UpdateOptions {
  /**
   * Whether SageMaker rolls back to the old fleet (the instances before the update) when an alarm goes into the ALARM state. The alarms
   * that the library creates monitor only the new fleet. SageMaker publishes no metrics for the new copies of an inference component alone, so
   * its alarms monitor all its copies. Turn this option off for one deployment if one of the `rollbackAlarms` is already in the ALARM state
   * and would therefore roll back the deployment.
   *
   * @default true
   */
  readonly autoRollback?: boolean;

  /**
   * Additional alarms on which a deployment rolls back. Together with the endpoint's own alarms, the maximum is 10. All of them must be
   * metric alarms, and none of them can treat missing data as breaching. Alarms with a long evaluation window extend the default of
   * `bakeTime` and `waitInterval`.
   *
   * @default - only the endpoint's own alarms on the new fleet: latency, 5XX rate and, if they apply, response streams that end with an
   * error, time to the first chunk and the probe
   */
  readonly rollbackAlarms?: IAlarm[];

  /**
   * Time after which the update fails and rolls back: 10 minutes to 8 hours. It must be longer than the sum of all wait intervals. The time
   * for model download and container start is included.
   *
   * @default - the default of SageMaker
   */
  readonly maximumExecutionTimeout?: Duration;
}

/** Options of `UpdateStrategy.allAtOnce`, which all blue/green strategies have in common. */
export interface AllAtOnceUpdateOptions extends UpdateOptions {
  /**
   * Time for which the old fleet is retained and the rollback alarms are monitored after all traffic has shifted to the new fleet: up to 1
   * hour, and at least the time that the endpoint's own alarms require to fire: the longest evaluation window plus 3 minutes, or plus 4
   * minutes if every datapoint of the window must breach. You pay for both fleets during this time.
   *
   * @default - the time that all rollback alarms require to fire, at most 1 hour: 8 minutes with the default alarms, zero without rollback
   * alarms. An imported alarm, whose evaluation window is not known, does not extend this time
   */
  readonly bakeTime?: Duration;
}

/** Options of `UpdateStrategy.canary`. */
export interface CanaryUpdateOptions extends AllAtOnceUpdateOptions {
  /** Share of the new fleet that receives traffic first, at most half. */
  readonly size: CapacitySize;

  /**
   * Time for which only the first share of the new fleet receives traffic, up to 1 hour.
   *
   * @default - the default of `bakeTime`
   */
  readonly waitInterval?: Duration;
}

/** Options of `UpdateStrategy.linear`. */
export interface LinearUpdateOptions extends AllAtOnceUpdateOptions {
  /** Share of the new fleet to which traffic shifts in each step: 10 to 50 %. */
  readonly stepSize: CapacitySize;

  /**
   * Time between two steps, up to 1 hour.
   *
   * @default - the default of `bakeTime`
   */
  readonly waitInterval?: Duration;
}

/** Options of `UpdateStrategy.rolling`, and how an update replaces the copies of an inference component. */
export interface RollingUpdateOptions extends UpdateOptions {
  /**
   * Share of the instances or copies that the update replaces in one step: 5 to 50 %. SageMaker first starts the new copies of a step, so the
   * instances of an endpoint with inference components must have room for them in addition to all old copies.
   *
   * @default CapacitySize.percent(50)
   */
  readonly maximumBatchSize?: CapacitySize;

  /**
   * Share of the instances or copies that a rollback restores in one step, up to 100 %.
   *
   * @default - the `maximumBatchSize` for an inference component. Otherwise all instances at the same time, which requires the capacity of the
   * old fleet again
   */
  readonly rollbackBatchSize?: CapacitySize;

  /**
   * Time for which the alarms are monitored after each batch: up to 1 hour, with the same minimum as the `bakeTime` of the other strategies.
   *
   * @default - the default of `bakeTime`
   */
  readonly waitInterval?: Duration;
}
