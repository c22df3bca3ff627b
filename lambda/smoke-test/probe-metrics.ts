import { LIBRARY_NAMESPACE, PROBE_METRICS, PublishedMetric } from '../../lib/facts/cloudwatch-metrics';

/** The result of a request of the probe. */
interface ProbeResult {
  readonly endpointName: string;
  readonly variantName: string;
  /** The endpoint configuration that responded; undefined if unknown. */
  readonly endpointConfigName?: string;
  readonly succeeded: boolean;
  /** The latency; undefined if there was no response. */
  readonly milliseconds?: number;
  readonly plannedMilliseconds?: number;
}

const VARIANT_DIMENSIONS = ['EndpointName', 'VariantName'];

interface Metric extends PublishedMetric {
  readonly value: number;
}

/** Publishes the result as metrics: writes a log line in the embedded metric format, which CloudWatch Logs converts to metrics. */
export function publishProbeMetrics({ endpointName, variantName, endpointConfigName, ...result }: ProbeResult): void {
  const metrics = metricsOf(result);
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        metricDirective(VARIANT_DIMENSIONS, metrics),
        // The alarm that rolls back a deployment uses the metric with the dimension EndpointConfigName.
        ...(endpointConfigName
          ? [metricDirective([...VARIANT_DIMENSIONS, 'EndpointConfigName'], metrics.slice(0, 1))]
          : []),
      ],
    },
    EndpointName: endpointName,
    VariantName: variantName,
    ...(endpointConfigName && { EndpointConfigName: endpointConfigName }),
    ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
  };
  // Not console.log, since Lambda would add a timestamp to the line.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function metricDirective(dimensions: string[], metrics: Metric[]): object {
  return {
    Namespace: LIBRARY_NAMESPACE,
    Dimensions: [dimensions],
    Metrics: metrics.map(({ name, unit }) => ({ Name: name, Unit: unit })),
  };
}

/** The metrics of a result. `ProbeSuccess` must be the first metric. */
function metricsOf({
  succeeded,
  milliseconds,
  plannedMilliseconds,
}: Pick<ProbeResult, 'succeeded' | 'milliseconds' | 'plannedMilliseconds'>): Metric[] {
  const metrics: Metric[] = [{ ...PROBE_METRICS.success, value: succeeded ? 1 : 0 }];
  if (milliseconds === undefined) return metrics;
  metrics.push({ ...PROBE_METRICS.endToEndLatency, value: Math.round(milliseconds * 1000) });
  if (plannedMilliseconds !== undefined) {
    const drift = (100 * (milliseconds - plannedMilliseconds)) / plannedMilliseconds;
    metrics.push({ ...PROBE_METRICS.latencyDrift, value: Number(drift.toFixed(1)) });
  }
  return metrics;
}
