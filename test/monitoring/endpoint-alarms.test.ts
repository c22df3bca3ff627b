import { App, Duration, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AlarmKind, LatencyObjective } from '../../lib';
import {
  ASYNCHRONOUS,
  COMPONENT,
  REAL_TIME,
  SHADOWED,
  STREAMING,
  createAlarms,
  createMonitoring,
} from './fixtures/endpoints';
import { MonitoredHost } from '../../lib/monitoring/monitored-endpoint';

const alarmCount = (template: Template): number => Object.keys(template.findResources('AWS::CloudWatch::Alarm')).length;

test('an override changes the threshold of one alarm, in the unit that its description names', () => {
  const { template } = createMonitoring(REAL_TIME, {
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

test('all alarms have a period of one minute', () => {
  const alarms = Object.values(createMonitoring(REAL_TIME).template.findResources('AWS::CloudWatch::Alarm'));
  const periods = alarms.flatMap(({ Properties: { Period, Metrics = [] } }) => [
    Period,
    ...Metrics.map(({ MetricStat }: { MetricStat?: { Period: number } }) => MetricStat?.Period),
  ]);
  expect(new Set(periods.filter((period) => period !== undefined))).toEqual(new Set([60]));
});

test('all alarms can be turned off', () => {
  const disabled = { enabled: false };
  const { template, alarms } = createMonitoring(REAL_TIME, {
    overrides: Object.fromEntries(Object.values(AlarmKind).map((kind) => [kind, disabled])),
  });
  expect(alarmCount(template)).toBe(0);
  expect(alarms.all).toEqual([]);
  expect(alarms.unhealthy).toBeUndefined();
});

test('alarms whose thresholds are not known are omitted', () => {
  const { alarms } = createMonitoring({
    endpointName: 'elsewhere',
    latencyObjective: LatencyObjective.p90(Duration.millis(80)),
  });
  expect(alarms.all.map(({ node }) => node.id)).toEqual(['Latency', 'ServerErrors', 'OverheadLatency', 'ClientErrors']);
});

describe('a streaming endpoint', () => {
  const { template } = createMonitoring(STREAMING);

  test('has an alarm on the rate of streams that end early', () => {
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

  test('has an alarm on the time to the first chunk if there is an objective for this time', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'FirstChunkLatency',
      ExtendedStatistic: 'p90',
      Threshold: 200_000,
      AlarmDescription: 'FirstChunkLatency p90 is above 200 ms: streams begin too late.',
    });
    const alarmsWithoutObjective = createMonitoring({ ...STREAMING, firstChunkObjective: undefined }).alarms;
    expect(alarmsWithoutObjective.all.map(({ node }) => node.id)).not.toContain('FirstChunkLatency');
  });
});

describe('the rollback', () => {
  test.each([
    ['the evaluation window plus 3 minutes', {}, 8],
    ['the window of the slowest alarm', { serverErrors: { evaluationPeriods: 12 } }, 15],
    ['one more minute if every datapoint must breach', { latency: { evaluationPeriods: 6, datapointsToAlarm: 6 } }, 10],
    ['at most one hour', { latency: { evaluationPeriods: 60 } }, 60],
  ])('has a window with this duration: %s', (_, overrides, minutes) => {
    expect(createMonitoring(REAL_TIME, { overrides }).alarms.rollbackWindow.toMinutes()).toBe(minutes);
  });

  test('has a window based on one probe request per minute, regardless of the interval of the probe', () => {
    const disabled = { enabled: false };
    const alarmsWithOnlyProbe = (datapointsToAlarm?: number) =>
      createMonitoring(REAL_TIME, {
        overrides: { latency: disabled, serverErrors: disabled, probe: { datapointsToAlarm } },
      }).alarms;
    expect(alarmsWithOnlyProbe().rollbackWindow.toMinutes()).toBe(6);
    expect(alarmsWithOnlyProbe(4).rollbackWindow.toMinutes()).toBe(8);
  });

  test.each(['latency', 'serverErrors', 'probe'])(
    'rejects treating missing data as breaching for the alarm %s',
    (kind) => {
      const overrides = { [kind]: { treatMissingData: TreatMissingData.BREACHING } };
      expect(() => createMonitoring(REAL_TIME, { overrides })).toThrow(
        /treatMissingData: got 'breaching'.*\/cw\.rollback-missing-data\)/,
      );
    },
  );
});

describe('actions', () => {
  const stack = new Stack(new App(), 'Stack');
  const commonTopic = new Topic(stack, 'Everyone');
  const trafficTopic = new Topic(stack, 'Traffic');
  createAlarms(stack, REAL_TIME, {
    actions: [new SnsAction(commonTopic)],
    overrides: { noTraffic: { actions: [new SnsAction(trafficTopic)] } },
  });
  const template = Template.fromStack(stack);

  test('an incident results in one notification, by the composite alarm and not by the alarms that it includes', () => {
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

  test('all other alarms have the common actions, unless an override sets their actions', () => {
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

test('alarm names are generated, or have a prefix', () => {
  createMonitoring(REAL_TIME).template.allResourcesProperties('AWS::CloudWatch::Alarm', { AlarmName: Match.absent() });
  const { template } = createMonitoring(REAL_TIME, { namePrefix: 'prod-' });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { AlarmName: 'prod-bert-AllTraffic-latency' });
  template.hasResourceProperties('AWS::CloudWatch::CompositeAlarm', { AlarmName: 'prod-bert-AllTraffic-unhealthy' });
});

test('an asynchronous endpoint is unhealthy if requests wait too long', () => {
  createMonitoring(ASYNCHRONOUS).template.hasResourceProperties('AWS::CloudWatch::CompositeAlarm', {
    AlarmRule: { 'Fn::Join': ['', Match.arrayWith([{ 'Fn::GetAtt': [Match.stringLikeRegexp('BacklogAge'), 'Arn'] }])] },
  });
});

describe('a shadow variant', () => {
  const SHADOW_ALARMS = ['ShadowLatency', 'ShadowErrors'];
  const shadowAlarmsOf = (endpoint: MonitoredHost): string[] =>
    createMonitoring(endpoint).alarms.all.flatMap(({ node }) => (/^Shadow/.test(node.id) ? [node.id] : []));

  test('has alarms on its latency and its errors', () => {
    expect(shadowAlarmsOf(SHADOWED)).toEqual(SHADOW_ALARMS);
    expect(shadowAlarmsOf({ ...SHADOWED, shadowVariantName: undefined })).toEqual([]);
  });

  test('neither makes the endpoint unhealthy nor rolls a deployment back, because callers do not receive its responses', () => {
    const { template, alarms } = createMonitoring(SHADOWED);
    expect(alarms.rollbackAlarms.map(({ node }) => node.id)).toEqual(['Latency', 'ServerErrors']);
    expect(JSON.stringify(template.findResources('AWS::CloudWatch::CompositeAlarm'))).not.toContain('Shadow');
  });

  test.each<[string, MonitoredHost]>([
    ['an inference component', COMPONENT],
    ['an asynchronous endpoint', ASYNCHRONOUS],
  ])('is ignored for %s, which has no shadow variant', (_, endpoint) => {
    const withShadow = { ...endpoint, shadowVariantName: 'Shadow' };
    expect(createMonitoring(withShadow).template.toJSON()).toEqual(createMonitoring(endpoint).template.toJSON());
  });

  test.each([
    [LatencyObjective.p50(Duration.millis(200)), 100],
    [LatencyObjective.p99(Duration.millis(200)), 100],
    [LatencyObjective.ofPercentile(99.9, Duration.millis(200)), 1000],
  ])('has enough requests for the objective %s with %s per minute', (latencyObjective, count) => {
    const { template } = createMonitoring({ ...SHADOWED, latencyObjective });
    expect(JSON.stringify(template.findResources('AWS::CloudWatch::Alarm'))).toContain(
      `IF(requests >= ${count} AND shadow - production > 10000, `,
    );
  });
});

describe('an inference component', () => {
  const idsOf = (options: Partial<MonitoredHost>): string[] =>
    createMonitoring({ ...COMPONENT, ...options }).alarms.all.map(({ node }) => node.id);

  test('has the alarms of a real-time endpoint, and one on requests without a copy', () => {
    expect(idsOf({ streaming: true, firstChunkObjective: COMPONENT.latencyObjective })).toEqual([
      'Latency',
      'ServerErrors',
      'MidStreamErrors',
      'FirstChunkLatency',
      'Probe',
      'OverheadLatency',
      'ClientErrors',
      'GpuSaturation',
      'CapacityAtMaximum',
      'InstancesMissing',
      'NoCapacity',
    ]);
  });

  test('has descriptions of copies instead of instances', () => {
    const { template } = createMonitoring(COMPONENT);
    for (const description of [
      'All 4 copies that scaling allows are in service: more load will increase the latency.',
      'Fewer than 2 copies, the minimum capacity of scaling, are in service.',
    ])
      template.hasResourceProperties('AWS::CloudWatch::Alarm', { AlarmDescription: description });
    expect(JSON.stringify(template.findResources('AWS::CloudWatch::Alarm'))).not.toMatch(/instance/);
  });

  test('is unhealthy if requests find no copy', () => {
    createMonitoring(COMPONENT).template.hasResourceProperties('AWS::CloudWatch::CompositeAlarm', {
      AlarmDescription: 'Unhealthy: slow, failed or incorrect responses from shared-classifier.',
      AlarmRule: {
        'Fn::Join': ['', Match.arrayWith([{ 'Fn::GetAtt': [Match.stringLikeRegexp('NoCapacity'), 'Arn'] }])],
      },
    });
  });

  test('that can have zero copies fires on failed requests only if the first copy does not start', () => {
    createMonitoring({ ...COMPONENT, minCapacity: 0 }).template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'NoCapacityInvocationFailures',
      EvaluationPeriods: 60,
      DatapointsToAlarm: 20,
    });
  });

  test('whose minimum is not known has no alarm on requests without a copy, since they can be how scaling starts', () => {
    expect(idsOf({ minCapacity: undefined })).not.toContain('NoCapacity');
  });

  test('without GPUs has an alarm on its CPUs, also on instances with GPUs', () => {
    expect(idsOf({ gpusPerCopy: 0 })).toEqual(expect.arrayContaining(['CpuSaturation']));
    expect(idsOf({ gpusPerCopy: undefined, instanceType: undefined }).join()).not.toMatch(/Saturation/);
  });

  test('has alarm names with its name, and imported components of an endpoint have different names', () => {
    const namePrefix = 'prod-';
    createMonitoring(COMPONENT, { namePrefix }).template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'prod-shared-classifier-latency',
    });
    createMonitoring({ ...COMPONENT, variantName: undefined }, { namePrefix }).template.hasResourceProperties(
      'AWS::CloudWatch::Alarm',
      { AlarmName: 'prod-shared-shared-classifier-latency' },
    );
  });
});
