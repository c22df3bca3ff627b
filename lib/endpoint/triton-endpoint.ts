import { MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { IConnectable } from 'aws-cdk-lib/aws-ec2';
import { Grant, IGrantable, IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint, CfnEndpointConfig, IEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { EndpointAlarms, EndpointMetrics, IEndpointMetric, TritonDashboard } from '../monitoring';
import { IEndpointVariant } from './variant/endpoint-variant';

/**
 * A SageMaker endpoint that Triton answers on, made here or elsewhere.
 *
 * Metrics have a period of 1 minute, the one that SageMaker publishes them with. On an endpoint with several production
 * variants, numbers of requests and errors are added up; of everything else the highest variant's value counts.
 * `metricsOf(variantName)` has the metrics of one variant.
 */
export interface ITritonEndpoint extends IEndpoint {
  /** Names of the production variants. */
  readonly variantNames: string[];

  /** Names of the shadow variants, which get copies of requests. Nothing of them is in the endpoint's metrics. */
  readonly shadowVariantNames: string[];

  /**
   * Allows actions on the endpoint.
   *
   * @param grantee the principal that gets the permission
   * @param actions actions that IAM can limit to an endpoint, such as `sagemaker:DescribeEndpoint`
   */
  grant(grantee: IGrantable, ...actions: string[]): Grant;

  /**
   * Allows requests whose responses are streams (`InferenceType.GENERATE_STREAM`): `sagemaker:InvokeEndpointWithResponseStream`, and
   * `sagemaker:InvokeEndpoint`, which the API reference requires for them, too (read 2026-11-22).
   *
   * @param grantee the principal that gets the permission
   */
  grantInvokeWithResponseStream(grantee: IGrantable): Grant;

  /**
   * The metrics of one variant.
   *
   * @param variantName name of a production or shadow variant; may be left out where there is one production variant
   * @throws an error when the endpoint has no such variant, or several and none is named
   */
  metricsOf(variantName?: string): EndpointMetrics;

  /**
   * A metric of the endpoint by the name that SageMaker publishes it under.
   *
   * @param metricName such as `ModelLatency` or `GPUUtilization`
   */
  metric(metricName: string, options?: MetricOptions): IEndpointMetric;

  /** Number of requests. Default statistic: sum. */
  metricInvocations(options?: MetricOptions): IEndpointMetric;

  /** Number of requests an instance served; the busiest variant's. Sum is the only statistic that means anything. */
  metricInvocationsPerInstance(options?: MetricOptions): IEndpointMetric;

  /** Requests in flight in the model's container, queued ones included; the busiest variant's. Default statistic: maximum. */
  metricConcurrentRequestsPerModel(options?: MetricOptions): IEndpointMetric;

  /** Time in the model's container as SageMaker sees it. Microseconds; default statistic p99. */
  metricModelLatency(options?: MetricOptions): IEndpointMetric;

  /** Time that SageMaker adds to a request. Microseconds; default statistic p99. */
  metricOverheadLatency(options?: MetricOptions): IEndpointMetric;

  /** Number of requests that were answered with a 4XX status. Default statistic: sum; the average is the rate. */
  metricInvocation4xxErrors(options?: MetricOptions): IEndpointMetric;

  /** Number of requests that were answered with a 5XX status. Default statistic: sum; the average is the rate. */
  metricInvocation5xxErrors(options?: MetricOptions): IEndpointMetric;

  /** Number of requests that the container did not answer with 2XX. Default statistic: sum. */
  metricInvocationModelErrors(options?: MetricOptions): IEndpointMetric;

  /** Use of the GPUs, 0 to 100 × GPUs percent, averaged over a variant's instances. */
  metricGpuUtilization(options?: MetricOptions): IEndpointMetric;

  /** Use of the GPUs' memory, 0 to 100 × GPUs percent, averaged over a variant's instances. */
  metricGpuMemoryUtilization(options?: MetricOptions): IEndpointMetric;

  /** Use of the CPUs, 0 to 100 × vCPUs percent, averaged over a variant's instances. */
  metricCpuUtilization(options?: MetricOptions): IEndpointMetric;

  /** Use of main memory, 0 to 100 percent, averaged over a variant's instances. */
  metricMemoryUtilization(options?: MetricOptions): IEndpointMetric;

  /** Use of the disk, 0 to 100 percent, averaged over a variant's instances. */
  metricDiskUtilization(options?: MetricOptions): IEndpointMetric;
}

/** An endpoint of this app: what both kinds of endpoint have. */
export interface IHostedEndpoint extends ITritonEndpoint, IConnectable {
  /** The variants, production ones first: their models, alarms, tests. */
  readonly variants: IEndpointVariant[];

  /** The role that SageMaker runs the endpoint with. */
  readonly role: IRole;

  /** The alarms of the first variant; those of others are in `variants`. */
  readonly alarms: EndpointAlarms;

  /** The dashboard that shows the endpoint; undefined in minimal mode. */
  readonly dashboard?: TritonDashboard;

  /** The log group that the server's output goes to. */
  readonly logGroup: LogGroup;

  /** The endpoint configuration. */
  readonly cfnEndpointConfig: CfnEndpointConfig;

  /** The endpoint. */
  readonly cfnEndpoint: CfnEndpoint;
}
