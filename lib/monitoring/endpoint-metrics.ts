import { Duration } from 'aws-cdk-lib';
import { Metric, MetricOptions, Stats, Unit } from 'aws-cdk-lib/aws-cloudwatch';

const INVOCATION_NAMESPACE = 'AWS/SageMaker';
const HOST_NAMESPACE = '/aws/sagemaker/Endpoints';

/**
 * The metrics that SageMaker publishes for one variant of an endpoint, each minute.
 *
 * Source: Amazon SageMaker developer guide, "Monitor Amazon SageMaker with Amazon CloudWatch" (read 2026-11-21).
 */
export class EndpointMetrics {
  /** @param endpointName name of the endpoint @param variantName name of the production variant */
  constructor(
    private readonly endpointName: string,
    private readonly variantName: string,
  ) {}

  /** Time in the model's container as SageMaker sees it, transfer to and from it included. Microseconds; default statistic p99. */
  public modelLatency(options?: MetricOptions): Metric {
    return this.metric(INVOCATION_NAMESPACE, 'ModelLatency', {
      statistic: Stats.p(99),
      unit: Unit.MICROSECONDS,
      ...options,
    });
  }

  /** Time that SageMaker adds to a request. Microseconds; default statistic p99. */
  public overheadLatency(options?: MetricOptions): Metric {
    return this.metric(INVOCATION_NAMESPACE, 'OverheadLatency', {
      statistic: Stats.p(99),
      unit: Unit.MICROSECONDS,
      ...options,
    });
  }

  /** Number of requests. Default statistic: sum. */
  public invocations(options?: MetricOptions): Metric {
    return this.metric(INVOCATION_NAMESPACE, 'Invocations', { statistic: Stats.SUM, ...options });
  }

  /** Number of requests an instance served. Default statistic: sum. */
  public invocationsPerInstance(options?: MetricOptions): Metric {
    return this.metric(INVOCATION_NAMESPACE, 'InvocationsPerInstance', { statistic: Stats.SUM, ...options });
  }

  /** Number of requests that were answered with a 4XX status. Default statistic: sum. */
  public invocation4xxErrors(options?: MetricOptions): Metric {
    return this.metric(INVOCATION_NAMESPACE, 'Invocation4XXErrors', { statistic: Stats.SUM, ...options });
  }

  /** Number of requests that were answered with a 5XX status. Default statistic: sum. */
  public invocation5xxErrors(options?: MetricOptions): Metric {
    return this.metric(INVOCATION_NAMESPACE, 'Invocation5XXErrors', { statistic: Stats.SUM, ...options });
  }

  /** Use of the GPUs, 0 to 100 × GPUs percent. Default statistic: average. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return this.metric(HOST_NAMESPACE, 'GPUUtilization', { statistic: Stats.AVERAGE, ...options });
  }

  /** Use of the GPUs' memory, 0 to 100 × GPUs percent. Default statistic: average. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return this.metric(HOST_NAMESPACE, 'GPUMemoryUtilization', { statistic: Stats.AVERAGE, ...options });
  }

  /** Use of the CPUs, 0 to 100 × vCPUs percent. Default statistic: average. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return this.metric(HOST_NAMESPACE, 'CPUUtilization', { statistic: Stats.AVERAGE, ...options });
  }

  private metric(namespace: string, metricName: string, options: MetricOptions): Metric {
    return new Metric({
      namespace,
      metricName,
      dimensionsMap: { EndpointName: this.endpointName, VariantName: this.variantName },
      period: Duration.minutes(1),
      ...options,
    });
  }
}
