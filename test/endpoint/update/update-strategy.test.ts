import { App, Duration, Stack, Token } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
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
import { FleetShare, Scaling, Severity, UpdateStrategy } from '../../../lib';
import { UpdatedEndpoint } from '../../../lib/endpoint/update/update-policy';
import { planOf } from '../../account/sagemaker/deployment-plan';
import type { Fleet } from '../../account/sagemaker/state';

/** How long the endpoint's own alarms need to fire. */
const WINDOW = Duration.minutes(3);

const LATER = Token.asNumber({ Ref: 'Periods' });

interface Given {
  readonly instanceCounts?: number[];
  readonly scaling?: Scaling;
  readonly shadowVariants?: number;
  readonly rollbackAlarms?: number;
  readonly alarmWindow?: Duration;
}

/** An endpoint, by default of four instances, which rolls back on three alarms of its own. */
function endpoint({
  instanceCounts = [4],
  scaling = Scaling.none(),
  shadowVariants = 0,
  rollbackAlarms = 3,
  alarmWindow = WINDOW,
}: Given): UpdatedEndpoint {
  return {
    variants: instanceCounts.map((initialInstanceCount) => ({ initialInstanceCount, scaling })),
    shadowVariants: Array.from({ length: shadowVariants }, () => ({})),
    rollback: { count: rollbackAlarms, window: alarmWindow },
  };
}

/** The findings as `rule field: message`, warnings in brackets. */
function found(strategy: UpdateStrategy, given: Given = {}): string[] {
  return strategy._check(endpoint(given)).map(({ ruleId, field, message, severity }) => {
    const line = `${ruleId} ${field}: ${message}`;
    return severity === Severity.WARNING ? `(${line})` : line;
  });
}

function alarmIn(stack: Stack, id: string, treatMissingData?: TreatMissingData): Alarm {
  const metric = new Metric({ namespace: 'Shop', metricName: 'Refunds' });
  return new Alarm(stack, id, { metric, threshold: 1, evaluationPeriods: 1, treatMissingData });
}

describe('what is deployed', () => {
  const stack = new Stack(new App(), 'Stack');
  const bind = (strategy: UpdateStrategy) =>
    strategy.bind(stack, { instanceCounts: [4], alarmCount: 2, alarmWindow: WINDOW });

  test('46: by default the whole fleet is replaced at once, bakes as long as the alarms need to fire, and rolls back on them', () => {
    expect(bind(UpdateStrategy.allAtOnce())).toEqual({
      autoRollback: true,
      rollbackAlarms: [],
      deploymentConfig: {
        blueGreenUpdatePolicy: {
          trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
          terminationWaitInSeconds: 180,
        },
      },
    });
  });

  test('a canary takes part of the traffic, and the rest after the wait', () => {
    const strategy = UpdateStrategy.canary({
      size: FleetShare.percent(10),
      waitInterval: Duration.minutes(5),
      bakeTime: Duration.minutes(10),
      maximumExecutionTimeout: Duration.hours(1),
    });
    expect(bind(strategy).deploymentConfig.blueGreenUpdatePolicy).toEqual({
      trafficRoutingConfiguration: {
        type: 'CANARY',
        canarySize: { type: 'CAPACITY_PERCENT', value: 10 },
        waitIntervalInSeconds: 300,
      },
      terminationWaitInSeconds: 600,
      maximumExecutionTimeoutInSeconds: 3600,
    });
  });

  test('linear goes in equal steps, each as long as the alarms need to fire', () => {
    const strategy = UpdateStrategy.linear({ stepSize: FleetShare.instances(1) });
    expect(bind(strategy).deploymentConfig.blueGreenUpdatePolicy).toMatchObject({
      trafficRoutingConfiguration: {
        type: 'LINEAR',
        linearStepSize: { type: 'INSTANCE_COUNT', value: 1 },
        waitIntervalInSeconds: 180,
      },
      terminationWaitInSeconds: 180,
    });
  });

  test('rolling replaces batch by batch, forwards and back', () => {
    const strategy = UpdateStrategy.rolling({
      maximumBatchSize: FleetShare.percent(25),
      rollbackBatchSize: FleetShare.percent(50),
      waitInterval: Duration.minutes(4),
    });
    expect(bind(strategy).deploymentConfig).toMatchObject({
      rollingUpdatePolicy: {
        maximumBatchSize: { type: 'CAPACITY_PERCENT', value: 25 },
        rollbackMaximumBatchSize: { type: 'CAPACITY_PERCENT', value: 50 },
        waitIntervalInSeconds: 240,
      },
    });
  });

  test('without rollback nothing bakes, unless it is asked for', () => {
    const off = UpdateStrategy.allAtOnce({ autoRollback: false });
    expect(bind(off)).toEqual({
      autoRollback: false,
      rollbackAlarms: [],
      deploymentConfig: {
        blueGreenUpdatePolicy: {
          trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 },
          terminationWaitInSeconds: 0,
        },
      },
    });
  });

  test("users' alarms count beside the endpoint's own", () => {
    const refunds = alarmIn(stack, 'Refunds');
    const { autoRollback, rollbackAlarms } = bind(UpdateStrategy.allAtOnce({ rollbackAlarms: [refunds] }));
    expect([autoRollback, rollbackAlarms]).toEqual([true, [refunds]]);
  });

  test('old and new fleet share the traffic for a while unless all of it moves at once', () => {
    const share = FleetShare.percent(25);
    expect(UpdateStrategy.allAtOnce()._sharesTraffic).toBe(false);
    expect(UpdateStrategy.canary({ size: share })._sharesTraffic).toBe(true);
    expect(UpdateStrategy.linear({ stepSize: share })._sharesTraffic).toBe(true);
    expect(UpdateStrategy.rolling({ maximumBatchSize: share })._sharesTraffic).toBe(true);
  });
});

describe('what SageMaker would refuse', () => {
  const half = FleetShare.percent(50);

  test('nothing of the strategies as they are', () => {
    expect(found(UpdateStrategy.allAtOnce())).toEqual([]);
    expect(found(UpdateStrategy.canary({ size: half }))).toEqual([]);
    expect(found(UpdateStrategy.linear({ stepSize: half }))).toEqual([]);
    expect(found(UpdateStrategy.rolling({ maximumBatchSize: half }))).toEqual([]);
  });

  test.each([
    ['bakeTime', UpdateStrategy.allAtOnce({ bakeTime: Duration.minutes(61) })],
    ['waitInterval', UpdateStrategy.canary({ size: half, waitInterval: Duration.minutes(61) })],
    ['waitInterval', UpdateStrategy.linear({ stepSize: half, waitInterval: Duration.minutes(61) })],
    ['waitInterval', UpdateStrategy.rolling({ maximumBatchSize: half, waitInterval: Duration.minutes(61) })],
  ])('a %s of more than an hour', (property, strategy) => {
    expect(found(strategy)).toEqual([
      `sm.deploy-wait updateStrategy.${property}: got 3660 seconds; allowed: whole seconds from 0 to 3600`,
    ]);
  });

  test('a wait of half a second', () => {
    const [finding] = found(UpdateStrategy.allAtOnce({ bakeTime: Duration.millis(180_500) }));
    expect(finding).toContain('got 180.5 seconds');
  });

  test.each([
    [Duration.minutes(9), 540],
    [Duration.hours(9), 32400],
  ])('a timeout of %s', (maximumExecutionTimeout, seconds) => {
    expect(found(UpdateStrategy.allAtOnce({ maximumExecutionTimeout }))).toEqual([
      `sm.deploy-wait updateStrategy.maximumExecutionTimeout: got ${seconds} seconds; allowed: whole seconds from 600 to 28800`,
    ]);
  });

  test.each([
    ['size', UpdateStrategy.canary({ size: FleetShare.percent(51) }), 'at most 50 %'],
    ['stepSize', UpdateStrategy.linear({ stepSize: FleetShare.percent(9) }), '10 to 50 %'],
    ['stepSize', UpdateStrategy.linear({ stepSize: FleetShare.percent(51) }), '10 to 50 %'],
    ['maximumBatchSize', UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(4) }), '5 to 50 %'],
    ['maximumBatchSize', UpdateStrategy.rolling({ maximumBatchSize: FleetShare.instances(3) }), '5 to 50 %'],
    ['size', UpdateStrategy.canary({ size: FleetShare.instances(3) }), 'at most 50 %'],
    ['size', UpdateStrategy.canary({ size: FleetShare.percent(0.5) }), 'at most 50 %'],
    ['size', UpdateStrategy.canary({ size: FleetShare.instances(0) }), 'at most 50 %'],
    [
      'rollbackBatchSize',

      UpdateStrategy.rolling({ maximumBatchSize: half, rollbackBatchSize: FleetShare.percent(101) }),
      'at most 100 %',
    ],
  ])('a %s that is no such part of four instances', (property, strategy, allowed) => {
    const [finding] = found(strategy);
    expect(finding).toContain(`sm.deploy-share updateStrategy.${property}: got`);
    expect(finding).toContain(allowed);
  });

  test('a step of one instance where a variant has only one', () => {
    const strategy = UpdateStrategy.canary({ size: FleetShare.instances(1) });
    expect(found(strategy, { instanceCounts: [4, 1] })).toEqual([
      "sm.deploy-share updateStrategy.size: got 1 instance of 1; allowed: a whole number, at most 50 % of a variant's instances",
    ]);
    expect(found(strategy, { instanceCounts: [4, 2] })).toEqual([]);
  });

  describe('at a number of instances that scaling made', () => {
    const between = (minCapacity: number, maxCapacity: number) =>
      Scaling.concurrentRequests({ minCapacity, maxCapacity, requestsPerInstance: 4 });
    const one = FleetShare.instances(1);

    test('a batch of one instance, too small for the largest fleet', () => {
      const rolling = UpdateStrategy.rolling({ maximumBatchSize: one });
      expect(found(rolling, { scaling: between(2, 20) })).toEqual([]);
      expect(found(rolling, { scaling: between(2, 21) })).toEqual([
        "sm.deploy-share updateStrategy.maximumBatchSize: got 1 instance of 21; allowed: a whole number, 5 to 50 % of a variant's instances, " +
          'at each number of instances that may be running when an update begins (2 to 21 with scaling); FleetShare.percent fits all of them',
      ]);
    });

    test('a canary of two instances, too large for the smallest fleet', () => {
      const canary = UpdateStrategy.canary({ size: FleetShare.instances(2) });
      expect(found(canary, { scaling: between(4, 8) })).toEqual([]);
      expect(found(canary, { scaling: between(3, 8) })[0]).toContain(
        'got 2 instances of 3; allowed: a whole number, at most 50 %',
      );
    });

    test('a schedule makes the fleet smaller at night and larger by day', () => {
      const scheduled = (minCapacity: number, maxCapacity: number) =>
        Scaling.combine(
          Scaling.concurrentRequests({ maxCapacity: 8, requestsPerInstance: 4 }),
          Scaling.scheduled({
            maxCapacity: 8,
            actions: [{ name: 'shift', schedule: Schedule.cron({ hour: '8' }), minCapacity, maxCapacity }],
          }),
        );
      const rolling = UpdateStrategy.rolling({ maximumBatchSize: one });
      expect(found(rolling, { scaling: scheduled(2, 20) })).toEqual([]);
      expect(found(rolling, { scaling: scheduled(1, 20) })[0]).toContain('got 1 instance of 1; allowed');
      expect(found(rolling, { scaling: scheduled(2, 40) })[0]).toContain('got 1 instance of 40; allowed');
    });

    test('a percentage that is less than half an instance of the smallest fleet', () => {
      const canary = UpdateStrategy.canary({ size: FleetShare.percent(25) });
      expect(found(canary, { scaling: between(1, 8) })[0]).toContain(
        'got 25 % of 1 instance, which is less than half an instance',
      );
    });

    test('the waits of all steps that the largest fleet takes', () => {
      const linear = UpdateStrategy.linear({
        stepSize: one,
        bakeTime: Duration.minutes(5),
        waitInterval: Duration.minutes(5),
        maximumExecutionTimeout: Duration.minutes(30),
      });
      expect(found(linear, { scaling: between(2, 5) })).toEqual([]);
      expect(found(linear, { scaling: between(2, 6) })[0]).toContain('sm.deploy-timeout');
    });

    test('what is only known at deploy time is not checked', () => {
      const later = Token.asNumber({ Ref: 'Most' });
      expect(found(UpdateStrategy.rolling({ maximumBatchSize: one }), { scaling: between(2, later) })).toEqual([]);
    });
  });

  test('33 % of 3 instances are one, as in the notebooks of AWS', () => {
    const third = FleetShare.percent(33);
    expect(found(UpdateStrategy.canary({ size: third }), { instanceCounts: [3] })).toEqual([]);
    expect(third._steps(3)).toBe(3);
    // Two waits of 20 minutes between three steps, and the bake time.
    const linear = { stepSize: third, waitInterval: Duration.minutes(20), bakeTime: Duration.minutes(3) };
    const limited = UpdateStrategy.linear({ ...linear, maximumExecutionTimeout: Duration.minutes(60) });
    expect(found(limited, { instanceCounts: [3] })).toEqual([]);
  });

  test('a share below half an instance is said to be rounded', () => {
    const [finding] = found(UpdateStrategy.canary({ size: FleetShare.percent(10) }), { instanceCounts: [2] });
    expect(finding).toContain('(sm.deploy-share-rounding updateStrategy.size: got 10 % of 2 instances');
  });

  test('rolling with several variants', () => {
    expect(found(UpdateStrategy.rolling({ maximumBatchSize: half }), { instanceCounts: [4, 4] })).toEqual([
      'sm.deploy-rolling updateStrategy: got rolling with 2 variants; allowed: one variant, or UpdateStrategy.allAtOnce, canary or linear',
    ]);
  });

  test('rolling with a shadow variant is advised against: nothing says that it works', () => {
    const [finding] = found(UpdateStrategy.rolling({ maximumBatchSize: half }), { shadowVariants: 1 });
    expect(finding).toContain('(sm.deploy-rolling-shadow updateStrategy');
  });
});

describe('the alarms of a rollback', () => {
  test('need a bake time in which they fire', () => {
    const short = Duration.minutes(2);
    const message =
      'got 120 seconds; allowed: at least 180 seconds, the time that the rollback alarms require to fire (their evaluation window, and the minutes until metrics arrive, CloudWatch evaluates the alarms and SageMaker reads their states); or alarms with fewer evaluation periods (monitoring.alarms), or autoRollback: false';
    expect(found(UpdateStrategy.allAtOnce({ bakeTime: short }))).toEqual([
      `sm.deploy-bake updateStrategy.bakeTime: ${message}`,
    ]);
    const rolling = UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(50), waitInterval: short });
    expect(found(rolling)).toEqual([`sm.deploy-bake updateStrategy.waitInterval: ${message}`]);
    expect(found(UpdateStrategy.allAtOnce({ bakeTime: short, autoRollback: false }))).toEqual([]);
    expect(found(UpdateStrategy.allAtOnce({ bakeTime: short }), { rollbackAlarms: 0 })).toEqual([]);
  });

  describe('that users add', () => {
    const half = FleetShare.percent(50);
    const stack = new Stack(new App(), 'Stack');
    const every = (minutes: number, id: string, props: Partial<AlarmProps> = {}): Alarm => {
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
    const bakeOf = (alarm: IAlarm, alarmCount = 2): unknown =>
      UpdateStrategy.allAtOnce({ rollbackAlarms: [alarm] }).bind(stack, {
        instanceCounts: [4],
        alarmCount,
        alarmWindow: WINDOW,
      }).deploymentConfig.blueGreenUpdatePolicy;

    test.each<[string, IAlarm, number]>([
      ['3 of 3 periods of 5 minutes, and 4 minutes', every(5, 'All'), 19],
      ['3 periods of 5 minutes, and 3 minutes', every(5, 'Two', { datapointsToAlarm: 2 }), 18],
      ['3 of 3 periods of a math expression', every(1, 'Math', { metric: errors }), 10],
      ['no more than an hour', every(60, 'Hours'), 60],
      ['nothing more where it is imported', Alarm.fromAlarmName(stack, 'Imported', 'refunds'), 3],
      ['nothing more where it is only known at deploy time', every(5, 'Later', { evaluationPeriods: LATER }), 3],
    ])('are waited for: %s', (_, alarm, minutes) => {
      expect(bakeOf(alarm)).toMatchObject({ terminationWaitInSeconds: minutes * 60 });
    });

    test('do not make a shorter time an error', () => {
      const strategy = UpdateStrategy.rolling({
        maximumBatchSize: half,
        waitInterval: WINDOW,
        rollbackAlarms: [every(5, 'Slow')],
      });
      expect(found(strategy)).toEqual([]);
    });
  });

  test('may be outrun by a step, which is only advised against', () => {
    const [finding] = found(UpdateStrategy.canary({ size: FleetShare.percent(50), waitInterval: Duration.minutes(1) }));
    expect(finding).toContain('(sm.deploy-wait-window updateStrategy.waitInterval: got 60 seconds');
  });

  test('are at most ten, and none without rollback', () => {
    const stack = new Stack(new App(), 'Stack');
    const rollbackAlarms = [...Array(8)].map((_, index) => alarmIn(stack, `Alarm${index}`));
    expect(found(UpdateStrategy.allAtOnce({ rollbackAlarms }))).toEqual([
      "sm.deploy-alarms updateStrategy.rollbackAlarms: got 8 alarms in addition to the endpoint's own 3; allowed: 10 in total; one alarm on a math expression can watch several metrics",
    ]);
    expect(found(UpdateStrategy.allAtOnce({ rollbackAlarms }), { rollbackAlarms: 2 })).toEqual([]);
    expect(found(UpdateStrategy.allAtOnce({ rollbackAlarms, autoRollback: false }))).toEqual([
      'sm.deploy-alarms updateStrategy.rollbackAlarms: got 8 alarms with autoRollback: false; allowed: alarms only with rollback',
    ]);
  });

  test('are metric alarms: CloudWatch returns composite ones only to a caller that may describe all alarms', () => {
    const stack = new Stack(new App(), 'Stack');
    const refunds = alarmIn(stack, 'Refunds');
    const shop = new CompositeAlarm(stack, 'Shop', { alarmRule: AlarmRule.anyOf(refunds) });
    const [finding, ...others] = found(UpdateStrategy.allAtOnce({ rollbackAlarms: [shop, refunds] }));
    expect(finding).toContain(
      'sm.deploy-composite-alarm updateStrategy.rollbackAlarms: got Stack/Shop, a composite alarm; allowed: metric alarms',
    );
    expect(others).toEqual([]);
  });

  test('may not fire for want of requests', () => {
    const breaching = alarmIn(new Stack(new App(), 'Stack'), 'Refunds', TreatMissingData.BREACHING);
    const [finding] = found(UpdateStrategy.allAtOnce({ rollbackAlarms: [breaching] }));
    expect(finding).toContain('cw.rollback-missing-data updateStrategy.rollbackAlarms: got Stack/Refunds');
  });
});

describe('the timeout has to leave time for all waits', () => {
  const wait = { waitInterval: Duration.minutes(5), bakeTime: Duration.minutes(5) };

  test.each([
    ['one wait and the bake', UpdateStrategy.canary, 600],
    [
      'three waits and the bake',
      (props: typeof timed) => UpdateStrategy.linear({ ...props, stepSize: props.size }),
      1200,
    ],
    [
      'a wait after each of four batches',
      (props: typeof timed) => UpdateStrategy.rolling({ ...props, maximumBatchSize: props.size }),
      1200,
    ],
  ])('%s', (_, strategyOf, waits) => {
    const given = (seconds: number) => ({ ...timed, maximumExecutionTimeout: Duration.seconds(seconds) });
    expect(found(strategyOf(given(waits)))).toEqual([
      `sm.deploy-timeout updateStrategy.maximumExecutionTimeout: got ${waits} seconds; allowed: more than ${waits} seconds, the sum of all waits in an update of the largest fleet, plus the time to download the model and start the instances`,
    ]);
    expect(found(strategyOf(given(waits + 1)))).toEqual([]);
  });

  const timed = { ...wait, size: FleetShare.percent(25) };
});

test('what is only known at deploy time is not checked', () => {
  const later = Duration.seconds(Token.asNumber({ Ref: 'Wait' }));
  const share = FleetShare.instances(Token.asNumber({ Ref: 'Size' }));
  const count = Token.asNumber({ Ref: 'Count' });
  const strategies = [
    UpdateStrategy.allAtOnce({ bakeTime: later, maximumExecutionTimeout: later }),
    UpdateStrategy.linear({ stepSize: share, waitInterval: later, maximumExecutionTimeout: Duration.minutes(10) }),
    UpdateStrategy.rolling({
      maximumBatchSize: FleetShare.instances(1),
      maximumExecutionTimeout: Duration.minutes(10),
    }),
    UpdateStrategy.canary({ size: FleetShare.percent(10) }),
  ];
  expect(strategies.flatMap((strategy) => found(strategy, { instanceCounts: [count] }))).toEqual([]);
});

test('steps of a percentage are those that SageMaker takes in the simulated account', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 50 }), fc.integer({ min: 1, max: 200 }), (percent, count) => {
      const LinearStepSize = { Type: 'CAPACITY_PERCENT', Value: percent } as const;
      const TrafficRoutingConfiguration = { Type: 'LINEAR', WaitIntervalInSeconds: 0, LinearStepSize } as const;
      const fleet = { variants: [{ name: 'AllTraffic', desiredCount: count }] } as unknown as Fleet;
      const { shares } = planOf({ BlueGreenUpdatePolicy: { TrafficRoutingConfiguration } }, fleet, fleet);
      expect(FleetShare.percent(percent)._steps(count)).toBe(shares.length);
    }),
  );
});

test('steps of a share replace any fleet, and no earlier', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1000 }), (instances, count) => {
      const steps = FleetShare.instances(instances)._steps(count) as number;
      return steps * instances >= count && (steps - 1) * instances < count;
    }),
  );
});

test.each([
  ['all at once', UpdateStrategy.allAtOnce()],
  ['canary', UpdateStrategy.canary({ size: FleetShare.percent(10) })],
  ['linear', UpdateStrategy.linear({ stepSize: FleetShare.percent(10) })],
  ['rolling', UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(10) })],
])('an endpoint without variants, which has its own finding, does not stop the check of %s', (_, strategy) => {
  expect(() => found(strategy, { instanceCounts: [] })).not.toThrow();
});
