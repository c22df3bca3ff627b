/** Metadata key of a SageMaker model, under which the template contains how much the metrics exporter of its server publishes. */
export const SERVER_METRICS_METADATA_KEY = 'cdk-sagemaker-triton:serverMetrics';

/** Price of a custom metric in USD per month, in us-east-1 up to 10,000 metrics (CloudWatch pricing, read 2026-11-27). */
export const USD_PER_METRIC_MONTH = 0.3;

/** How much the metrics exporter of a server publishes. */
export interface ServerMetricsVolume {
  /** Number of CloudWatch metrics. It does not depend on the number of instances. */
  readonly metrics: number;
  /** Number of lines that each instance writes to the log every minute. Each line has at most 4,096 bytes. */
  readonly linesPerMinute: number;
}
