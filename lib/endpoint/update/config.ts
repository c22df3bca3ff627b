import { Duration } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';

/** What `UpdateStrategy.bind` is called with. */
export interface UpdateStrategyBindOptions {
  /** Instances that a deployment starts of each production variant. */
  readonly instanceCounts: number[];

  /** How many alarms of its own the endpoint has to roll back on. */
  readonly alarmCount: number;

  /** The longest time that one of these alarms needs to fire. */
  readonly alarmWindow: Duration;
}

/** How an endpoint is updated. */
export interface UpdateStrategyConfig {
  /** A `blueGreenUpdatePolicy` or a `rollingUpdatePolicy`; the alarms go into `rollbackAlarms`. */
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;

  /**
   * Whether a deployment rolls back on the endpoint's own alarms, which watch the new fleet.
   *
   * @default true
   */
  readonly autoRollback?: boolean;

  /**
   * More alarms on which a deployment rolls back: at most 10 with the endpoint's own, none of which treats missing data as breaching.
   *
   * @default - none
   */
  readonly rollbackAlarms?: IAlarm[];
}
