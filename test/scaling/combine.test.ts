import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Scaling } from '../../lib';
import { findingsOf, named, templateOf } from './fixtures';

const requests = Scaling.concurrentRequests({ maxCapacity: 8, requestsPerInstance: 16 });
const gpu = Scaling.gpuUtilization({ maxCapacity: 8, percent: 60 });
const night = Scaling.scheduled({
  maxCapacity: 8,
  actions: [{ name: 'night', schedule: Schedule.cron({ hour: '20', minute: '0' }), minCapacity: 1 }],
});

test('strategies share one target', () => {
  const scaling = Scaling.combine(requests, gpu, night);
  expect(findingsOf(scaling)).toEqual([]);
  const template = templateOf(scaling);
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 1);
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalingPolicy', 2);
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MaxCapacity: 8,
    ScheduledActions: [{ ScheduledActionName: 'night' }],
  });
});

test('what they keep to is the sum of their goals', () => {
  expect(Scaling.combine(requests, night)._goal).toEqual({ concurrentRequests: 16 });
});

test('a minimum that one of them states holds for all', () => {
  const scaling = Scaling.combine(requests, Scaling.gpuUtilization({ minCapacity: 1, maxCapacity: 8, percent: 60 }));
  expect(findingsOf(scaling)).toEqual([]);
  templateOf(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 1 });
});

test('limits that disagree are refused', () => {
  const other = Scaling.gpuUtilization({ maxCapacity: 9, percent: 60 });
  expect(findingsOf(Scaling.combine(requests, other))).toEqual(['sm.scaling-combination scaling.maxCapacity']);
});

test('two policies of one kind have two names', () => {
  const custom = (metricName: string): Scaling =>
    Scaling.custom({ maxCapacity: 8, metric: new Metric({ namespace: 'Work', metricName }), targetValue: 1 });
  const scaling = Scaling.combine(custom('Waiting'), custom('Running'));
  expect(findingsOf(scaling)).toEqual([]);
  for (const PolicyName of [named('Custom-ml.g5.xlarge'), named('Custom2-ml.g5.xlarge')]) {
    templateOf(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', { PolicyName });
  }
});

test('the service has one target for each metric', () => {
  const metric = new Metric({ namespace: 'Work', metricName: 'Waiting' });
  const custom = (targetValue: number): Scaling => Scaling.custom({ maxCapacity: 8, metric, targetValue });
  for (const scaling of [Scaling.combine(requests, requests), Scaling.combine(custom(1), custom(2))]) {
    expect(findingsOf(scaling)).toEqual(['sm.scaling-combination scaling']);
  }
});

test.each([
  ['nothing', []],
  ['one strategy', [requests]],
  ['no scaling', [requests, gpu, Scaling.none()]],
])('%s cannot be combined', (_, strategies) => {
  expect(() => Scaling.combine(...strategies)).toThrow(/sm\.scaling-combination/);
});
