import { IMetric, IWidget, MathExpression, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { PERIOD } from './create-metric';
import { HostMetrics } from './host-metrics';
import { COUNT_AXIS, Graph, graphOf, graphRow, lineAt, MICROSECONDS_AXIS, PERCENT_AXIS, WIDTH } from './graph';
import { metricsOf, shadowMetricsOf } from './metrics-of';
import { gpuCountOf, MonitoredHost, variantNameOf } from './monitored-endpoint';

/** The widgets that compare a shadow variant with the production variant. Empty if the endpoint has no shadow variant. */
export function shadowWidgets(endpoint: MonitoredHost): IWidget[] {
  const shadow = shadowMetricsOf(endpoint);
  if (!shadow) return [];
  const markdown = `## Shadow ${endpoint.shadowVariantName}, compared with ${variantNameOf(endpoint)}`;
  return [
    new TextWidget({ markdown, width: WIDTH, height: 1 }),
    ...graphRow(requestGraphs(endpoint, shadow)),
    ...graphRow(instanceGraphs(endpoint, shadow)),
  ];
}

/** Creates a metric of each variant, with the name of the variant as its label. */
function ofBoth(
  endpoint: MonitoredHost,
  shadow: HostMetrics,
  createMetric: (metrics: HostMetrics, variantName: string) => IMetric,
): IMetric[] {
  return [
    createMetric(metricsOf(endpoint), variantNameOf(endpoint)),
    createMetric(shadow, String(endpoint.shadowVariantName)),
  ];
}

/** Latency, errors and number of requests of both variants. */
function requestGraphs(endpoint: MonitoredHost, shadow: HostMetrics): Graph[] {
  const { statistic, _milliseconds: milliseconds } = endpoint.latencyObjective;
  return [
    graphOf(
      'Shadow: latency (ModelLatency)',
      MICROSECONDS_AXIS,
      [...new Set([statistic, 'p50'])].flatMap((each) =>
        ofBoth(endpoint, shadow, (metrics, name) =>
          metrics.get('modelLatency', { statistic: each, label: `${name} ${each}` }),
        ),
      ),
      lineAt(milliseconds * 1000, `objective ${statistic}`),
    ),
    graphOf(
      'Shadow: requests that fail in the container',
      PERCENT_AXIS,
      ofBoth(endpoint, shadow, (metrics, name) =>
        failedShare(metrics, metrics === shadow ? 'shadow' : 'production', name),
      ),
    ),
    graphOf(
      'Shadow: requests per minute',
      COUNT_AXIS,
      ofBoth(endpoint, shadow, (metrics, label) => metrics.get('invocations', { label })),
    ),
  ];
}

/** Percentage of requests for which the container returns no 2XX response. The IDs of the metrics in a graph must be unique. */
function failedShare(metrics: HostMetrics, idPrefix: string, label: string): MathExpression {
  const [errors, requests] = [`${idPrefix}Errors`, `${idPrefix}Requests`];
  return new MathExpression({
    expression: `100 * FILL(${errors}, 0) / ${requests}`,
    usingMetrics: { [errors]: metrics.get('invocationModelErrors'), [requests]: metrics.get('invocations') },
    period: PERIOD,
    label,
  });
}

/** Load and utilization of the instances of both variants. */
function instanceGraphs(endpoint: MonitoredHost, shadow: HostMetrics): Graph[] {
  const graph = (title: string, createMetric: (metrics: HostMetrics, label: string) => IMetric): Graph =>
    graphOf(`Shadow: ${title}`, PERCENT_AXIS, ofBoth(endpoint, shadow, createMetric));
  const utilization =
    gpuCountOf(endpoint) === 0
      ? [
          graph('CPU', (metrics, label) => metrics.get('cpuUtilization', { label })),
          graph('memory', (metrics, label) => metrics.get('memoryUtilization', { label })),
        ]
      : [
          graph('GPU', (metrics, label) => metrics.get('gpuUtilization', { label })),
          graph('GPU memory', (metrics, label) => metrics.get('gpuMemoryUtilization', { label })),
        ];
  const load = graph('requests per minute and instance', (metrics, label) =>
    metrics.get('invocationsPerInstance', { label }),
  );
  return [{ ...load, axis: COUNT_AXIS }, ...utilization];
}
