import { Duration } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FleetShare } from './fleet-share';

/**
 * What every update strategy has.
 *
 * @internal
 */
export interface UpdateProps {
  /**
   * Whether SageMaker goes back to the old fleet when an alarm fires. The endpoint's own alarms watch the new fleet only. Turn it off for
   * one deployment when one of `rollbackAlarms` is firing already and would undo it.
   *
   * @default true
   */
  readonly autoRollback?: boolean;

  /**
   * Alarms to roll back on beside the endpoint's own. Together at most 10, all of them metric alarms, and none may treat missing data as
   * breaching.
   *
   * @default - the endpoint's own: latency, 5XX rate and, where there is one, the probe, of the new fleet
   */
  readonly rollbackAlarms?: IAlarm[];

  /**
   * Time after which the update fails and goes back: 10 minutes to 8 hours, and longer than all waits together. Model download and
   * start count as well.
   *
   * @default - SageMaker's own
   */
  readonly maximumExecutionTimeout?: Duration;
}

/** Properties of `UpdateStrategy.allAtOnce`, and what all blue/green strategies have. */
export interface AllAtOnceUpdateProps extends UpdateProps {
  /**
   * How long the old fleet stays after it has handed over all traffic, and its alarms are watched: up to 1 hour, and at least as
   * long as the alarms look back. Both fleets are paid for meanwhile.
   *
   * @default - as long as the rollback alarms look back; none without rollback
   */
  readonly bakeTime?: Duration;
}

/** Properties of `UpdateStrategy.canary`. */
export interface CanaryUpdateProps extends AllAtOnceUpdateProps {
  /** Part of the new fleet that takes traffic first: at most half. */
  readonly size: FleetShare;

  /**
   * How long only the first part of the new fleet takes traffic, up to 1 hour.
   *
   * @default - as long as the rollback alarms look back
   */
  readonly waitInterval?: Duration;
}

/** Properties of `UpdateStrategy.linear`. */
export interface LinearUpdateProps extends AllAtOnceUpdateProps {
  /** Part of the new fleet that takes over in each step: 10 to 50 %. */
  readonly stepSize: FleetShare;

  /**
   * Time between two steps, up to 1 hour.
   *
   * @default - as long as the rollback alarms look back
   */
  readonly waitInterval?: Duration;
}

/** Properties of `UpdateStrategy.rolling`. */
export interface RollingUpdateProps extends UpdateProps {
  /** Part of the fleet that is replaced at a time: 5 to 50 %. */
  readonly maximumBatchSize: FleetShare;

  /**
   * Part of the fleet that is brought back at a time when the update is rolled back.
   *
   * @default - all at once, which needs the capacity of the old fleet again
   */
  readonly rollbackBatchSize?: FleetShare;

  /**
   * How long the alarms are watched after each batch: up to 1 hour, and at least as long as the alarms look back.
   *
   * @default - as long as the rollback alarms look back
   */
  readonly waitInterval?: Duration;
}
