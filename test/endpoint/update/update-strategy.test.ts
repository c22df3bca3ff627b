import { App, Duration, Stack, Token } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmProps,
  AlarmRule,
  CompositeAlarm,
  IAlarm,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import * as fc from 'fast-check';
import { CapacitySize, Scaling, Severity, UpdateStrategy } from '../../../lib';
import { UpdatedEndpoint } from '../../../lib/endpoint/update/update-policy';
import { deploymentPlanOf } from '../../account/sagemaker/deployment-plan';
import type { Fleet } from '../../account/sagemaker/state';

/** Time that the rollback alarms of the library require to fire. */
const WINDOW = Duration.minutes(3);

const UNKNOWN_PERIODS = Token.asNumber({ Ref: 'Periods' });

/** Properties of the endpoint of a test. */
interface EndpointOptions {
  readonly instanceCounts?: number[];
  readonly scaling?: Scaling;
  readonly shadowVariants?: number;
  readonly rollbackAlarms?: number;
  readonly alarmWindow?: Duration;
}

/** An endpoint, by default with four instances and three rollback alarms of the library. */
function createEndpoint({
  instanceCounts = [4],
  scaling = Scaling.none(),
  shadowVariants = 0,
  rollbackAlarms = 3,
  alarmWindow = WINDOW,
}: EndpointOptions): UpdatedEndpoint {
  return {
    variants: instanceCounts.map((count) => ({ range: scaling._range(count) })),
    shadowVariants: Array.from({ length: shadowVariants }, () => ({})),
    rollback: { count: rollbackAlarms, timeToFire: alarmWindow },
  };
}

/** The findings as `rule field: message`. Warnings are in brackets. */
function findingsOf(strategy: UpdateStrategy, options: EndpointOptions = {}): string[] {
  return strategy._check(new Stack(), createEndpoint(options)).map(({ ruleId, field, message, severity }) => {
    const line = `${ruleId} ${field}: ${message}`;
    return severity === Severity.WARNING ? `(${line})` : line;
  });
}

function createAlarm(stack: Stack, id: string, treatMissingData?: TreatMissingData): Alarm {
  const metric = new Metric({ namespace: 'Shop', metricName: 'Refunds' });
  return new Alarm(stack, id, { metric, threshold: 1, evaluationPeriods: 1, treatMissingData });
}

describe('the deployment configuration', () => {
  const render = (strategy: UpdateStrategy) => strategy._render({ count: 2, timeToFire: WINDOW });

  test('46: by default, all instances are replaced in one step, the bake time is long enough for the alarms to fire, and the alarms roll back', () => {
    expect(render(UpdateStrategy.allAtOnce())).toEqual({
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
        terminationWaitInSeconds: 180,
      },
    });
  });

  test('a canary receives part of the traffic, and the remaining traffic shifts after the wait', () => {
    const strategy = UpdateStrategy.canary({
      size: CapacitySize.percent(10),
      waitInterval: Duration.minutes(5),
      bakeTime: Duration.minutes(10),
      maximumExecutionTimeout: Duration.hours(1),
    });
    expect(render(strategy).blueGreenUpdatePolicy).toEqual({
      trafficRoutingConfiguration: {
        type: 'CANARY',
        canarySize: { type: 'CAPACITY_PERCENT', value: 10 },
        waitIntervalInSeconds: 300,
      },
      terminationWaitInSeconds: 600,
      maximumExecutionTimeoutInSeconds: 3600,
    });
  });

  test('a linear strategy has equal steps, and waits after each step until the alarms can fire', () => {
    const strategy = UpdateStrategy.linear({ stepSize: CapacitySize.count(1) });
    expect(render(strategy).blueGreenUpdatePolicy).toMatchObject({
      trafficRoutingConfiguration: {
        type: 'LINEAR',
        linearStepSize: { type: 'INSTANCE_COUNT', value: 1 },
        waitIntervalInSeconds: 180,
      },
      terminationWaitInSeconds: 180,
    });
  });

  test('a rolling strategy replaces instances in batches, and a rollback restores them in batches', () => {
    const strategy = UpdateStrategy.rolling({
      maximumBatchSize: CapacitySize.percent(25),
      rollbackBatchSize: CapacitySize.percent(50),
      waitInterval: Duration.minutes(4),
    });
    expect(render(strategy)).toMatchObject({
      rollingUpdatePolicy: {
        maximumBatchSize: { type: 'CAPACITY_PERCENT', value: 25 },
        rollbackMaximumBatchSize: { type: 'CAPACITY_PERCENT', value: 50 },
        waitIntervalInSeconds: 240,
      },
    });
  });

  test('without rollback, there is no bake time unless it is set', () => {
    const withoutRollback = UpdateStrategy.allAtOnce({ autoRollback: false });
    expect(render(withoutRollback)).toEqual({
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
        terminationWaitInSeconds: 0,
      },
    });
  });
});

describe('the check of a strategy', () => {
  const half = CapacitySize.percent(50);

  test('accepts valid strategies', () => {
    expect(findingsOf(UpdateStrategy.allAtOnce())).toEqual([]);
    expect(findingsOf(UpdateStrategy.canary({ size: half }))).toEqual([]);
    expect(findingsOf(UpdateStrategy.linear({ stepSize: half }))).toEqual([]);
    expect(findingsOf(UpdateStrategy.rolling({ maximumBatchSize: half }))).toEqual([]);
  });

  test.each([
    ['bakeTime', UpdateStrategy.allAtOnce({ bakeTime: Duration.minutes(61) })],
    ['waitInterval', UpdateStrategy.rolling({ maximumBatchSize: half, waitInterval: Duration.minutes(61) })],
  ])('rejects a %s of more than an hour', (property, strategy) => {
    expect(findingsOf(strategy)).toEqual([
      `sm.deploy-wait updateStrategy.${property}: got 3660 seconds; allowed: whole seconds from 0 to 3600`,
    ]);
  });

  test('rejects a wait with a fraction of a second', () => {
    const [finding] = findingsOf(UpdateStrategy.allAtOnce({ bakeTime: Duration.millis(180_500) }));
    expect(finding).toContain('got 180.5 seconds');
  });

  test.each([
    [Duration.minutes(9), 540],
    [Duration.hours(9), 32400],
  ])('rejects a timeout of %s', (maximumExecutionTimeout, seconds) => {
    expect(findingsOf(UpdateStrategy.allAtOnce({ maximumExecutionTimeout }))).toEqual([
      `sm.deploy-wait updateStrategy.maximumExecutionTimeout: got ${seconds} seconds; allowed: whole seconds from 600 to 28800`,
    ]);
  });

  test.each([
    ['size', UpdateStrategy.canary({ size: CapacitySize.percent(51) }), 'at most 50 %'],
    ['stepSize', UpdateStrategy.linear({ stepSize: CapacitySize.percent(9) }), '10 to 50 %'],
    ['maximumBatchSize', UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.count(3) }), '5 to 50 %'],
    ['size', UpdateStrategy.canary({ size: CapacitySize.percent(0.5) }), 'at most 50 %'],
    [
      'rollbackBatchSize',

      UpdateStrategy.rolling({ maximumBatchSize: half, rollbackBatchSize: CapacitySize.percent(101) }),
      'at most 100 %',
    ],
  ])('rejects a %s that is an invalid share of four instances', (property, strategy, allowed) => {
    const [finding] = findingsOf(strategy);
    expect(finding).toContain(`sm.deploy-share updateStrategy.${property}: got`);
    expect(finding).toContain(allowed);
  });

  test('rejects a step of one instance if a variant has only one instance', () => {
    const strategy = UpdateStrategy.canary({ size: CapacitySize.count(1) });
    expect(findingsOf(strategy, { instanceCounts: [4, 1] })).toEqual([
      "sm.deploy-share updateStrategy.size: got 1 instance of 1; allowed: a whole number, at most 50 % of a variant's instances",
    ]);
    expect(findingsOf(strategy, { instanceCounts: [4, 2] })).toEqual([]);
  });

  describe('with scaling', () => {
    const scalingBetween = (minCapacity: number, maxCapacity: number) =>
      Scaling.concurrentRequests({ minCapacity, maxCapacity, requestsPerInstance: 4 });

    test('rejects a number of instances, since an update begins with any number of instances', () => {
      const rolling = UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.count(1) });
      expect(findingsOf(rolling, { scaling: scalingBetween(2, 8) })).toEqual([
        'sm.deploy-share updateStrategy.maximumBatchSize: got 1 instance with scaling (2 to 8 instances); allowed: CapacitySize.percent, since an update begins with any number of instances, which a previous deployment may have allowed',
      ]);
    });

    test('warns about a percentage that is less than half an instance of the minimum number of instances', () => {
      const canary = UpdateStrategy.canary({ size: CapacitySize.percent(25) });
      expect(findingsOf(canary, { scaling: scalingBetween(1, 8) })[0]).toContain(
        'got 25 % of 1 instance, which is less than half an instance',
      );
    });

    test('ignores numbers that are known only at deploy time', () => {
      const atDeployment = Token.asNumber({ Ref: 'Most' });
      expect(
        findingsOf(UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.count(1) }), {
          scaling: scalingBetween(2, atDeployment),
        }),
      ).toEqual([]);
    });
  });

  test('counts 33 % of 3 instances as one instance, as the notebooks of AWS do', () => {
    const third = CapacitySize.percent(33);
    expect(findingsOf(UpdateStrategy.canary({ size: third }), { instanceCounts: [3] })).toEqual([]);
    expect(third._stepCount(3)).toBe(3);
    // Two waits of 20 minutes between three steps, and the bake time.
    const linear = { stepSize: third, waitInterval: Duration.minutes(20), bakeTime: Duration.minutes(3) };
    const limited = UpdateStrategy.linear({ ...linear, maximumExecutionTimeout: Duration.minutes(60) });
    expect(findingsOf(limited, { instanceCounts: [3] })).toEqual([]);
  });

  test('warns about rounding for a share below half an instance', () => {
    const [finding] = findingsOf(UpdateStrategy.canary({ size: CapacitySize.percent(10) }), { instanceCounts: [2] });
    expect(finding).toContain('(sm.deploy-share-rounding updateStrategy.size: got 10 % of 2 instances');
  });

  test('rejects rolling with several variants', () => {
    expect(findingsOf(UpdateStrategy.rolling({ maximumBatchSize: half }), { instanceCounts: [4, 4] })).toEqual([
      'sm.deploy-rolling updateStrategy: got rolling with 2 variants; allowed: one variant, or UpdateStrategy.allAtOnce, canary or linear',
    ]);
  });

  test('warns about rolling with a shadow variant', () => {
    const [finding] = findingsOf(UpdateStrategy.rolling({ maximumBatchSize: half }), { shadowVariants: 1 });
    expect(finding).toContain('(sm.deploy-rolling-shadow updateStrategy');
  });
});

describe('rollback alarms', () => {
  test('require a bake time in which they can fire', () => {
    const short = Duration.minutes(2);
    const message =
      'got 120 seconds; allowed: at least 180 seconds, the time that the rollback alarms require to fire (their evaluation window, and the minutes until metrics arrive, CloudWatch evaluates the alarms and SageMaker reads their states); or alarms with fewer evaluation periods (monitoring.alarms), or autoRollback: false';
    expect(findingsOf(UpdateStrategy.allAtOnce({ bakeTime: short }))).toEqual([
      `sm.deploy-bake updateStrategy.bakeTime: ${message}`,
    ]);
    const rolling = UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(50), waitInterval: short });
    expect(findingsOf(rolling)).toEqual([`sm.deploy-bake updateStrategy.waitInterval: ${message}`]);
    expect(findingsOf(UpdateStrategy.allAtOnce({ bakeTime: short, autoRollback: false }))).toEqual([]);
    expect(findingsOf(UpdateStrategy.allAtOnce({ bakeTime: short }), { rollbackAlarms: 0 })).toEqual([]);
  });

  describe('that users add', () => {
    const stack = new Stack(new App(), 'Stack');
    const alarmWithPeriod = (minutes: number, id: string, props: Partial<AlarmProps> = {}): Alarm => {
      const metric = new Metric({ namespace: 'Shop', metricName: 'Refunds', period: Duration.minutes(minutes) });
      return new Alarm(stack, id, { metric, threshold: 1, evaluationPeriods: 3, ...props });
    };
    const errors = new MathExpression({
      expression: 'errors / requests',
      usingMetrics: {
        errors: new Metric({ namespace: 'Shop', metricName: 'Errors' }),
        requests: new Metric({ namespace: 'Shop', metricName: 'Requests' }),
      },
      period: Duration.minutes(2),
    });
    const blueGreenPolicyOf = (alarm: IAlarm, alarmCount = 2): unknown =>
      UpdateStrategy.allAtOnce({ rollbackAlarms: [alarm] })._render({ count: alarmCount, timeToFire: WINDOW })
        .blueGreenUpdatePolicy;

    test.each<[string, IAlarm, number]>([
      ['3 of 3 periods of 5 minutes, and 4 minutes', alarmWithPeriod(5, 'All'), 19],
      ['3 periods of 5 minutes, and 3 minutes', alarmWithPeriod(5, 'Two', { datapointsToAlarm: 2 }), 18],
      ['3 of 3 periods of a math expression', alarmWithPeriod(1, 'Math', { metric: errors }), 10],
      ['at most an hour', alarmWithPeriod(60, 'Hours'), 60],
      ['the default if the alarm is imported', Alarm.fromAlarmName(stack, 'Imported', 'refunds'), 3],
      [
        'the default if the periods are known only at deploy time',
        alarmWithPeriod(5, 'Later', { evaluationPeriods: UNKNOWN_PERIODS }),
        3,
      ],
    ])('extend the bake time to: %s', (_, alarm, minutes) => {
      expect(blueGreenPolicyOf(alarm)).toMatchObject({ terminationWaitInSeconds: minutes * 60 });
    });
  });

  test('cause only a warning if they require longer to fire than a step', () => {
    const [finding] = findingsOf(
      UpdateStrategy.canary({ size: CapacitySize.percent(50), waitInterval: Duration.minutes(1) }),
    );
    expect(finding).toContain('(sm.deploy-wait-window updateStrategy.waitInterval: got 60 seconds');
  });

  test('are limited to ten, and rejected without rollback', () => {
    const stack = new Stack(new App(), 'Stack');
    const rollbackAlarms = [...Array(8)].map((_, index) => createAlarm(stack, `Alarm${index}`));
    expect(findingsOf(UpdateStrategy.allAtOnce({ rollbackAlarms }))).toEqual([
      "sm.deploy-alarms updateStrategy.rollbackAlarms: got 8 alarms in addition to the endpoint's own 3; allowed: 10 in total; one alarm on a math expression can watch several metrics",
    ]);
    expect(findingsOf(UpdateStrategy.allAtOnce({ rollbackAlarms }), { rollbackAlarms: 2 })).toEqual([]);
    expect(findingsOf(UpdateStrategy.allAtOnce({ rollbackAlarms, autoRollback: false }))).toEqual([
      'sm.deploy-alarms updateStrategy.rollbackAlarms: got 8 alarms with autoRollback: false; allowed: alarms only with rollback',
    ]);
  });

  test('must be metric alarms, because CloudWatch returns composite alarms only to a caller that may describe all alarms', () => {
    const stack = new Stack(new App(), 'Stack');
    const refunds = createAlarm(stack, 'Refunds');
    const shop = new CompositeAlarm(stack, 'Shop', { alarmRule: AlarmRule.anyOf(refunds) });
    const [finding, ...others] = findingsOf(UpdateStrategy.allAtOnce({ rollbackAlarms: [shop, refunds] }));
    expect(finding).toContain(
      'sm.deploy-composite-alarm updateStrategy.rollbackAlarms: got Stack/Shop, a composite alarm; allowed: metric alarms',
    );
    expect(others).toEqual([]);
  });

  test('are rejected if they treat missing data as breaching, because they would fire without requests', () => {
    const breaching = createAlarm(new Stack(new App(), 'Stack'), 'Refunds', TreatMissingData.BREACHING);
    const [finding] = findingsOf(UpdateStrategy.allAtOnce({ rollbackAlarms: [breaching] }));
    expect(finding).toContain('cw.rollback-missing-data updateStrategy.rollbackAlarms: got Stack/Refunds');
  });
});

describe('the timeout must exceed all waits', () => {
  const wait = { waitInterval: Duration.minutes(5), bakeTime: Duration.minutes(5) };

  test.each([
    ['one wait and the bake time', UpdateStrategy.canary, 600],
    [
      'three waits and the bake time',
      (props: typeof strategyProps) => UpdateStrategy.linear({ ...props, stepSize: props.size }),
      1200,
    ],
    [
      'a wait after each of four batches',
      (props: typeof strategyProps) => UpdateStrategy.rolling({ ...props, maximumBatchSize: props.size }),
      1200,
    ],
  ])('a timeout as long as %s is rejected', (_, strategyOf, waits) => {
    const withTimeout = (seconds: number) => ({ ...strategyProps, maximumExecutionTimeout: Duration.seconds(seconds) });
    expect(findingsOf(strategyOf(withTimeout(waits)))).toEqual([
      `sm.deploy-timeout updateStrategy.maximumExecutionTimeout: got ${waits} seconds; allowed: more than ${waits} seconds, the sum of all waits in an update of the largest fleet, plus the time to download the model and start the instances`,
    ]);
    expect(findingsOf(strategyOf(withTimeout(waits + 1)))).toEqual([]);
  });

  const strategyProps = { ...wait, size: CapacitySize.percent(25) };
});

test('values that are known only at deploy time are not checked', () => {
  const atDeployment = Duration.seconds(Token.asNumber({ Ref: 'Wait' }));
  const share = CapacitySize.count(Token.asNumber({ Ref: 'Size' }));
  const count = Token.asNumber({ Ref: 'Count' });
  const strategies = [
    UpdateStrategy.allAtOnce({ bakeTime: atDeployment, maximumExecutionTimeout: atDeployment }),
    UpdateStrategy.linear({
      stepSize: share,
      waitInterval: atDeployment,
      maximumExecutionTimeout: Duration.minutes(10),
    }),
    UpdateStrategy.rolling({
      maximumBatchSize: CapacitySize.count(1),
      maximumExecutionTimeout: Duration.minutes(10),
    }),
    UpdateStrategy.canary({ size: CapacitySize.percent(10) }),
  ];
  expect(strategies.flatMap((strategy) => findingsOf(strategy, { instanceCounts: [count] }))).toEqual([]);
});

test('a percentage has the same number of steps as in the simulated SageMaker account', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 50 }), fc.integer({ min: 1, max: 200 }), (percent, count) => {
      const LinearStepSize = { Type: 'CAPACITY_PERCENT', Value: percent } as const;
      const TrafficRoutingConfiguration = { Type: 'LINEAR', WaitIntervalInSeconds: 0, LinearStepSize } as const;
      const fleet = { variants: [{ name: 'AllTraffic', desiredCount: count }] } as unknown as Fleet;
      const { shares } = deploymentPlanOf({ BlueGreenUpdatePolicy: { TrafficRoutingConfiguration } }, fleet, fleet);
      expect(CapacitySize.percent(percent)._stepCount(count)).toBe(shares.length);
    }),
  );
});

test.each([
  ['all at once', UpdateStrategy.allAtOnce()],
  ['canary', UpdateStrategy.canary({ size: CapacitySize.percent(10) })],
  ['linear', UpdateStrategy.linear({ stepSize: CapacitySize.percent(10) })],
  ['rolling', UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(10) })],
])(
  'the check of %s does not throw for an endpoint without variants, which a different check rejects',
  (_, strategy) => {
    expect(() => findingsOf(strategy, { instanceCounts: [] })).not.toThrow();
  },
);
