import { IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Scaling } from '../../lib';
import { createScaledVariant, findingsOf } from './fixtures';

const STEPS = [
  { upper: 5, change: -1 },
  { lower: 20, change: 1 },
];
const requestMetric = (metricName: string, EndpointName = 'bert'): Metric =>
  new Metric({ namespace: 'AWS/SageMaker', metricName, dimensionsMap: { EndpointName, VariantName: 'AllTraffic' } });
const custom = (metric: IMetric): Scaling => Scaling.custom({ maxCapacity: 4, metric, targetValue: 5 });
const steps = (metric: IMetric): Scaling => Scaling.steps({ maxCapacity: 4, metric, steps: STEPS });

const WARNING = ['sm.scaling-no-data scaling.metric'];

test.each([
  'Invocations',
  'InvocationsPerInstance',
  'ConcurrentRequestsPerModel',
  'Invocation5XXErrors',
  'ModelLatency',
])('%s has no data without requests, which causes a warning', (name) => {
  expect(findingsOf(steps(requestMetric(name)))).toEqual(WARNING);
  expect(findingsOf(custom(requestMetric(name)))).toEqual(WARNING);
});

test('an expression causes a warning, unless it fills the gaps', () => {
  const m = requestMetric('Invocations');
  const filled = new MathExpression({ expression: 'FILL(m, 0)', usingMetrics: { m } });
  expect(findingsOf(steps(new MathExpression({ expression: 'm / 60', usingMetrics: { m } })))).toEqual(WARNING);
  expect(findingsOf(steps(filled))).toEqual([]);
  expect(findingsOf(custom(new MathExpression({ expression: 'filled / 60', usingMetrics: { filled } })))).toEqual([]);
});

test.each([
  new Metric({ namespace: 'Work', metricName: 'Invocations' }),
  new Metric({ namespace: '/aws/sagemaker/Endpoints', metricName: 'GPUUtilization' }),
  requestMetric('ApproximateBacklogSizePerInstance'),
])('%s causes no warning', (metric) => expect(findingsOf(steps(metric))).toEqual([]));

test('steps that only add instances cause no warning', () => {
  const scaleOut = [
    { lower: 20, upper: 50, change: 1 },
    { lower: 50, change: 3 },
  ];
  const metric = requestMetric('Invocations');
  expect(findingsOf(Scaling.steps({ maxCapacity: 4, metric, steps: scaleOut }))).toEqual([]);
});

test.each([custom, steps])(
  'an asynchronous endpoint does not publish the requests of real-time endpoints',
  (scaling) => {
    const variant = { ...createScaledVariant(), asynchronous: true, endpointName: 'bert' };
    const ERROR = ['async.scaling scaling.metric'];
    for (const name of ['Invocations', 'InvocationsPerInstance', 'ConcurrentRequestsPerModel'])
      expect(findingsOf(scaling(requestMetric(name)), variant)).toEqual(ERROR);
    const filled = new MathExpression({ expression: 'FILL(m, 0)', usingMetrics: { m: requestMetric('Invocations') } });
    expect(findingsOf(scaling(filled), variant)).toEqual(ERROR);
    expect(findingsOf(scaling(requestMetric('Invocations', 'other')), variant)).toEqual(WARNING);
  },
);
