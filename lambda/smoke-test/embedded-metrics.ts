import { LIBRARY_NAMESPACE, PublishedMetric } from '../../lib/facts/cloudwatch-metrics';

/** A metric of this library with its value. */
export interface MetricValue extends PublishedMetric {
  readonly value: number;
}

/** Metrics, and the names of the dimensions with which they are published. */
export interface MetricSet {
  readonly dimensions: string[];
  readonly metrics: MetricValue[];
}

/**
 * Publishes metrics of this library: writes a log line in the embedded metric format, which CloudWatch Logs converts to metrics. The function
 * requires no permission for this.
 *
 * @param dimensionValues the values of the dimensions, by name
 */
export function publishMetrics(dimensionValues: Record<string, string>, sets: MetricSet[]): void {
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: sets.map(({ dimensions, metrics }) => ({
        Namespace: LIBRARY_NAMESPACE,
        Dimensions: [dimensions],
        Metrics: metrics.map(({ name, unit }) => ({ Name: name, Unit: unit })),
      })),
    },
    ...dimensionValues,
    ...Object.fromEntries(sets.flatMap(({ metrics }) => metrics.map(({ name, value }) => [name, value]))),
  };
  // Not console.log, since Lambda would add a timestamp to the line.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
