import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { COMPONENT_REQUEST_METRICS, COMPONENT_UTILIZATION_METRICS } from '../facts/cloudwatch-metrics';
import { createMetric } from './create-metric';

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
    return createMetric(COMPONENT_REQUEST_METRICS.invocations, this.dimensions, options);
  }

  /** Number of requests per copy. Default statistic: sum. */
  public invocationsPerCopy(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_REQUEST_METRICS.invocationsPerCopy, this.dimensions, options);
  }

  /** Concurrent requests per copy. Published every 10 seconds; default statistic: maximum. */
  public concurrentRequestsPerCopy(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_REQUEST_METRICS.concurrentRequestsPerCopy, this.dimensions, options);
  }

  /** Number of requests with a 4XX response. Default statistic: sum. */
  public invocation4xxErrors(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_REQUEST_METRICS.invocation4xxErrors, this.dimensions, options);
  }

  /** Number of requests with a 5XX response. Default statistic: sum. */
  public invocation5xxErrors(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_REQUEST_METRICS.invocation5xxErrors, this.dimensions, options);
  }

  /** Number of requests for which the container did not return a 2XX response. Default statistic: sum. */
  public invocationModelErrors(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_REQUEST_METRICS.invocationModelErrors, this.dimensions, options);
  }

  /** Latency of the container. Microseconds; default statistic: p99. */
  public modelLatency(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_REQUEST_METRICS.modelLatency, this.dimensions, options);
  }

  /** Latency that SageMaker adds to a request. Microseconds; default statistic: p99. */
  public overheadLatency(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_REQUEST_METRICS.overheadLatency, this.dimensions, options);
  }

  /** CPU utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_UTILIZATION_METRICS.cpuUtilization, this.dimensions, options);
  }

  /** Memory utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_UTILIZATION_METRICS.memoryUtilization, this.dimensions, options);
  }

  /** GPU utilization, relative to the reservation if the component has one. Percent; default statistic: average. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_UTILIZATION_METRICS.gpuUtilization, this.dimensions, options);
  }

  /** GPU memory utilization. Percent; default statistic: average. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return createMetric(COMPONENT_UTILIZATION_METRICS.gpuMemoryUtilization, this.dimensions, options);
  }
}
