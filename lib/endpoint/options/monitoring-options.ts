import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AlarmOverride, TritonDashboard } from '../../monitoring';
import { LatencyObjective } from '../../platform';

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
   * Dashboard to which the endpoint is added, in the Region of the endpoint. Use one dashboard to show several endpoints. The dashboard refers to
   * alarms of the endpoint, so topics of `alarmActions` cannot be in the stack of the dashboard if the endpoint is in a different stack.
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
   * (`SnsAction`). A `LambdaAction` of several endpoints requires `useUniquePermissionId: true`. The policy of a key in this app that encrypts
   * the topic is extended to allow CloudWatch to use the key. The policy of an imported key must already allow this.
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
   * Time for which the log of the server is kept.
   *
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * KMS key that encrypts the log of the server, the lines that are kept after a failed deployment, and the log of the functions and workflows
   * that the library creates in the stack. If several endpoints of a stack have different keys, the functions and workflows use the key of
   * the first.
   *
   * The library extends the policy of a key in this app. The policy of an imported key must allow CloudWatch Logs to use the key for these log
   * groups: `/aws/sagemaker/Endpoints/<endpoint>` or `/aws/sagemaker/InferenceComponents/<component>`,
   * `/cdk-sagemaker-triton/failed-deployments/<endpoint>`, and `*-TritonFunctionLogs*`.
   *
   * @default - the default encryption of CloudWatch
   */
  readonly logEncryptionKey?: IKey;
}
