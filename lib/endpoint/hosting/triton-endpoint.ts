import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { IEndpointMetric } from '../../monitoring';

/**
 * A SageMaker endpoint that runs Triton, either created in this app or imported.
 *
 * Metrics have a period of 1 minute, which is the period in which SageMaker publishes them. On an endpoint with several production
 * variants, the numbers of requests and of errors are the sums over the variants. Every other metric has the value of the variant with the
 * highest value. For the metrics of one variant, use `variantMetric`.
 */
export interface ITritonEndpoint extends IEndpoint {
  /** Names of the production variants, which share the traffic. */
  readonly variantNames: string[];

  /** Names of the shadow variants, which receive copies of requests. The metrics of the endpoint do not include shadow variants. */
  readonly shadowVariantNames: string[];

  /**
   * Grants permission for actions on the endpoint.
   *
   * @param grantee the principal to grant the permission to
   * @param actions actions for which IAM supports an endpoint as the resource, such as `sagemaker:DescribeEndpoint`
   */
  grant(grantee: IGrantable, ...actions: string[]): Grant;

  /**
   * Grants permission to invoke the endpoint with streamed responses (`InferenceType.GENERATE_STREAM`). The actions are
   * `sagemaker:InvokeEndpointWithResponseStream` and `sagemaker:InvokeEndpoint`. The API reference requires both (read 2026-11-22).
   *
   * @param grantee the principal to grant the permission to
   */
  grantInvokeWithResponseStream(grantee: IGrantable): Grant;

  /**
   * Returns a metric of one variant by its published name.
   *
   * @param variantName name of a production or shadow variant
   * @param metricName name of the metric, such as `ModelLatency`, `ProbeSuccess` or `QueueDuration`
   * @throws an error if the endpoint has no such variant
   */
  variantMetric(variantName: string, metricName: string, options?: MetricOptions): Metric;

  /**
   * Returns a metric of the endpoint by the name under which SageMaker or this library publishes it.
   *
   * @param metricName name of the metric, such as `ModelLatency`, `GPUUtilization` or `ProbeSuccess`
   */
  metric(metricName: string, options?: MetricOptions): IEndpointMetric;

  /** Number of requests. Default statistic: sum. */
  metricInvocations(options?: MetricOptions): IEndpointMetric;

  /** Latency of the container of the model, as measured by SageMaker. Microseconds; default statistic: p99. */
  metricModelLatency(options?: MetricOptions): IEndpointMetric;

  /** Latency that SageMaker adds to a request. Microseconds; default statistic: p99. */
  metricOverheadLatency(options?: MetricOptions): IEndpointMetric;

  /** Number of requests with a 4XX response. Default statistic: sum. The average is the fraction of requests with this error. */
  metricInvocation4xxErrors(options?: MetricOptions): IEndpointMetric;

  /** Number of requests with a 5XX response. Default statistic: sum. The average is the fraction of requests with this error. */
  metricInvocation5xxErrors(options?: MetricOptions): IEndpointMetric;
}
