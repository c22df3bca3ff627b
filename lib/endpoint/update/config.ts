import { Duration } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';

/** Options of `UpdateStrategy.bind`, which describe the endpoint. */
export interface UpdateStrategyBindOptions {
  /** Number of instances that a deployment starts for each production variant. */
  readonly instanceCounts: number[];

  /** Number of rollback alarms that the library creates for the endpoint. */
  readonly alarmCount: number;

  /**
   * Time that these alarms require to fire, if the new instances always exceed the thresholds: the longest evaluation window plus 3
   * minutes, or plus 4 minutes if every datapoint of the window must breach, at most 1 hour. Keep the old instances for at least this long.
   */
  readonly alarmWindow: Duration;
}

/** The deployment configuration of an endpoint. */
export interface UpdateStrategyConfig {
  /** A `blueGreenUpdatePolicy` or a `rollingUpdatePolicy`. Set alarms in `rollbackAlarms`. */
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;

  /**
   * Whether a deployment rolls back on the alarms that the library creates, which monitor the new instances.
   *
   * @default true
   */
  readonly autoRollback?: boolean;

  /**
   * Additional alarms on which a deployment rolls back. Together with the endpoint's own alarms, the maximum is 10. None of them can treat
   * missing data as breaching.
   *
   * @default - no additional alarms
   */
  readonly rollbackAlarms?: IAlarm[];
}
