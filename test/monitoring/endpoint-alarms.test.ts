import { App, Duration, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AlarmKind, AlarmNaming, EndpointAlarms, LatencyObjective } from '../../lib';
import { ASYNCHRONOUS, REAL_TIME, STREAMING, watch } from './fixtures/endpoints';

const alarmCount = (template: Template): number => Object.keys(template.findResources('AWS::CloudWatch::Alarm')).length;

test('an override changes one alarm, in the unit that people read', () => {
  const { template } = watch(REAL_TIME, {
    overrides: { latency: { threshold: 250, evaluationPeriods: 2 }, clientErrors: { threshold: 20 } },
  });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ModelLatency',
    Threshold: 250_000,
    EvaluationPeriods: 2,
    DatapointsToAlarm: 2,
    AlarmDescription: 'ModelLatency p99 is above 250 ms.',
  });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { Threshold: 20, EvaluationPeriods: 15 });
});

test('every alarm looks at single minutes', () => {
  const alarms = Object.values(watch(REAL_TIME).template.findResources('AWS::CloudWatch::Alarm'));
  const periods = alarms.flatMap(({ Properties: { Period, Metrics = [] } }) => [
    Period,
    ...Metrics.map(({ MetricStat }: { MetricStat?: { Period: number } }) => MetricStat?.Period),
  ]);
  expect(new Set(periods.filter((period) => period !== undefined))).toEqual(new Set([60]));
});

test('every alarm can be off', () => {
  const off = { enabled: false };
  const { template, alarms } = watch(REAL_TIME, {
    overrides: Object.fromEntries(Object.values(AlarmKind).map((kind) => [kind, off])),
  });
  expect(alarmCount(template)).toBe(0);
  expect(alarms.all).toEqual([]);
  expect(alarms.unhealthy).toBeUndefined();
});

test('alarms need the numbers they compare with', () => {
  const { alarms } = watch({
    endpointName: 'elsewhere',
    latencyObjective: LatencyObjective.p90(Duration.millis(80)),
  });
  expect(alarms.all.map(({ node }) => node.id)).toEqual(['Latency', 'ServerErrors', 'OverheadLatency', 'ClientErrors']);
});

describe('a streaming endpoint', () => {
  const { template, alarms } = watch(STREAMING);

  test('has an alarm on streams that break off, as percent of the requests', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: 'More than 1 % of the requests have streams that end before they are complete.',
      Threshold: 1,
      Metrics: Match.arrayWith([
        Match.objectLike({ Expression: '100 * errors / invocations' }),
        Match.objectLike({
          Id: 'errors',
          MetricStat: { Metric: Match.objectLike({ MetricName: 'MidStreamErrors' }), Period: 60, Stat: 'Sum' },
        }),
      ]),
    });
  });

  test('has one on the first part of streams, where that has an objective', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'FirstChunkLatency',
      ExtendedStatistic: 'p90',
      Threshold: 200_000,
      AlarmDescription: 'FirstChunkLatency p90 is above 200 ms: streams begin too late.',
    });
    const without = watch({ ...STREAMING, firstChunkObjective: undefined }).alarms;
    expect(without.all.map(({ node }) => node.id)).not.toContain('FirstChunkLatency');
  });

  test('rolls deployments back on both', () => {
    expect(alarms.rollbackAlarms.map(({ node }) => node.id)).toEqual([
      'Latency',
      'ServerErrors',
      'MidStreamErrors',
      'FirstChunkLatency',
    ]);
  });
});

describe('rollback', () => {
  test('is on latency, errors and probe', () => {
    expect(watch(REAL_TIME).alarms.rollbackAlarms.map(({ node }) => node.id)).toEqual([
      'Latency',
      'ServerErrors',
      'Probe',
    ]);
  });

  test.each([
    ['their evaluation window and 3 minutes', {}, 8],
    ['the longest of them', { serverErrors: { evaluationPeriods: 12 } }, 15],
    [
      'a minute more where each datapoint has to breach',
      { latency: { evaluationPeriods: 6, datapointsToAlarm: 6 } },
      10,
    ],
    ['at most an hour', { latency: { evaluationPeriods: 60 } }, 60],
  ])('takes %s until SageMaker has seen it', (_, overrides, minutes) => {
    expect(watch(REAL_TIME, { overrides }).alarms.rollbackWindow.toMinutes()).toBe(minutes);
  });

  test('of the probe takes as long as its requests each minute, whatever its interval is', () => {
    const off = { enabled: false };
    const probe = (datapointsToAlarm?: number) =>
      watch(REAL_TIME, { overrides: { latency: off, serverErrors: off, probe: { datapointsToAlarm } } }).alarms;
    expect(probe().rollbackWindow.toMinutes()).toBe(6);
    expect(probe(4).rollbackWindow.toMinutes()).toBe(8);
  });

  test.each(['latency', 'serverErrors', 'probe'])('fails when %s would fire in a quiet minute', (kind) => {
    const overrides = { [kind]: { treatMissingData: TreatMissingData.BREACHING } };
    expect(() => watch(REAL_TIME, { overrides })).toThrow(
      /treatMissingData: got 'breaching'.*\/cw\.rollback-missing-data\)/,
    );
  });

  test('never holds the only alarm that fires in quiet minutes', () => {
    const { template } = watch(REAL_TIME);
    const quiet = template.findResources('AWS::CloudWatch::Alarm', { Properties: { TreatMissingData: 'breaching' } });
    expect(Object.keys(quiet)).toEqual([expect.stringContaining('NoTraffic')]);
  });
});

describe('actions', () => {
  const stack = new Stack(new App(), 'Stack');
  const everyone = new Topic(stack, 'Everyone');
  const traffic = new Topic(stack, 'Traffic');
  new EndpointAlarms(stack, 'Alarms', {
    endpoint: REAL_TIME,
    actions: [new SnsAction(everyone)],
    overrides: { noTraffic: { actions: [new SnsAction(traffic)] } },
  });
  const template = Template.fromStack(stack);

  test('an incident is one message: from the composite alarm, not from those under it', () => {
    template.hasResourceProperties('AWS::CloudWatch::CompositeAlarm', {
      AlarmActions: [{ Ref: Match.stringLikeRegexp('Everyone') }],
      OKActions: [{ Ref: Match.stringLikeRegexp('Everyone') }],
      AlarmRule: { 'Fn::Join': ['', Match.arrayWith(['") OR ALARM("'])] },
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ModelLatency',
      AlarmActions: Match.absent(),
    });
  });

  test('other alarms act themselves, by an action of their own where they have one', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'OverheadLatency',
      AlarmActions: [{ Ref: Match.stringLikeRegexp('Everyone') }],
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'Invocations',
      AlarmActions: [{ Ref: Match.stringLikeRegexp('Traffic') }],
    });
  });
});

test('names are generated, or made by a strategy', () => {
  watch(REAL_TIME).template.allResourcesProperties('AWS::CloudWatch::Alarm', { AlarmName: Match.absent() });
  const { template } = watch(REAL_TIME, { naming: AlarmNaming.withPrefix('prod-') });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { AlarmName: 'prod-bert-AllTraffic-latency' });
  template.hasResourceProperties('AWS::CloudWatch::CompositeAlarm', { AlarmName: 'prod-bert-AllTraffic-unhealthy' });
});

test('minimal mode keeps what deployments roll back on', () => {
  const { template, alarms } = watch(REAL_TIME, { minimal: true });
  expect(alarms.all).toEqual(alarms.rollbackAlarms);
  template.resourceCountIs('AWS::CloudWatch::CompositeAlarm', 0);
});

test('an asynchronous endpoint is unhealthy when requests wait', () => {
  watch(ASYNCHRONOUS).template.hasResourceProperties('AWS::CloudWatch::CompositeAlarm', {
    AlarmRule: { 'Fn::Join': ['', Match.arrayWith([{ 'Fn::GetAtt': [Match.stringLikeRegexp('BacklogAge'), 'Arn'] }])] },
  });
});
