import { App, Duration, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { IMetric, MathExpression, Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

const ONE = new TritonRealtimeEndpoint(new Stack(new App(), 'Stack'), 'Endpoint', {
  model: classifier(),
  endpointName: 'classifier',
});
const TWO = TritonRealtimeEndpoint.fromEndpointAttributes(new Stack(), 'Endpoint', {
  endpointName: 'classifier',
  variantNames: ['champion', 'challenger'],
  shadowVariantNames: ['shadow'],
});

type MetricMethod = (endpoint: ITritonEndpoint, options?: MetricOptions) => IMetric;

const REQUESTS = 'AWS/SageMaker';
const HOSTS = '/aws/sagemaker/Endpoints';

describe.each<[string, string, string, MetricMethod, 'added' | 'highest']>([
  ['Invocations', REQUESTS, 'Sum', (e, o) => e.metricInvocations(o), 'added'],
  ['Invocation4XXErrors', REQUESTS, 'Sum', (e, o) => e.metricInvocation4xxErrors(o), 'added'],
  ['Invocation5XXErrors', REQUESTS, 'Sum', (e, o) => e.metricInvocation5xxErrors(o), 'added'],
  ['InvocationModelErrors', REQUESTS, 'Sum', (e, o) => e.metricInvocationModelErrors(o), 'added'],
  ['InvocationsPerInstance', REQUESTS, 'Sum', (e, o) => e.metricInvocationsPerInstance(o), 'highest'],
  ['ConcurrentRequestsPerModel', REQUESTS, 'Maximum', (e, o) => e.metricConcurrentRequestsPerModel(o), 'highest'],
  ['ModelLatency', REQUESTS, 'p99', (e, o) => e.metricModelLatency(o), 'highest'],
  ['OverheadLatency', REQUESTS, 'p99', (e, o) => e.metricOverheadLatency(o), 'highest'],
  ['GPUUtilization', HOSTS, 'Average', (e, o) => e.metricGpuUtilization(o), 'highest'],
  ['GPUMemoryUtilization', HOSTS, 'Average', (e, o) => e.metricGpuMemoryUtilization(o), 'highest'],
  ['CPUUtilization', HOSTS, 'Average', (e, o) => e.metricCpuUtilization(o), 'highest'],
  ['MemoryUtilization', HOSTS, 'Average', (e, o) => e.metricMemoryUtilization(o), 'highest'],
  ['DiskUtilization', HOSTS, 'Average', (e, o) => e.metricDiskUtilization(o), 'highest'],
])('%s', (name, namespace, statistic, method, combined) => {
  test('is each minute’s, with the statistic that answers most questions, of the one variant', () => {
    const metric = method(ONE) as Metric;
    expect(metric).toBeInstanceOf(Metric);
    expect(metric).toMatchObject({ metricName: name, namespace, statistic });
    expect(metric.period).toEqual(Duration.minutes(1));
    expect(metric.dimensions).toEqual({ EndpointName: 'classifier', VariantName: 'AllTraffic' });
  });

  test('is reachable by its published name', () => {
    expect(ONE.metric(name)).toEqual(method(ONE));
  });

  test(`is ${combined} over several variants, without the shadow's`, () => {
    const { expression, usingMetrics } = method(TWO) as MathExpression;
    expect(expression).toBe(
      combined === 'added' ? 'FILL(variant0, 0) + FILL(variant1, 0)' : 'MAX([variant0, variant1])',
    );
    expect(Object.values(usingMetrics).map((metric) => (metric as Metric).dimensions?.VariantName)).toEqual([
      'champion',
      'challenger',
    ]);
  });

  test('takes CloudWatch’s options', () => {
    const options = { period: Duration.minutes(5), label: 'mine', color: '#1f77b4' };
    expect((method(ONE, options) as Metric).period).toEqual(Duration.minutes(5));
    expect(method(TWO, options)).toMatchObject(options);
  });
});

test('the average of errors is a rate: rates are not added up', () => {
  const rate = TWO.metricInvocation5xxErrors({ statistic: 'Average' }) as MathExpression;
  expect(rate.expression).toBe('MAX([variant0, variant1])');
});

test('a metric of an unknown name is looked for among those of requests', () => {
  expect(ONE.metric('InvocationsNovel')).toMatchObject({ namespace: REQUESTS, statistic: 'Average' });
});

test('the one variant needs no name', () => {
  expect(ONE.metricsOf().variantName).toBe('AllTraffic');
});

test.each([
  ['one variant', ['AllTraffic'], { MetricName: 'ModelLatency' }],
  [
    'several variants',
    ['champion', 'challenger'],
    { Metrics: Match.arrayWith([Match.objectLike({ Id: 'variant1' })]) },
  ],
])('an alarm can be made of a metric of %s', (_, variantNames, expected) => {
  const stack = new Stack();
  const attributes = { endpointName: 'classifier', variantNames };
  const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stack, 'Endpoint', attributes);
  endpoint.metricModelLatency().createAlarm(stack, 'Slow', { threshold: 500_000, evaluationPeriods: 3 });
  Template.fromStack(stack).hasResourceProperties('AWS::CloudWatch::Alarm', { Threshold: 500_000, ...expected });
});
