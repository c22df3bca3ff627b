import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AlarmNaming, AlarmOverrides, MonitoringMode, TritonDashboard } from '../../monitoring';
import { PlannedPerformance } from '../../sizing';

/** How an endpoint is watched. */
export interface MonitoringOptions {
  /**
   * How much is watched.
   *
   * @default MonitoringMode.STANDARD
   */
  readonly mode?: MonitoringMode;

  /**
   * Where alarms and dashboard are made, such as a `NestedStack`: they are most of an endpoint's resources, and a stack holds 500.
   *
   * @default - the endpoint
   */
  readonly scope?: Construct;

  /**
   * The dashboard that shows the endpoint, for many endpoints on one.
   *
   * @default - one of its own; none in minimal mode
   */
  readonly dashboard?: TritonDashboard;

  /**
   * Other settings of single alarms, or their absence.
   *
   * @default - every alarm that applies, as it is
   */
  readonly alarms?: AlarmOverrides;

  /**
   * What happens when an alarm fires and when it is over, such as a message to an SNS topic (`SnsAction`).
   *
   * @default - nothing
   */
  readonly alarmActions?: IAlarmAction[];

  /**
   * How the alarms are named.
   *
   * @default AlarmNaming.generated()
   */
  readonly alarmNaming?: AlarmNaming;

  /**
   * Requests per minute below which something in front of the endpoint must be broken.
   *
   * @default - quiet minutes are normal: no alarm
   */
  readonly expectedInvocationsPerMinute?: number;

  /**
   * Price of an instance in USD per hour, for the cost on the dashboard.
   *
   * @default - the library's price table: on demand, mostly us-east-1, read between April 2025 and November 2026
   */
  readonly usdPerInstanceHour?: number;

  /**
   * What was planned, such as the `pick` of a `CapacityPlan`, to be drawn beside what is measured.
   *
   * @default - no plan
   */
  readonly plan?: PlannedPerformance;

  /**
   * How long the server's log is kept.
   *
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * Encrypts the server's log.
   *
   * @default - CloudWatch's own encryption
   */
  readonly logEncryptionKey?: IKey;

  /**
   * Whether the endpoint is watched while it is deployed: when it fails, an event of the stack says why, and the container's last lines
   * are kept for 30 days in the log group `/cdk-sagemaker-triton/failed-deployments/<endpoint name>`, which stays when the stack goes.
   *
   * @default true
   */
  readonly failureReport?: boolean;
}
