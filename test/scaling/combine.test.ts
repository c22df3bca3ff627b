import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Scaling } from '../../lib';
import { findingsOf, policyNameWith, scalingTemplate } from './fixtures';

const requests = Scaling.concurrentRequests({ maxCapacity: 8, requestsPerInstance: 16 });
const gpu = Scaling.gpuUtilization({ maxCapacity: 8, percent: 60 });
const night = Scaling.scheduled({
  maxCapacity: 8,
  actions: [{ name: 'night', schedule: Schedule.cron({ hour: '20', minute: '0' }), minCapacity: 1 }],
});

test('combined strategies share one scalable target', () => {
  const scaling = Scaling.combine(requests, gpu, night);
  expect(findingsOf(scaling)).toEqual([]);
  const template = scalingTemplate(scaling);
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 1);
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalingPolicy', 2);
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MaxCapacity: 8,
    ScheduledActions: [{ ScheduledActionName: 'night' }],
  });
});

test('combined strategies have the targets of all strategies', () => {
  expect(Scaling.combine(requests, night)._targets).toEqual({ concurrentRequests: 16 });
});

test('a minimum capacity of one strategy applies to all strategies', () => {
  const scaling = Scaling.combine(requests, Scaling.gpuUtilization({ minCapacity: 1, maxCapacity: 8, percent: 60 }));
  expect(findingsOf(scaling)).toEqual([]);
  scalingTemplate(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 1 });
});

test('different maximum capacities are rejected', () => {
  const strategyWithOtherMaximum = Scaling.gpuUtilization({ maxCapacity: 9, percent: 60 });
  expect(findingsOf(Scaling.combine(requests, strategyWithOtherMaximum))).toEqual([
    'sm.scaling-combination scaling.maxCapacity',
  ]);
});

test('two policies of the same type have different names', () => {
  const custom = (metricName: string): Scaling =>
    Scaling.custom({ maxCapacity: 8, metric: new Metric({ namespace: 'Work', metricName }), targetValue: 1 });
  const scaling = Scaling.combine(custom('Waiting'), custom('Running'));
  expect(findingsOf(scaling)).toEqual([]);
  for (const PolicyName of [policyNameWith('Custom-ml.g5.xlarge'), policyNameWith('Custom2-ml.g5.xlarge')]) {
    scalingTemplate(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', { PolicyName });
  }
});

test('two targets for the same metric are rejected', () => {
  const metric = new Metric({ namespace: 'Work', metricName: 'Waiting' });
  const custom = (targetValue: number): Scaling => Scaling.custom({ maxCapacity: 8, metric, targetValue });
  for (const scaling of [Scaling.combine(requests, requests), Scaling.combine(custom(1), custom(2))]) {
    expect(findingsOf(scaling)).toEqual(['sm.scaling-combination scaling']);
  }
});

test.each([
  ['an empty list of strategies', []],
  ['a single strategy', [requests]],
  ['a list that contains Scaling.none()', [requests, gpu, Scaling.none()]],
])('%s cannot be combined', (_, strategies) => {
  expect(() => Scaling.combine(...strategies)).toThrow(/sm\.scaling-combination/);
});
