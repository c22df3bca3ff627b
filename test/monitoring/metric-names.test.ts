import { Duration } from 'aws-cdk-lib';
import { FLEET_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { componentMetrics, variantMetrics } from '../../lib/monitoring/host-metrics';
import { ModelMetrics } from '../../lib/monitoring/model-metrics';
import { MetricGroup, PublishedMetrics } from '../../lib/monitoring/published-metrics';
import { DOCUMENTED_KEYS, keyOf, NamedMetric, ASYNC_ENDPOINT_METRICS, problemOf } from './documented-metrics';
import {
  ASYNCHRONOUS,
  COMPONENT,
  ENSEMBLE,
  MULTI_MODEL,
  REAL_TIME,
  SHADOWED,
  STREAMING,
  createMonitoring,
} from './fixtures/endpoints';
import { alarmMetrics, dashboardMetrics } from './fixtures/rendered';
import { MonitoredHost } from '../../lib/monitoring/monitored-endpoint';

/** Returns all rows of the table that a source of metrics has, without those of the log, which AWS does not document. */
function metricsOf(source: object): NamedMetric[] {
  const { groups } = source as { groups: MetricGroup[] };
  return groups.flatMap(({ rows, dimensions }) =>
    Object.values(rows)
      .filter(({ namespace }) => !namespace.startsWith('TritonOnSageMaker/'))
      .map((row) => ({ ...row, dimensions: Object.keys(dimensions) })),
  );
}

const FLEET = new PublishedMetrics([
  { rows: FLEET_METRICS, dimensions: { EndpointName: 'shared', VariantName: 'AllTraffic' } },
]);
const COMPONENT_METRICS = componentMetrics('shared-classifier', 'shared', 'classifier');

test('the table has all documented metrics, with their namespaces, dimensions and units', () => {
  const sources = [
    variantMetrics('bert', 'AllTraffic'),
    new ModelMetrics('bert', 'AllTraffic', 'tokenizer'),
    COMPONENT_METRICS,
    FLEET,
  ];
  const metrics = sources.flatMap(metricsOf);
  expect(metrics.flatMap((metric) => problemOf(metric) ?? [])).toEqual([]);
  expect([...new Set(metrics.map(keyOf))].sort()).toEqual([...DOCUMENTED_KEYS].sort());
});

describe.each([
  ['real-time', REAL_TIME],
  ['multi-model', MULTI_MODEL],
  ['streaming', STREAMING],
  ['ensemble', ENSEMBLE],
  ['shadowed', SHADOWED],
  ['asynchronous', ASYNCHRONOUS],
  ['component', COMPONENT],
  ['streaming component', { ...COMPONENT, streaming: true, serverMetrics: ENSEMBLE.serverMetrics }],
])('%s endpoint', (_, endpoint) => {
  const { template } = createMonitoring(endpoint);

  test('all metrics of widgets are documented', () => {
    const metrics = dashboardMetrics(template);
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.flatMap((metric) => problemOf(metric) ?? [])).toEqual([]);
  });

  test('all metrics of alarms are documented, with their units', () => {
    const metrics = alarmMetrics(template);
    expect(metrics.length).toBeGreaterThan(3);
    expect(metrics.flatMap((metric) => problemOf(metric) ?? [])).toEqual([]);
  });
});

test('alarms and widgets of an asynchronous endpoint use only metrics that the endpoint publishes, or metrics of its log', () => {
  const { template } = createMonitoring(ASYNCHRONOUS);
  const metrics = [...dashboardMetrics(template), ...alarmMetrics(template)];
  const unpublished = metrics.filter(
    ({ namespace, name }) => !namespace.startsWith('TritonOnSageMaker/') && !ASYNC_ENDPOINT_METRICS.has(name),
  );
  expect(unpublished).toEqual([]);
});

test('only streaming endpoints use metrics of streams', () => {
  const STREAM_METRICS = [
    'FirstChunkLatency',
    'FirstChunkModelLatency',
    'FirstChunkOverheadLatency',
    'MidStreamErrors',
  ];
  const streamMetricsOf = (endpoint: MonitoredHost): string[] => {
    const { template } = createMonitoring(endpoint);
    const names = [...dashboardMetrics(template), ...alarmMetrics(template)].map(({ name }) => name);
    return [...new Set(names.filter((name) => STREAM_METRICS.includes(name)))].sort();
  };
  expect(streamMetricsOf(STREAMING)).toEqual(STREAM_METRICS);
  expect(streamMetricsOf(REAL_TIME)).toEqual([]);
});

describe('an inference component', () => {
  test('has the metrics of SageMaker by its own name, and those of this library by the names of endpoint and component', () => {
    const names = ['ModelLatency', 'ProbeSuccess', 'OutOfMemoryLines'];
    const [latency, success, outOfMemory] = names.map((name) => COMPONENT_METRICS.named(name));
    expect(latency.dimensions).toEqual({ InferenceComponentName: 'shared-classifier' });
    expect(success.dimensions).toEqual({ EndpointName: 'shared', VariantName: 'classifier' });
    expect(outOfMemory.namespace).toBe('TritonOnSageMaker/InferenceComponents/shared-classifier');
  });

  test('has no metrics of instances', () => {
    expect(() => COMPONENT_METRICS.get('loadedModelCount')).toThrow('loadedModelCount is not among the metrics of');
  });

  test('is the source of all metrics of its alarms and widgets', () => {
    const { template } = createMonitoring(COMPONENT);
    const metrics = [...dashboardMetrics(template), ...alarmMetrics(template)];
    const ofVariants = metrics.filter(({ dimensions }) => dimensions.includes('VariantName'));
    expect([...new Set(ofVariants.map(({ namespace }) => namespace))]).toEqual(['TritonOnSageMaker']);
  });
});

test('the number of running copies is a number of datapoints', () => {
  expect(COMPONENT_METRICS.runningCopyCount()).toMatchObject({
    namespace: '/aws/sagemaker/InferenceComponents',
    metricName: 'CPUUtilizationNormalized',
    statistic: 'SampleCount',
    period: Duration.minutes(1),
  });
});
