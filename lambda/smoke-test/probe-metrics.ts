import { LIBRARY_NAMESPACE, PROBE_METRICS } from '../../lib/facts/cloudwatch-metrics';

/** The result of a request of the probe. */
interface ProbeResult {
  readonly endpointName: string;
  readonly variantName: string;
  /** The endpoint configuration that responded; undefined if unknown. */
  readonly endpointConfigName?: string;
  readonly succeeded: boolean;
  /** The latency; undefined if there was no response. */
  readonly milliseconds?: number;
}

const VARIANT_DIMENSIONS = ['EndpointName', 'VariantName'];

/**
 * Publishes the result as metrics: writes a log line in the embedded metric format, which CloudWatch Logs converts to metrics. The function
 * requires no permission for this.
 */
export function publishProbeMetrics({ succeeded, milliseconds, ...dimensions }: ProbeResult): void {
  const success = { ...PROBE_METRICS.success, value: succeeded ? 1 : 0 };
  const latency =
    milliseconds === undefined ? [] : [{ ...PROBE_METRICS.endToEndLatency, value: Math.round(milliseconds * 1000) }];
  const sets = [
    { names: VARIANT_DIMENSIONS, metrics: [success, ...latency] },
    // The alarm that rolls back a deployment uses the metric with the dimension EndpointConfigName.
    ...(dimensions.endpointConfigName
      ? [{ names: [...VARIANT_DIMENSIONS, 'EndpointConfigName'], metrics: [success] }]
      : []),
  ];
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: sets.map(({ names, metrics }) => ({
        Namespace: LIBRARY_NAMESPACE,
        Dimensions: [names],
        Metrics: metrics.map(({ name, unit }) => ({ Name: name, Unit: unit })),
      })),
    },
    EndpointName: dimensions.endpointName,
    VariantName: dimensions.variantName,
    EndpointConfigName: dimensions.endpointConfigName,
    ...Object.fromEntries([success, ...latency].map(({ name, value }) => [name, value])),
  };
  // Not console.log, since Lambda would add a timestamp to the line.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
