/** How a request of the probe went. */
export interface ProbeResult {
  readonly endpointName: string;
  readonly variantName: string;
  /** The configuration that answered; undefined where that is not known. */
  readonly endpointConfigName?: string;
  readonly succeeded: boolean;
  /** Undefined when nothing was answered. */
  readonly milliseconds?: number;
  readonly plannedMilliseconds?: number;
}

const NAMESPACE = 'TritonOnSageMaker';
const OF_VARIANT = ['EndpointName', 'VariantName'];

interface Metric {
  readonly Name: string;
  readonly Unit: string;
  readonly value: number;
}

/** Writes metrics in CloudWatch's embedded metric format: CloudWatch Logs makes metrics of the line. */
export function publishProbeMetrics({ endpointName, variantName, endpointConfigName, ...result }: ProbeResult): void {
  const metrics = metricsOf(result);
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        directive(OF_VARIANT, metrics),
        // For the alarm that a deployment rolls back on.
        ...(endpointConfigName ? [directive([...OF_VARIANT, 'EndpointConfigName'], metrics.slice(0, 1))] : []),
      ],
    },
    EndpointName: endpointName,
    VariantName: variantName,
    ...(endpointConfigName && { EndpointConfigName: endpointConfigName }),
    ...Object.fromEntries(metrics.map(({ Name, value }) => [Name, value])),
  };
  // Not by the console, which Lambda lets begin a line with the time.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function directive(dimensions: string[], metrics: Metric[]): object {
  return {
    Namespace: NAMESPACE,
    Dimensions: [dimensions],
    Metrics: metrics.map(({ Name, Unit }) => ({ Name, Unit })),
  };
}

/** `ProbeSuccess` first. */
function metricsOf({
  succeeded,
  milliseconds,
  plannedMilliseconds,
}: Pick<ProbeResult, 'succeeded' | 'milliseconds' | 'plannedMilliseconds'>): Metric[] {
  const metrics: Metric[] = [{ Name: 'ProbeSuccess', Unit: 'Count', value: succeeded ? 1 : 0 }];
  if (milliseconds === undefined) return metrics;
  metrics.push({ Name: 'EndToEndLatency', Unit: 'Microseconds', value: Math.round(milliseconds * 1000) });
  if (plannedMilliseconds !== undefined) {
    const drift = (100 * (milliseconds - plannedMilliseconds)) / plannedMilliseconds;
    metrics.push({ Name: 'LatencyDrift', Unit: 'Percent', value: Number(drift.toFixed(1)) });
  }
  return metrics;
}
