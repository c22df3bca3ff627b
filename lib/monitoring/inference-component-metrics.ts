import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { COMPONENT_HOST, COMPONENT_REQUESTS, metricOf } from './published-metrics';

/**
 * The metrics of an inference component. The utilization metrics range from 0 to 100 percent, regardless of the number of devices.
 *
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch" (read 2026-11-21).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 * @example
 * new InferenceComponentMetrics('my-component').invocations({ statistic: 'Sum' });
 */
export class InferenceComponentMetrics {
  private readonly dimensions: { [key: string]: string };

  /**
   * @param inferenceComponentName name of the inference component
   */
  constructor(
    /** Name of the inference component. */
    public readonly inferenceComponentName: string,
  ) {
    this.dimensions = { InferenceComponentName: inferenceComponentName };
  }

  /** Number of requests. Default statistic: sum. */
  public invocations(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocations, this.dimensions, options);
  }

  /** Number of requests per copy. Default statistic: sum. */
  public invocationsPerCopy(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocationsPerCopy, this.dimensions, options);
  }

  /** Concurrent requests per copy. Published every 10 seconds; default statistic: maximum. */
  public concurrentRequestsPerCopy(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.concurrentRequestsPerCopy, this.dimensions, options);
  }

  /** Number of requests with a 4XX response. Default statistic: sum. */
  public invocation4xxErrors(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocation4xxErrors, this.dimensions, options);
  }

  /** Number of requests with a 5XX response. Default statistic: sum. */
  public invocation5xxErrors(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocation5xxErrors, this.dimensions, options);
  }

  /** Number of requests for which the container did not return a 2XX response. Default statistic: sum. */
  public invocationModelErrors(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocationModelErrors, this.dimensions, options);
  }

  /** Latency of the container. Microseconds; default statistic: p99. */
  public modelLatency(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.modelLatency, this.dimensions, options);
  }

  /** Latency that SageMaker adds to a request. Microseconds; default statistic: p99. */
  public overheadLatency(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.overheadLatency, this.dimensions, options);
  }

  /** CPU utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.cpuUtilization, this.dimensions, options);
  }

  /** Memory utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.memoryUtilization, this.dimensions, options);
  }

  /** GPU utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.gpuUtilization, this.dimensions, options);
  }

  /** GPU memory utilization. Percent; default statistic: average. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.gpuMemoryUtilization, this.dimensions, options);
  }
}
