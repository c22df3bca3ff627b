import {
  DimensionsMap,
  MathExpression,
  MathExpressionOptions,
  Metric,
  MetricOptions,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import {
  COMPONENT_REQUEST_METRICS,
  COMPONENT_UTILIZATION_METRICS,
  componentLogMetrics,
  LogMetrics,
} from '../facts/cloudwatch-metrics';
import { EndpointEnvironment } from './create-metric';
import { RequestMetrics } from './request-metrics';

/** Options of `InferenceComponentMetrics`. */
export interface InferenceComponentMetricsOptions extends EndpointEnvironment {
  /**
   * Name of the endpoint. Required for the metrics of the probe and the server metrics.
   *
   * @default - the metrics of the probe and the server metrics are not available
   */
  readonly endpointName?: string;

  /**
   * Name of the component within its endpoint, such as `classifier` for the inference component `shared-classifier`. Required for the
   * metrics of the probe and the server metrics.
   *
   * @default - the metrics of the probe and the server metrics are not available
   */
  readonly componentName?: string;
}

/**
 * The metrics of an inference component, with a period of one minute. The utilization metrics range from 0 to 100 percent, regardless of the
 * number of devices.
 *
 * SageMaker publishes no metrics of one version of a component: during an update, the metrics include the old and the new copies.
 *
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch" and "Scale an endpoint to zero instances"
 * (read 2026-11-28).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 * @example
 * new InferenceComponentMetrics('my-component').invocations({ statistic: 'Sum' });
 */
export class InferenceComponentMetrics extends RequestMetrics {
  /**
   * @param inferenceComponentName name of the inference component in SageMaker
   * @param options names that the metrics of this library use, and the account and Region of the component
   */
  constructor(
    /** Name of the inference component. */
    public readonly inferenceComponentName: string,
    private readonly options: InferenceComponentMetricsOptions = {},
  ) {
    super({ InferenceComponentName: inferenceComponentName }, options);
  }

  /** @internal */
  protected get _libraryDimensions(): DimensionsMap {
    const { endpointName, componentName } = this.options;
    if (endpointName === undefined || componentName === undefined) {
      throw new Error(
        `InferenceComponentMetrics('${this.inferenceComponentName}'): the metrics of the probe and the server metrics require endpointName and componentName`,
      );
    }
    return { EndpointName: endpointName, VariantName: componentName };
  }

  /** @internal */
  protected get _logMetrics(): LogMetrics {
    return componentLogMetrics(this.inferenceComponentName);
  }

  /** Number of requests per copy. The only meaningful statistic is the sum. */
  public invocationsPerCopy(options?: MetricOptions): Metric {
    return this._createMetric(COMPONENT_REQUEST_METRICS.invocationsPerCopy, options);
  }

  /**
   * Number of copies that serve requests: Invocations divided by InvocationsPerCopy, because SageMaker publishes no metric with the number of
   * copies. Without requests, the value is missing, even if SageMaker publishes zeros.
   */
  public copyCount(options?: MathExpressionOptions): MathExpression {
    return this._servingCount('perCopy', this.invocationsPerCopy(), { label: 'copies', ...options });
  }

  /**
   * Number of copies whose container runs, also without requests and while the server starts: the number of datapoints of
   * CPUUtilizationNormalized in one period, because each copy publishes one. The period must equal `monitoring.metricPublishFrequency`, by
   * default one minute.
   */
  public runningCopyCount(options?: MetricOptions): Metric {
    return this.cpuUtilization({ statistic: Stats.SAMPLE_COUNT, label: 'running copies', ...options });
  }

  /**
   * Number of requests that failed because the component has no copy. SageMaker publishes the metric only when such a request arrives.
   * Default statistic: sum.
   */
  public noCapacityInvocationFailures(options?: MetricOptions): Metric {
    return this._createMetric(COMPONENT_REQUEST_METRICS.noCapacityInvocationFailures, options);
  }

  /** Concurrent requests per copy. Published every 10 seconds. Statistics: maximum (default) and minimum. */
  public concurrentRequestsPerCopy(options?: MetricOptions): Metric {
    return this._createMetric(COMPONENT_REQUEST_METRICS.concurrentRequestsPerCopy, options);
  }

  /** CPU utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return this._createMetric(COMPONENT_UTILIZATION_METRICS.cpuUtilization, options);
  }

  /** Memory utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return this._createMetric(COMPONENT_UTILIZATION_METRICS.memoryUtilization, options);
  }

  /** GPU utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return this._createMetric(COMPONENT_UTILIZATION_METRICS.gpuUtilization, options);
  }

  /** GPU memory utilization. Percent; default statistic: average. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return this._createMetric(COMPONENT_UTILIZATION_METRICS.gpuMemoryUtilization, options);
  }
}
