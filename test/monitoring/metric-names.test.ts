import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EndpointMetrics, InferenceComponentMetrics, MonitoredEndpoint } from '../../lib';
import { DOCUMENTED_KEYS, keyOf, NamedMetric, OF_ASYNCHRONOUS_ENDPOINTS, problemOf } from './documented-metrics';
import { ASYNCHRONOUS, MULTI_MODEL, REAL_TIME, STREAMING, watch } from './fixtures/endpoints';
import { alarmMetrics, dashboardMetrics } from './fixtures/rendered';

/** Helpers, and what metric filters count: neither is in the service's documentation. */
const NOT_PUBLISHED = ['constructor', 'metric', 'published', 'ofEndpoint', 'counted', 'loadFailures', 'outOfMemory'];

/** What every method of a metric factory makes without options; expressions are left out. */
function madeBy(factory: object): NamedMetric[] {
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(factory)) as (keyof typeof factory)[];
  return methods.flatMap((method) => {
    if (NOT_PUBLISHED.includes(method)) return [];
    const made = (factory[method] as (argument?: unknown) => unknown).call(factory, undefined);
    if (!(made instanceof Metric)) return [];
    const { namespace, metricName: name, dimensions = {}, unit } = made;
    return [{ namespace, name, dimensions: Object.keys(dimensions), unit }];
  });
}

const FACTORIES = [new EndpointMetrics('bert', 'AllTraffic'), new InferenceComponentMetrics('component')];

test('the metric factories make every documented metric, with its namespace, dimensions and unit', () => {
  const made = FACTORIES.flatMap(madeBy);
  expect(made.flatMap((metric) => problemOf(metric) ?? [])).toEqual([]);
  expect([...new Set(made.map(keyOf))].sort()).toEqual([...DOCUMENTED_KEYS].sort());
});

describe.each([
  ['real-time', REAL_TIME],
  ['multi-model', MULTI_MODEL],
  ['streaming', STREAMING],
  ['asynchronous', ASYNCHRONOUS],
])('%s endpoint', (_, endpoint) => {
  const { template } = watch(endpoint);

  test('every metric of a widget is documented', () => {
    const metrics = dashboardMetrics(template);
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.flatMap((metric) => problemOf(metric) ?? [])).toEqual([]);
  });

  test('every metric of an alarm is documented, with its unit', () => {
    const metrics = alarmMetrics(template);
    expect(metrics.length).toBeGreaterThan(3);
    expect(metrics.flatMap((metric) => problemOf(metric) ?? [])).toEqual([]);
  });
});

test('alarms and widgets of an asynchronous endpoint are on metrics that it publishes, or on lines of its log', () => {
  const { template } = watch(ASYNCHRONOUS);
  const metrics = [...dashboardMetrics(template), ...alarmMetrics(template)];
  const unpublished = metrics.filter(
    ({ namespace, name }) => !namespace.startsWith('TritonOnSageMaker/') && !OF_ASYNCHRONOUS_ENDPOINTS.has(name),
  );
  expect(unpublished).toEqual([]);
});

test('metrics of streams are those of streaming endpoints', () => {
  const STREAMS = ['FirstChunkLatency', 'FirstChunkModelLatency', 'FirstChunkOverheadLatency', 'MidStreamErrors'];
  const ofStreams = (endpoint: MonitoredEndpoint): string[] => {
    const { template } = watch(endpoint);
    const names = [...dashboardMetrics(template), ...alarmMetrics(template)].map(({ name }) => name);
    return [...new Set(names.filter((name) => STREAMS.includes(name)))].sort();
  };
  expect(ofStreams(STREAMING)).toEqual(STREAMS);
  expect(ofStreams(REAL_TIME)).toEqual([]);
});

describe('the check itself refuses', () => {
  const good = { namespace: 'AWS/SageMaker', name: 'ModelLatency', dimensions: ['EndpointName', 'VariantName'] };

  test.each([
    ['another name', { ...good, name: 'ModelLatencies' }, /not documented/],
    ['another namespace', { ...good, namespace: '/aws/sagemaker/Endpoints' }, /not documented/],
    ['a missing dimension', { ...good, dimensions: ['EndpointName'] }, /not documented/],
    ['another unit', { ...good, unit: 'Milliseconds' }, /has the unit Microseconds/],
  ])('%s', (_, metric, message) => {
    expect(problemOf(metric)).toMatch(message);
  });
});

test('statistics are CloudWatch’s, for an endpoint from elsewhere too', () => {
  const metrics = new EndpointMetrics('not-ours', 'blue');
  for (const statistic of ['p50', 'p90', 'p99', 'p99.9']) {
    expect(metrics.modelLatency({ statistic }).statistic).toBe(statistic);
  }
  expect(metrics.modelLatency().dimensions).toEqual({ EndpointName: 'not-ours', VariantName: 'blue' });
});
