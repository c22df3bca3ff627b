import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EndpointMetrics, FleetMetrics, InferenceComponentMetrics, ModelMetrics, MonitoredEndpoint } from '../../lib';
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

/** Methods to skip: helpers, and metrics of this library's metric filters, which AWS does not document. */
const SKIPPED_METHODS = [
  'constructor',
  'metric',
  'createQueueMetric',
  'createLibraryMetric',
  'createLogMetric',
  'createModelMetric',
  'createFleetMetric',
  'expression',
  'loadFailures',
  'outOfMemory',
];

/** Returns the metrics of all methods of a factory, without options and without expressions. */
function metricsOf(factory: object): NamedMetric[] {
  return methodsOf(factory).flatMap((method) => {
    if (SKIPPED_METHODS.includes(method) || method.startsWith('_')) return [];
    const metric = (factory as Record<string, (argument?: unknown) => unknown>)[method](undefined);
    if (!(metric instanceof Metric)) return [];
    const { namespace, metricName: name, dimensions = {}, unit } = metric;
    return [{ namespace, name, dimensions: Object.keys(dimensions), unit }];
  });
}

/** Returns the methods of the class of an object, and of its base class. */
function methodsOf(factory: object): string[] {
  const prototype = Object.getPrototypeOf(factory);
  return prototype === Object.prototype ? [] : [...Object.getOwnPropertyNames(prototype), ...methodsOf(prototype)];
}

const FACTORIES = [
  new EndpointMetrics('bert', 'AllTraffic'),
  new ModelMetrics('bert', 'AllTraffic', 'tokenizer'),
  new InferenceComponentMetrics('shared-classifier', { endpointName: 'shared', componentName: 'classifier' }),
  new FleetMetrics('shared'),
];

test('the metric factories create all documented metrics, with their namespaces, dimensions and units', () => {
  const metrics = FACTORIES.flatMap(metricsOf);
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
  const streamMetricsOf = (endpoint: MonitoredEndpoint): string[] => {
    const { template } = createMonitoring(endpoint);
    const names = [...dashboardMetrics(template), ...alarmMetrics(template)].map(({ name }) => name);
    return [...new Set(names.filter((name) => STREAM_METRICS.includes(name)))].sort();
  };
  expect(streamMetricsOf(STREAMING)).toEqual(STREAM_METRICS);
  expect(streamMetricsOf(REAL_TIME)).toEqual([]);
});

describe('the check of metric names in these tests rejects', () => {
  const valid = { namespace: 'AWS/SageMaker', name: 'ModelLatency', dimensions: ['EndpointName', 'VariantName'] };

  test.each([
    ['a different name', { ...valid, name: 'ModelLatencies' }, /not documented/],
    ['a different namespace', { ...valid, namespace: '/aws/sagemaker/Endpoints' }, /not documented/],
    ['a missing dimension', { ...valid, dimensions: ['EndpointName'] }, /not documented/],
    ['a different unit', { ...valid, unit: 'Milliseconds' }, /has the unit Microseconds/],
  ])('%s', (_, metric, message) => {
    expect(problemOf(metric)).toMatch(message);
  });
});

test('percentiles are accepted as statistics, also for an imported endpoint', () => {
  const metrics = new EndpointMetrics('not-ours', 'blue');
  for (const statistic of ['p50', 'p90', 'p99', 'p99.9']) {
    expect(metrics.modelLatency({ statistic }).statistic).toBe(statistic);
  }
  expect(metrics.modelLatency().dimensions).toEqual({ EndpointName: 'not-ours', VariantName: 'blue' });
});

describe('an inference component', () => {
  test('has the metrics of SageMaker by its own name, and those of this library by the names of endpoint and component', () => {
    const metrics = new InferenceComponentMetrics('shared-classifier', {
      endpointName: 'shared',
      componentName: 'classifier',
    });
    expect(metrics.modelLatency().dimensions).toEqual({ InferenceComponentName: 'shared-classifier' });
    expect(metrics.probeSuccess().dimensions).toEqual({ EndpointName: 'shared', VariantName: 'classifier' });
    expect(metrics.outOfMemory().namespace).toBe('TritonOnSageMaker/InferenceComponents/shared-classifier');
  });

  test('that is not created with this library has no metrics of the probe', () => {
    const metrics = new InferenceComponentMetrics('from-elsewhere');
    expect(metrics.errorRate5xx().usingMetrics.errors).toMatchObject({ metricName: 'Invocation5XXErrors' });
    expect(() => metrics.probeSuccess()).toThrow(
      "InferenceComponentMetrics('from-elsewhere'): the metrics of the probe and the server metrics require endpointName and componentName",
    );
  });

  test('is the source of all metrics of its alarms and widgets', () => {
    const { template } = createMonitoring(COMPONENT);
    const metrics = [...dashboardMetrics(template), ...alarmMetrics(template)];
    const ofVariants = metrics.filter(({ dimensions }) => dimensions.includes('VariantName'));
    expect([...new Set(ofVariants.map(({ namespace }) => namespace))]).toEqual(['TritonOnSageMaker']);
  });
});

test('the numbers of instances and running copies are numbers of datapoints, in the period in which each publishes one', () => {
  const period = Duration.seconds(10);
  expect(new FleetMetrics('shared').instanceCount({ period })).toMatchObject({
    namespace: '/aws/sagemaker/Endpoints',
    metricName: 'CPUUtilizationNormalized',
    statistic: 'SampleCount',
    period,
  });
  expect(new InferenceComponentMetrics('shared-classifier').runningCopyCount()).toMatchObject({
    namespace: '/aws/sagemaker/InferenceComponents',
    metricName: 'CPUUtilizationNormalized',
    statistic: 'SampleCount',
    period: Duration.minutes(1),
  });
  const { usingMetrics } = new FleetMetrics('shared').costPerHour(7.09, { period });
  expect(usingMetrics.instances).toMatchObject({ period });
});
