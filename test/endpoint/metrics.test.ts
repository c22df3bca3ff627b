import { App, Duration, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Alarm, IMetric, MathExpression, Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

const ONE_VARIANT = new TritonRealtimeEndpoint(new Stack(new App(), 'Stack'), 'Endpoint', {
  model: classifier(),
  endpointName: 'classifier',
});
const TWO_VARIANTS = TritonRealtimeEndpoint.fromEndpointAttributes(new Stack(), 'Endpoint', {
  endpointName: 'classifier',
  variantNames: ['champion', 'challenger'],
  shadowVariantNames: ['shadow'],
});

type MetricMethod = (endpoint: ITritonEndpoint, options?: MetricOptions) => IMetric;

const REQUESTS = 'AWS/SageMaker';
const INSTANCES = '/aws/sagemaker/Endpoints';

describe.each<[string, string, string, MetricMethod, 'the sum' | 'the maximum']>([
  ['Invocations', REQUESTS, 'Sum', (e, o) => e.metricInvocations(o), 'the sum'],
  ['Invocation4XXErrors', REQUESTS, 'Sum', (e, o) => e.metricInvocation4xxErrors(o), 'the sum'],
  ['Invocation5XXErrors', REQUESTS, 'Sum', (e, o) => e.metricInvocation5xxErrors(o), 'the sum'],
  ['InvocationsPerInstance', REQUESTS, 'Sum', (e, o) => e.metric('InvocationsPerInstance', o), 'the maximum'],
  [
    'ConcurrentRequestsPerModel',
    REQUESTS,
    'Maximum',
    (e, o) => e.metric('ConcurrentRequestsPerModel', o),
    'the maximum',
  ],
  ['ModelLatency', REQUESTS, 'p99', (e, o) => e.metricModelLatency(o), 'the maximum'],
  ['OverheadLatency', REQUESTS, 'p99', (e, o) => e.metricOverheadLatency(o), 'the maximum'],
  ['GPUUtilization', INSTANCES, 'Average', (e, o) => e.metric('GPUUtilization', o), 'the maximum'],
  ['DiskUtilization', INSTANCES, 'Average', (e, o) => e.metric('DiskUtilization', o), 'the maximum'],
])('%s', (name, namespace, statistic, method, combined) => {
  test('has a period of one minute and a default statistic, for the only variant', () => {
    const metric = method(ONE_VARIANT) as Metric;
    expect(metric).toBeInstanceOf(Metric);
    expect(metric).toMatchObject({ metricName: name, namespace, statistic });
    expect(metric.period).toEqual(Duration.minutes(1));
    expect(metric.dimensions).toEqual({ EndpointName: 'classifier', VariantName: 'AllTraffic' });
  });

  test('is available by its published name', () => {
    expect(ONE_VARIANT.metric(name)).toEqual(method(ONE_VARIANT));
  });

  test(`is ${combined} over several variants, without shadow variants`, () => {
    const { expression, usingMetrics } = method(TWO_VARIANTS) as MathExpression;
    const ids = Object.keys(usingMetrics);
    expect(expression).toBe(
      combined === 'the sum' ? `FILL(${ids[0]}, 0) + FILL(${ids[1]}, 0)` : `MAX([${ids.join(', ')}])`,
    );
    expect(Object.values(usingMetrics).map((metric) => (metric as Metric).dimensions?.VariantName)).toEqual([
      'champion',
      'challenger',
    ]);
  });

  test('accepts the options of a CloudWatch metric', () => {
    const options = { period: Duration.minutes(5), label: 'mine', color: '#1f77b4' };
    expect((method(ONE_VARIANT, options) as Metric).period).toEqual(Duration.minutes(5));
    expect(method(TWO_VARIANTS, options)).toMatchObject(options);
  });
});

test('the average of errors is a rate, and the highest rate of all variants is used instead of a sum', () => {
  const rate = TWO_VARIANTS.metricInvocation5xxErrors({ statistic: 'Average' }) as MathExpression;
  expect(rate.expression).toBe('MAX([invocation5XXErrors0, invocation5XXErrors1])');
});

test('a metric with an unknown name has the namespace of request metrics', () => {
  expect(ONE_VARIANT.metric('InvocationsNovel')).toMatchObject({ namespace: REQUESTS, statistic: 'Average' });
});

test('a name whose case is wrong is rejected, because CloudWatch has no data for it', () => {
  expect(() => ONE_VARIANT.metric('modelLatency')).toThrow(
    /got 'modelLatency'; allowed: 'ModelLatency'.*endpoint\.metric-name/,
  );
});

test('a metric of the log, which has no dimensions, is not counted twice', () => {
  expect(TWO_VARIANTS.metric('LoadFailureLines')).toMatchObject({ namespace: 'TritonOnSageMaker/classifier' });
});

test('a sum of this library is added over the variants', () => {
  expect((TWO_VARIANTS.metric('SuccessfulRequests') as MathExpression).expression).toBe(
    'FILL(successfulRequests0, 0) + FILL(successfulRequests1, 0)',
  );
});

test('an alarm can be created on a metric of several variants', () => {
  const stack = new Stack();
  const attributes = { endpointName: 'classifier', variantNames: ['champion', 'challenger'] };
  const expected = { Metrics: Match.arrayWith([Match.objectLike({ Id: 'modelLatency1' })]) };
  const endpoint = TritonRealtimeEndpoint.fromEndpointAttributes(stack, 'Endpoint', attributes);
  endpoint.metricModelLatency().createAlarm(stack, 'Slow', { threshold: 500_000, evaluationPeriods: 3 });
  Template.fromStack(stack).hasResourceProperties('AWS::CloudWatch::Alarm', { Threshold: 500_000, ...expected });
});

test('metrics of several variants can be combined in an expression', () => {
  const rate = new MathExpression({
    expression: '100 * errors / requests',
    usingMetrics: { errors: TWO_VARIANTS.metricInvocation5xxErrors(), requests: TWO_VARIANTS.metricInvocations() },
  });
  expect(() => new Alarm(new Stack(), 'Errors', { metric: rate, threshold: 1, evaluationPeriods: 3 })).not.toThrow();
});
