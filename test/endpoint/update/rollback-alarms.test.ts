import { App, Duration, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Alarm, IAlarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AlarmOverride,
  CapacitySize,
  Scaling,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../../lib';
import { classifier, stackWith, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

const CONFIG = { 'Fn::GetAtt': ['ClassifierEndpointConfig463EA1A5', 'EndpointConfigName'] };
const DIMENSIONS = [
  { Name: 'EndpointConfigName', Value: CONFIG },
  { Name: 'EndpointName', Value: 'stackclassifier9f740050' },
  { Name: 'VariantName', Value: 'AllTraffic' },
];

interface DeploymentConfig {
  readonly AutoRollbackConfiguration?: { readonly Alarms: { readonly AlarmName: { readonly Ref: string } }[] };
  readonly BlueGreenUpdatePolicy: { readonly TerminationWaitInSeconds: number };
}

function deploymentConfigOf(stack: Stack): DeploymentConfig {
  const [endpoint] = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::Endpoint'));
  return endpoint.Properties.DeploymentConfig;
}

function rollbackAlarmsOf(stack: Stack): { id: string; properties: Record<string, unknown> }[] {
  const { Resources } = Template.fromStack(stack).toJSON();
  const { Alarms = [] } = deploymentConfigOf(stack).AutoRollbackConfiguration ?? {};
  return Alarms.map(({ AlarmName: { Ref: id } }) => ({ id, properties: Resources[id].Properties }));
}

const alarms = rollbackAlarmsOf(stackWith());

test('each endpoint configuration has its own rollback alarms, whose names contain the endpoint and the configuration', () => {
  expect(alarms.map(({ properties }) => properties.AlarmName)).toEqual(
    ['latency', 'serverErrors', 'probe'].map((kind) => ({
      'Fn::Join': ['', [`stackclassifier9f740050/AllTraffic/${kind}/`, CONFIG]],
    })),
  );
});

test('rollback alarms have the same thresholds as the alarms for operators, which monitor both the old and the new fleet', () => {
  const template = Template.fromStack(
    stackWith({ monitoring: { alarms: { latency: { threshold: 20, evaluationPeriods: 2 } } } }),
  );
  const limits = { MetricName: 'ModelLatency', ExtendedStatistic: 'p99', Threshold: 20_000, EvaluationPeriods: 2 };
  const [ofVariant, ofConfiguration] = [DIMENSIONS.slice(1), DIMENSIONS];
  for (const Dimensions of [ofVariant, ofConfiguration]) {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', { ...limits, Dimensions });
  }
});

test('the role may read the rollback alarms of every configuration, so the permission never changes', () => {
  const statements = statementsOf(Template.fromStack(stackWith()), /ExecutionPolicy/);
  const statement = statements.find(({ Action }) => Action === 'cloudwatch:DescribeAlarms');
  expect(JSON.stringify(statement?.Resource)).toContain(':alarm:stackclassifier9f740050/*');
});

test('the endpoint waits for the alarms, without a circular dependency', () => {
  const template = Template.fromStack(stackWith());
  const graph = referencesOf(template.toJSON().Resources);
  const dependentsOf = (pattern: RegExp): string[] =>
    [...graph].filter(([, references]) => [...references].some((id) => pattern.test(id))).map(([id]) => id);
  const [endpoint] = Object.keys(template.findResources('AWS::SageMaker::Endpoint'));
  expect(dependentsOf(/RollbackAlarms/)).toContain(endpoint);
  expect(dependentsOf(/RollbackAlarms/).some((id) => id.includes('Model'))).toBe(false);
  expect(findCycle(graph)).toBeUndefined();
});

describe('a user’s rollback alarm', () => {
  const stackWithAlarm = (
    alarm: (stack: Stack) => IAlarm,
    props: { bakeTime?: Duration; monitored?: boolean } = {},
  ) => {
    const { bakeTime, monitored = true } = props;
    const stack = new Stack(new App(), 'Stack');
    const updateStrategy = UpdateStrategy.allAtOnce({ bakeTime, rollbackAlarms: [alarm(stack)] });
    const turnedOff = { enabled: false };
    const alarms: Record<string, AlarmOverride> = monitored ? {} : { latency: turnedOff, serverErrors: turnedOff };
    new TritonRealtimeEndpoint(stack, 'Classifier', {
      model: classifier(),
      updateStrategy,
      monitoring: { alarms },
      probe: { enabled: monitored },
    });
    return stack;
  };
  const alarmWithPeriod = (minutes: number) => (stack: Stack) =>
    new Metric({ namespace: 'Shop', metricName: 'Refunds', period: Duration.minutes(minutes) }).createAlarm(
      stack,
      'Refunds',
      { threshold: 1, evaluationPeriods: 2 },
    );
  const importedAlarm = (stack: Stack) => Alarm.fromAlarmName(stack, 'Refunds', 'refunds');
  const bakeSecondsOf = (stack: Stack): number =>
    deploymentConfigOf(stack).BlueGreenUpdatePolicy.TerminationWaitInSeconds;
  const warningsOf = (stack: Stack): string =>
    Annotations.fromStack(stack)
      .findWarning('*', Match.stringLikeRegexp('sm.deploy-wait-window'))
      .map(({ entry }) => String(entry.data))
      .join();

  test('results in the minimum bake time if it is imported and the only alarm', () => {
    expect(bakeSecondsOf(stackWithAlarm(importedAlarm, { monitored: false }))).toBe(5 * 60);
  });

  test.each([
    [
      'the bake time that is set',
      alarmWithPeriod(5),
      Duration.minutes(10),
      'requires 840 seconds to fire',
      'waits only 600 seconds',
    ],
    ['an hour', alarmWithPeriod(30), undefined, 'requires 3840 seconds to fire', 'waits only 3600 seconds'],
  ])('causes a warning if it requires longer to fire than %s', (_, alarm, bakeTime, needs, waits) => {
    const warning = warningsOf(stackWithAlarm(alarm, { bakeTime }));
    expect(warning).toContain('updateStrategy.rollbackAlarms: got Stack/Refunds');
    expect(warning).toContain(needs);
    expect(warning).toContain(waits);
    expect(warningsOf(stackWithAlarm(alarmWithPeriod(1), { bakeTime: Duration.minutes(10) }))).toBe('');
  });
});

test('without rollback, there are no rollback alarms and no permission', () => {
  const stack = stackWith({ updateStrategy: UpdateStrategy.allAtOnce({ autoRollback: false }) });
  expect(rollbackAlarmsOf(stack)).toEqual([]);
  const actions = statementsOf(Template.fromStack(stack), /ExecutionPolicy/).flatMap(({ Action }) => Action);
  expect(actions).not.toContain('cloudwatch:DescribeAlarms');
  Template.fromStack(stack).resourceCountIs('AWS::CloudWatch::Alarm', 8);
});

test('with many variants, each variant gets a latency alarm before any variant gets a second alarm, up to ten alarms', () => {
  const variants = [...Array(6)].map((_, index) => ({ variantName: `V${index}`, scaling: Scaling.none() }));
  const names = rollbackAlarmsOf(stackWith({ variants })).map(({ properties }) => JSON.stringify(properties.AlarmName));
  const variantsWithAlarm = (kind: string): string[] =>
    names.flatMap((name) => new RegExp(`/(V\\d)/${kind}/`).exec(name)?.[1] ?? []);
  expect(variantsWithAlarm('latency')).toEqual(['V0', 'V1', 'V2', 'V3', 'V4', 'V5']);
  expect(variantsWithAlarm('serverErrors')).toEqual(['V0', 'V1', 'V2', 'V3']);
  expect(variantsWithAlarm('probe')).toEqual([]);
});

test.each<[TritonRealtimeEndpointProps['updateStrategy'], unknown]>([
  [UpdateStrategy.allAtOnce(), false],
  [UpdateStrategy.canary({ size: CapacitySize.percent(50) }), true],
])(
  'the probe receives a property that indicates whether the old and the new fleet share the traffic',
  (updateStrategy, sharesTraffic) => {
    const template = Template.fromStack(stackWith({ updateStrategy, instanceCount: 2 }));
    template.hasResourceProperties('AWS::Events::Rule', {
      Targets: [
        {
          InputTransformer: {
            InputTemplate: {
              'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(`"sharesTraffic":${String(sharesTraffic)}`)])],
            },
          },
        },
      ],
    });
  },
);
