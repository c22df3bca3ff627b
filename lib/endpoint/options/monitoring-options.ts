import { Duration } from 'aws-cdk-lib';
import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AlarmOverride, TritonDashboard } from '../../monitoring';
import { LatencyObjective } from '../../platform';
import { PlanCandidate } from '../../measurements';

/** Monitoring options of an endpoint. */
export interface MonitoringOptions {
  /**
   * Whether to create alarms, a dashboard, and metric filters on the log. Without alarms, deployments do not roll back on alarms. The log
   * group and the failure report are created regardless of this property.
   *
   * @default true, and false with EndpointPurpose.DEVELOPMENT
   */
  readonly enabled?: boolean;

  /**
   * Scope in which alarms and dashboard are created, such as a `NestedStack`. They are most of the resources of an endpoint, and a stack
   * can have 500 resources.
   *
   * @default - the endpoint
   */
  readonly scope?: Construct;

  /**
   * Dashboard to which the endpoint is added. Use one dashboard to show several endpoints.
   *
   * @default - a new dashboard, or none without monitoring
   */
  readonly dashboard?: TritonDashboard;

  /**
   * Settings of individual alarms, which can also be turned off: the keys are the values of `AlarmKind`, such as `clientErrors`. An unknown key
   * is rejected.
   *
   * @default - all alarms that apply, with their default settings
   */
  readonly alarms?: { [kind: string]: AlarmOverride };

  /**
   * Actions when an alarm goes into the ALARM state and when it returns to the OK state, such as a notification to an SNS topic
   * (`SnsAction`).
   *
   * @default - no actions
   */
  readonly alarmActions?: IAlarmAction[];

  /**
   * Prefix of alarm names. With a prefix, the names have the form `<prefix><endpoint>-<variant>-<alarm>`, such as
   * `prod-bert-AllTraffic-latency`. A name has at most 255 characters, and is unique in its account and Region.
   *
   * @default - names that CloudFormation generates, so that it can replace the alarms
   */
  readonly alarmNamePrefix?: string;

  /**
   * Minimum number of requests per minute. Fewer requests indicate a fault upstream of the endpoint.
   *
   * @default - any number of requests is valid, and there is no alarm
   */
  readonly expectedInvocationsPerMinute?: number;

  /**
   * Objective for the time to the first chunk of a streamed response, with `InferenceType.GENERATE_STREAM`. The objective is the threshold
   * of an alarm on FirstChunkLatency, which rolls back deployments. The `latencyObjective` applies to the whole stream.
   *
   * @default - no alarm on the time to the first chunk
   */
  readonly firstChunkObjective?: LatencyObjective;

  /**
   * Price of an instance in USD per hour, for the cost on the dashboard.
   *
   * @default - the On-Demand price in `PriceList.builtIn()`, if it contains the instance type
   */
  readonly usdPerInstanceHour?: number;

  /**
   * Planned performance, such as the `pick` of a `capacity.CapacityPlan`. The dashboard shows it next to the measured values.
   *
   * @default - no plan
   */
  readonly plan?: PlanCandidate;

  /**
   * Whether SageMaker publishes OpenTelemetry metrics of each GPU and each instance (developer guide, "detailed observability", read
   * 2026-11-22). CloudWatch bills these metrics by volume, and supports queries in PromQL. Since 2026-06-17, SageMaker publishes them by
   * default for endpoint configurations that do not set this option. This library turns them off by default. Triton's metrics are not
   * included: SageMaker reads metrics from `/metrics` on port 8080, where Triton responds with status 400.
   *
   * @default false
   */
  readonly detailedObservability?: boolean;

  /**
   * Whether SageMaker also publishes the hardware metrics and the request metrics of each instance (`EnableEnhancedMetrics`).
   *
   * @default false
   */
  readonly enhancedMetrics?: boolean;

  /**
   * Whether to publish Triton's own metrics: the time in the queue, the time in executions, batch sizes, pending and failed requests and the
   * hits of the response cache, for each model. The library adds a small Python model to the model repository, which reads the metrics of the
   * server and writes them to the log each minute. CloudWatch extracts metrics from these lines. Dashboard and alarms then include
   * them. The metrics require no further permission and no connection.
   * Turning them on or off starts a new fleet.
   *
   * CloudWatch bills each metric: 5 for each variant, and 7 for each of its models (9 with a response cache). The alarm `queueTime` is billed in
   * addition.
   *
   * Requires release 23.09 or later, and model files of this app: not for `ModelFiles.fromS3`, model packages and multi-model endpoints. Not
   * tested on AWS, so the default is false.
   *
   * @default false
   */
  readonly serverMetrics?: boolean;

  /**
   * Interval at which SageMaker publishes the hardware metrics and, with `enhancedMetrics`, the request metrics: 10, 30, 60, 120, 180, 240
   * or 300 seconds. Alarms and scaling use the metrics of each minute.
   *
   * @default - the default of SageMaker, 60 seconds
   */
  readonly metricPublishFrequency?: Duration;

  /**
   * Time for which the log of the server is kept.
   *
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * KMS key that encrypts the server's log.
   *
   * @default - the default encryption of CloudWatch
   */
  readonly logEncryptionKey?: IKey;

  /**
   * Whether to report why a deployment of the endpoint fails. The reason, the likely cause, and the last log lines of containers that received no
   * requests are stored for 30 days in the log group `/cdk-sagemaker-triton/failed-deployments/<endpoint name>`, which is retained when the stack
   * is deleted.
   *
   * @default true
   */
  readonly failureReport?: boolean;
}
