import { App, Stack } from 'aws-cdk-lib';
import { MathExpression, Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { Scaling } from '../../lib';
import { findingsOf, scalingTemplate } from './fixtures';

const queue = new Metric({ namespace: 'Work', metricName: 'Waiting', dimensionsMap: { Queue: 'a' }, unit: Unit.COUNT });
const workers = new Metric({ namespace: 'Work', metricName: 'Workers', statistic: 'max' });

test('a metric is rendered as a customized metric specification', () => {
  scalingTemplate(Scaling.custom({ maxCapacity: 4, metric: queue, targetValue: 5 })).hasResourceProperties(
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

test('a metric with a percentile is rendered as a query', () => {
  const metric = queue.with({ statistic: 'p90' });
  scalingTemplate(Scaling.custom({ maxCapacity: 4, metric, targetValue: 5 })).hasResourceProperties(
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

test('an expression is rendered with the metrics that it uses, and only its result is returned', () => {
  const perWorker = new MathExpression({ expression: 'queue / workers', usingMetrics: { queue, workers } });
  const metric = new MathExpression({ expression: 'perWorker * 2', usingMetrics: { perWorker } });
  const scaling = Scaling.custom({ maxCapacity: 4, metric, targetValue: 5 });
  expect(findingsOf(scaling)).toEqual([]);
  scalingTemplate(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
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

test('a target of 0 is rejected', () => {
  expect(findingsOf(Scaling.custom({ maxCapacity: 4, metric: queue, targetValue: 0 }))).toEqual([
    'sm.scaling scaling.targetValue',
  ]);
});

test('dimensions can be tokens', () => {
  const stack = new Stack(new App(), 'Stack');
  const metric = queue.with({ dimensionsMap: { Stack: stack.stackName, Account: stack.account } });
  scalingTemplate(Scaling.custom({ maxCapacity: 4, metric, targetValue: 5 }), undefined, stack).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    {
      TargetTrackingScalingPolicyConfiguration: {
        CustomizedMetricSpecification: { Dimensions: [{ Value: { Ref: 'AWS::AccountId' } }, { Value: 'Stack' }] },
      },
    },
  );
});
