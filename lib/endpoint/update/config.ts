import { Duration } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';

/** What `UpdateStrategy.bind` is called with. */
export interface UpdateStrategyBindOptions {
  /** Instances that a deployment starts of each production variant. */
  readonly instanceCounts: number[];

  /** The endpoint's own alarms that a deployment can roll back on. */
  readonly alarms: IAlarm[];

  /** The longest time that one of these alarms needs to fire. */
  readonly alarmWindow: Duration;
}

/** How an endpoint is updated. */
export interface UpdateStrategyConfig {
  /** A `blueGreenUpdatePolicy` or a `rollingUpdatePolicy`; the alarms go into `rollbackAlarms`. */
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;

  /**
   * The alarms on which a deployment rolls back: at most 10, none of which treats missing data as breaching. An empty list turns the
   * rollback off.
   *
   * @default - the endpoint's own
   */
  readonly rollbackAlarms?: IAlarm[];
}
