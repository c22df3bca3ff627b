import { App, Duration, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import {
  InferenceType,
  InstanceType,
  LatencyObjective,
  Scaling,
  TritonDashboard,
  TritonRealtimeEndpoint,
} from '../../../lib';
import { dashboardOf } from '../../monitoring/fixtures/rendered';
import { classifier, stackWith } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

test('alarms and dashboard show the latency objective, the limits of scaling, and the GPUs of the instance type', () => {
  const template = Template.fromStack(
    stackWith({
      instanceType: InstanceType.G4DN_12XLARGE,
      instanceCount: 2,
      latencyObjective: LatencyObjective.p90(Duration.millis(80)),
      scaling: Scaling.invocationsPerInstance({ maxCapacity: 6, invocationsPerSecond: 22 }),
    }),
  );
  const lines = dashboardOf(template).widgets.flatMap(({ properties: { title, annotations } }) =>
    (annotations?.horizontal ?? []).map(({ value, label }) => `${title}: ${label} ${value}`),
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      'Latency: model: objective p90 80000',
      'Instances: least 2',
      'Instances: most 6',
      'Requests per minute and instance: scaling target 1320',
      'GPU (400 % = all 4): full 400',
    ]),
  );
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmDescription: Match.stringLikeRegexp('^All 6 instances'),
  });
});

test('two endpoints can share a dashboard, without a circular dependency', () => {
  const stack = new Stack(new App(), 'Stack');
  const dashboard = new TritonDashboard(stack, 'Fleet');
  for (const id of ['First', 'Second'])
    new TritonRealtimeEndpoint(stack, id, { model: classifier(), monitoring: { dashboard } });
  const template = Template.fromStack(stack);
  template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
  expect(findCycle(referencesOf(template.toJSON().Resources))).toBeUndefined();
});

test('no deployment rolls back on an alarm that is turned off', () => {
  const template = Template.fromStack(
    stackWith({
      probe: { enabled: false },
      monitoring: { alarms: { latency: { enabled: false }, serverErrors: { evaluationPeriods: 10 } } },
    }),
  );
  template.hasResourceProperties('AWS::SageMaker::Endpoint', {
    DeploymentConfig: {
      AutoRollbackConfiguration: {
        Alarms: [{ AlarmName: { Ref: Match.stringLikeRegexp('RollbackAlarmsserverErrors') } }],
      },
      BlueGreenUpdatePolicy: { TerminationWaitInSeconds: 780 },
    },
  });
});

test('without rollback alarms there is no rollback configuration, because SageMaker rejects an empty list', () => {
  const disabled = { enabled: false };
  const template = Template.fromStack(
    stackWith({ monitoring: { alarms: { latency: disabled, serverErrors: disabled, probe: disabled } } }),
  );
  template.hasResourceProperties('AWS::SageMaker::Endpoint', {
    DeploymentConfig: { AutoRollbackConfiguration: Match.absent() },
  });
});

test('the alarm on the probe uses the interval of the probe', () => {
  const template = Template.fromStack(stackWith({ probe: { interval: Duration.minutes(10) } }));
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ProbeSuccess',
    EvaluationPeriods: 12,
    DatapointsToAlarm: 2,
  });
});

test('the retention of the log can be set', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    monitoring: { logRetention: RetentionDays.ONE_YEAR },
  });
  Template.fromStack(stack).hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 365 });
});

test('the metrics that SageMaker publishes exclude detailed observability by default, which SageMaker would enable', () => {
  Template.fromStack(stackWith()).hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    MetricsConfig: { EnableDetailedObservability: false, EnableEnhancedMetrics: false },
  });
});

describe('an endpoint whose responses are streams', () => {
  const firstChunkObjective = LatencyObjective.p99(Duration.millis(300));

  test('has the alarms and graphs of streams', () => {
    const template = Template.fromStack(
      stackWith({ server: { inferenceType: InferenceType.GENERATE_STREAM }, monitoring: { firstChunkObjective } }),
    );
    template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'FirstChunkLatency', Threshold: 300_000 });
    const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
    expect(JSON.stringify(dashboard)).toContain('FirstChunkOverheadLatency');
  });

  test('is the only kind of endpoint that accepts an objective for the first chunk', () => {
    expect(() => stackWith({ monitoring: { firstChunkObjective } })).toThrow(
      /monitoring\.firstChunkObjective: got an objective for the first part of streams; requires server\.inferenceType.*latency\.first-chunk/,
    );
  });
});

test('an object that is not an alarm action is rejected, because jsii does not check it in Python', () => {
  const topic = new Topic(new Stack(), 'Topic') as unknown as IAlarmAction;
  expect(() => stackWith({ monitoring: { alarmActions: [topic] } })).toThrow(
    /monitoring\.alarmActions\[0\]: got an object that is not an alarm action; allowed: an action, such as SnsAction.*api\.value/,
  );
});
