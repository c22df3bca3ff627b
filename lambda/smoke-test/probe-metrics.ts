import { PROBE_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { MetricValue, publishMetrics } from './embedded-metrics';

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

/** Publishes the result as metrics. */
export function publishProbeMetrics({ endpointName, variantName, endpointConfigName, ...result }: ProbeResult): void {
  const metrics = metricsOf(result);
  publishMetrics(
    {
      EndpointName: endpointName,
      VariantName: variantName,
      ...(endpointConfigName && { EndpointConfigName: endpointConfigName }),
    },
    [
      { dimensions: VARIANT_DIMENSIONS, metrics },
      // The alarm that rolls back a deployment uses the metric with the dimension EndpointConfigName.
      ...(endpointConfigName
        ? [{ dimensions: [...VARIANT_DIMENSIONS, 'EndpointConfigName'], metrics: metrics.slice(0, 1) }]
        : []),
    ],
  );
}

/** The metrics of a result. `ProbeSuccess` must be the first metric. */
function metricsOf({
  succeeded,
  milliseconds,
  plannedMilliseconds,
}: Pick<ProbeResult, 'succeeded' | 'milliseconds' | 'plannedMilliseconds'>): MetricValue[] {
  const metrics: MetricValue[] = [{ ...PROBE_METRICS.success, value: succeeded ? 1 : 0 }];
  if (milliseconds === undefined) return metrics;
  metrics.push({ ...PROBE_METRICS.endToEndLatency, value: Math.round(milliseconds * 1000) });
  if (plannedMilliseconds !== undefined) {
    const drift = (100 * (milliseconds - plannedMilliseconds)) / plannedMilliseconds;
    metrics.push({ ...PROBE_METRICS.latencyDrift, value: Number(drift.toFixed(1)) });
  }
  return metrics;
}
