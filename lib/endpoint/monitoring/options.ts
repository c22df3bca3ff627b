import { Duration } from 'aws-cdk-lib';
import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AlarmNaming, AlarmOverrides, TritonDashboard } from '../../monitoring';
import { LatencyObjective } from '../../platform';
import { PlannedPerformance } from '../../sizing';

/** How an endpoint is watched. */
export interface MonitoringOptions {
  /**
   * Whether alarms, dashboard and metric filters on the log are made. Without them no deployment is rolled back by an alarm. Log group and
   * failure report stay.
   *
   * @default true; false in development
   */
  readonly enabled?: boolean;

  /**
   * Whether only the alarms that deployments roll back on and the log group are made: no further alarms, no composite alarm, no dashboard
   * and no metric filters on the log.
   *
   * @default false
   */
  readonly minimal?: boolean;

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
   * The time to the first part of a stream that the endpoint has to keep, with `InferenceType.GENERATE_STREAM`: the limit of an alarm on
   * FirstChunkLatency, on which deployments roll back. The `latencyObjective` is held against whole streams.
   *
   * @default - no alarm on the first part
   */
  readonly firstChunkObjective?: LatencyObjective;

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
   * Whether SageMaker publishes OpenTelemetry metrics of each GPU and each instance, which CloudWatch bills by volume and which are
   * queried with PromQL (developer guide, "detailed observability", read 2026-11-22). Endpoint configurations that do not choose have it
   * since 2026-06-17; here it is off unless you choose it. Metrics of Triton are not among them: SageMaker reads them from `/metrics` at
   * the port 8080, where Triton answers 400.
   *
   * @default false
   */
  readonly detailedObservability?: boolean;

  /**
   * Whether SageMaker publishes the metrics of the hardware and of requests for each instance, too (`EnableEnhancedMetrics`).
   *
   * @default false
   */
  readonly enhancedMetrics?: boolean;

  /**
   * How often SageMaker publishes the metrics of the hardware, and with `enhancedMetrics` those of requests: every 10, 30, 60, 120, 180,
   * 240 or 300 seconds. Alarms and scaling read the metrics of each minute.
   *
   * @default - SageMaker's own, 60 seconds
   */
  readonly metricPublishFrequency?: Duration;

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
