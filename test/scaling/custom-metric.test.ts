import { App, Stack } from 'aws-cdk-lib';
import { MathExpression, Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { Scaling } from '../../lib';
import { findingsOf, templateOf } from './fixtures';

const queue = new Metric({ namespace: 'Work', metricName: 'Waiting', dimensionsMap: { Queue: 'a' }, unit: Unit.COUNT });
const workers = new Metric({ namespace: 'Work', metricName: 'Workers', statistic: 'max' });

test('a metric is a customized metric specification', () => {
  templateOf(Scaling.custom({ maxCapacity: 4, metric: queue, targetValue: 5 })).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    {
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: 5,
        CustomizedMetricSpecification: {
          Namespace: 'Work',
          MetricName: 'Waiting',
          Dimensions: [{ Name: 'Queue', Value: 'a' }],
          Statistic: 'Average',
          Unit: 'Count',
        },
      },
    },
  );
});

test('a percentile, which the simple form does not have, is a query', () => {
  const metric = queue.with({ statistic: 'p90' });
  templateOf(Scaling.custom({ maxCapacity: 4, metric, targetValue: 5 })).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    {
      TargetTrackingScalingPolicyConfiguration: {
        CustomizedMetricSpecification: {
          Metrics: [
            { Id: 'trackedResult', ReturnData: true, MetricStat: { Stat: 'p90', Metric: { MetricName: 'Waiting' } } },
          ],
        },
      },
    },
  );
});

test('an expression comes with the metrics that it is made of, of which only the result is returned', () => {
  const perWorker = new MathExpression({ expression: 'queue / workers', usingMetrics: { queue, workers } });
  const metric = new MathExpression({ expression: 'perWorker * 2', usingMetrics: { perWorker } });
  const scaling = Scaling.custom({ maxCapacity: 4, metric, targetValue: 5 });
  expect(findingsOf(scaling)).toEqual([]);
  templateOf(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: {
      CustomizedMetricSpecification: {
        Metrics: [
          { Id: 'queue', ReturnData: false },
          { Id: 'workers', ReturnData: false, MetricStat: { Stat: 'Maximum' } },
          { Id: 'perWorker', ReturnData: false, Expression: 'queue / workers' },
          { Id: 'trackedResult', ReturnData: true, Expression: 'perWorker * 2' },
        ],
      },
    },
  });
});

test('a target has to be above 0', () => {
  expect(findingsOf(Scaling.custom({ maxCapacity: 4, metric: queue, targetValue: 0 }))).toEqual([
    'sm.scaling scaling.targetValue',
  ]);
});

test('dimensions may be tokens', () => {
  const stack = new Stack(new App(), 'Stack');
  const metric = queue.with({ dimensionsMap: { Stack: stack.stackName, Account: stack.account } });
  templateOf(Scaling.custom({ maxCapacity: 4, metric, targetValue: 5 }), undefined, stack).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    {
      TargetTrackingScalingPolicyConfiguration: {
        CustomizedMetricSpecification: { Dimensions: [{ Value: { Ref: 'AWS::AccountId' } }, { Value: 'Stack' }] },
      },
    },
  );
});
