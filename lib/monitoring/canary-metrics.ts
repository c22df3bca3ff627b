import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { CANARY, metricOf } from './published-metrics';

/**
 * What this library's canary publishes in the namespace `TritonOnSageMaker`. It sends real requests, so its view is the client's.
 */
export class CanaryMetrics {
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
    return metricOf(CANARY.endToEndLatency, this.dimensions, options);
  }

  /** 1 when the answer was right, else 0. Default statistic: minimum. */
  public success(options?: MetricOptions): Metric {
    return metricOf(CANARY.success, this.dimensions, options);
  }

  /** By how many percent the latency is above the planned one; published only for an endpoint with a plan. Default statistic: average. */
  public latencyDrift(options?: MetricOptions): Metric {
    return metricOf(CANARY.latencyDrift, this.dimensions, options);
  }
}
