import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { PROBE, metricOf } from './published-metrics';

/**
 * What this library's probe publishes in the namespace `TritonOnSageMaker`. It sends real requests, so its view is the client's.
 */
export class ProbeMetrics {
  private readonly dimensions: { [key: string]: string };

  /**
   * @param endpointName name of the endpoint
   * @param variantName name of the production variant
   */
  constructor(
    /** Name of the endpoint. */
    public readonly endpointName: string,
    /** Name of the production variant. */
    public readonly variantName: string,
  ) {
    this.dimensions = { EndpointName: endpointName, VariantName: variantName };
  }

  /** Time from the request to the whole answer, network included. Microseconds; default statistic p99. */
  public endToEndLatency(options?: MetricOptions): Metric {
    return metricOf(PROBE.endToEndLatency, this.dimensions, options);
  }

  /** 1 when the answer was right, else 0. Default statistic: minimum. */
  public success(options?: MetricOptions): Metric {
    return metricOf(PROBE.success, this.dimensions, options);
  }

  /** By how many percent the latency is above the planned one; published only for an endpoint with a plan. Default statistic: average. */
  public latencyDrift(options?: MetricOptions): Metric {
    return metricOf(PROBE.latencyDrift, this.dimensions, options);
  }
}
