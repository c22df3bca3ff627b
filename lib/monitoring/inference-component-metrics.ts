import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { COMPONENT_HOST, COMPONENT_REQUESTS, metricOf } from './published-metrics';

/**
 * The metrics of an inference component. The utilization metrics are 0 to 100 percent whatever the number of devices.
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

  /** Number of requests a copy served. Default statistic: sum. */
  public invocationsPerCopy(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocationsPerCopy, this.dimensions, options);
  }

  /** Requests in flight per copy. Published each 10 seconds; default statistic: maximum. */
  public concurrentRequestsPerCopy(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.concurrentRequestsPerCopy, this.dimensions, options);
  }

  /** Requests answered with a 4XX status. Default statistic: sum. */
  public invocation4xxErrors(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocation4xxErrors, this.dimensions, options);
  }

  /** Requests answered with a 5XX status. Default statistic: sum. */
  public invocation5xxErrors(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocation5xxErrors, this.dimensions, options);
  }

  /** Requests that the container did not answer with 2XX. Default statistic: sum. */
  public invocationModelErrors(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.invocationModelErrors, this.dimensions, options);
  }

  /** Time in the container. Microseconds; default statistic p99. */
  public modelLatency(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.modelLatency, this.dimensions, options);
  }

  /** Time that SageMaker adds. Microseconds; default statistic p99. */
  public overheadLatency(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_REQUESTS.overheadLatency, this.dimensions, options);
  }

  /** Use of the CPUs, of the reservation where there is one. Percent; default statistic: average. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.cpuUtilization, this.dimensions, options);
  }

  /** Use of main memory, of the reservation where there is one. Percent; default statistic: average. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.memoryUtilization, this.dimensions, options);
  }

  /** Use of the GPUs, of the reservation where there is one. Percent; default statistic: average. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.gpuUtilization, this.dimensions, options);
  }

  /** Use of the GPUs' memory. Percent; default statistic: average. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return metricOf(COMPONENT_HOST.gpuMemoryUtilization, this.dimensions, options);
  }
}
