import { Duration } from 'aws-cdk-lib';
import { Metric, MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';

/** Names of the metrics that the filters on the server's log make. */
export const LOG_METRICS = { loadFailures: 'LoadFailureLines', outOfMemory: 'OutOfMemoryLines' };

/**
 * What metric filters count in the server's log. A filter on plain text cannot set dimensions, so the endpoint's name is in
 * the namespace. They count lines, of which one failure may write several, and publish nothing while there are none.
 */
export class ServerLogMetrics {
  /** Namespace of the metrics. */
  public readonly metricNamespace: string;

  /** @param endpointName name of the endpoint */
  constructor(endpointName: string) {
    this.metricNamespace = `TritonOnSageMaker/${endpointName}`;
  }

  /** Lines that say that a model could not be read or loaded. Default statistic: sum. */
  public loadFailures(options?: MetricOptions): Metric {
    return this.metric(LOG_METRICS.loadFailures, options);
  }

  /** Lines that speak of exhausted memory or disk. Default statistic: sum. */
  public outOfMemory(options?: MetricOptions): Metric {
    return this.metric(LOG_METRICS.outOfMemory, options);
  }

  private metric(metricName: string, options?: MetricOptions): Metric {
    return new Metric({
      namespace: this.metricNamespace,
      metricName,
      statistic: Stats.SUM,
      period: Duration.minutes(1),
      ...options,
    });
  }
}
