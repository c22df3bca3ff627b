import { Alarm, AlarmRule } from '../../../lib/capacity/fleet/control-loop/alarm';
import { ControlLoop } from '../../../lib/capacity/fleet/control-loop/control-loop';
import { timesOfSchedule } from '../../../lib/capacity/fleet/control-loop/schedule';
import { steppedCapacity } from '../../../lib/capacity/fleet/control-loop/step-scaling';
import { scaledIn, scaledOut, trackingAlarms } from '../../../lib/capacity/fleet/control-loop/target-tracking';

const RULE: AlarmRule = {
  metric: 'InvocationsPerInstance',
  statistic: 'Sum',
  periodSeconds: 60,
  evaluationPeriods: 3,
  datapointsToAlarm: 3,
  comparison: 'GreaterThanThreshold',
  threshold: 100,
  treatMissingData: 'missing',
};

/** Records datapoints (`x` breaching, `o` not breaching, `-` missing), and returns the state of the alarm. */
function stateAfter(
  datapoints: string,
  rule: Partial<AlarmRule> = {},
  previous: Alarm['state'] = 'OK',
): Alarm['state'] {
  const alarm = new Alarm({ ...RULE, ...rule });
  alarm.state = previous;
  for (const each of datapoints) alarm.record({ x: 101, o: 99 }[each], 1, 1);
  alarm.evaluate(datapoints.length);
  return alarm.state;
}

describe('an alarm treats missing data as the tables of the CloudWatch user guide describe', () => {
  test.each([
    ['o-x-x', 'missing', 'OK'],
    ['oxx-x', 'missing', 'ALARM'],
    ['-----', 'missing', 'INSUFFICIENT_DATA'],
    ['-x---', 'missing', 'ALARM'],
    ['----x', 'missing', 'OK'], // retained: the next datapoint may not be breaching
    ['----x', 'breaching', 'ALARM'],
    ['o-x-x', 'notBreaching', 'OK'],
    ['-----', 'notBreaching', 'OK'],
    ['-----', 'breaching', 'ALARM'],
    ['o-x-x', 'breaching', 'OK'],
    ['-----', 'ignore', 'OK'],
  ])('%s with %s: %s', (datapoints, treatMissingData, expected) => {
    expect(stateAfter(datapoints, { treatMissingData })).toBe(expected);
  });

  test('if 2 of 3 datapoints must breach, the oldest of them must be two periods old', () => {
    expect(stateAfter('---x-', { datapointsToAlarm: 2 })).toBe('ALARM');
    expect(stateAfter('----x', { datapointsToAlarm: 2 })).toBe('OK');
  });

  test('the value is that of the latest existing datapoint', () => {
    const alarm = new Alarm(RULE);
    for (const value of [1, 2, undefined]) alarm.record(value, 1, 1);
    alarm.evaluate(3);
    expect(alarm.value).toBe(2);
  });
});

describe('target tracking', () => {
  const config = {
    TargetValue: 1500,
    PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
  };

  test('creates the alarms that a user of SageMaker quotes (re:Post, "Sagemaker autoscaling delay")', () => {
    expect(trackingAlarms(config)).toMatchObject({
      scaleOut: { threshold: 1500, evaluationPeriods: 3, periodSeconds: 60 },
      scaleIn: { threshold: 1350, evaluationPeriods: 15, periodSeconds: 60 },
    });
  });

  test("creates the alarms of AWS's notebook for high-resolution metrics", () => {
    const PredefinedMetricType = 'SageMakerVariantConcurrentRequestsPerModelHighResolution';
    expect(trackingAlarms({ TargetValue: 5, PredefinedMetricSpecification: { PredefinedMetricType } })).toMatchObject({
      scaleOut: { threshold: 5, evaluationPeriods: 3, periodSeconds: 10, statistic: 'Maximum' },
      scaleIn: { threshold: 4.5, evaluationPeriods: 90, periodSeconds: 10 },
    });
  });

  test('scales out in proportion to the metric, and by at least one instance', () => {
    expect(scaledOut(1, 130, 5)).toBe(26);
    expect(scaledOut(4, 101, 100)).toBe(5);
  });

  test('scales in only if one instance less keeps the metric at or below the target', () => {
    expect(scaledIn(2, 80, 100, true)).toBeUndefined();
    expect(scaledIn(10, 30, 100, true)).toBe(3);
    expect(scaledIn(10, 30, 100, false)).toBe(9);
  });
});

test('in the cooldown of a scale-out, the metric applies to the instances of its time', () => {
  const policy = {
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 100,
      ScaleOutCooldown: 3600,
      PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
    },
  };
  const fleet = { serving: 2, starting: 0, failed: 0 };
  let load = 300;
  let { serving } = fleet;
  const assumptions = {
    startSecondsOf: () => 60,
    metricDelaySecondsOf: () => 0,
    settleSeconds: 0,
    publishesPeaks: true,
    publishesZeros: true,
    scalesInProportionally: true,
  };
  const scaling = { minCapacity: 2, maxCapacity: 9, policies: [{ policy, alarms: [] }], actions: [] };
  const loop = new ControlLoop(scaling, [], assumptions, fleet, () => load / serving);
  const capacities = [2];
  for (let seconds = 0; seconds < 1800; seconds += 10) {
    loop.advance(seconds);
    ({ serving } = fleet);
    if (loop.capacity === 3) load = 600;
    if (loop.capacity !== capacities[capacities.length - 1]) capacities.push(loop.capacity);
  }
  expect(capacities).toEqual([2, 3, 6]);
});

test('step scaling follows the example of the user guide of Application Auto Scaling', () => {
  const step = (from: number | undefined, to: number | undefined, ScalingAdjustment: number) => ({
    ...(from === undefined ? {} : { MetricIntervalLowerBound: from }),
    ...(to === undefined ? {} : { MetricIntervalUpperBound: to }),
    ScalingAdjustment,
  });
  const AdjustmentType = 'PercentChangeInCapacity';
  const scaleOut = { AdjustmentType, StepAdjustments: [step(0, 10, 0), step(10, 20, 10), step(20, undefined, 30)] };
  const scaleIn = {
    AdjustmentType,
    StepAdjustments: [step(-10, 0, 0), step(-20, -10, -10), step(undefined, -20, -30)],
  };
  const capacities = [60, 70].map(
    (
      (capacity) => (value: number) =>
        (capacity = steppedCapacity(capacity, value - 50, scaleOut) ?? capacity)
    )(10),
  );
  expect(capacities).toEqual([11, 14]);
  expect(steppedCapacity(14, 40 - 50, scaleIn)).toBe(13);
  expect(steppedCapacity(13, 30 - 50, scaleIn)).toBe(10);
});

describe('the times of a schedule', () => {
  const monday = Date.parse('2026-01-05T00:00:00Z');
  const week = monday + 7 * 86_400_000;
  const timesOf = (schedule: string, timeZone = 'UTC'): string[] =>
    timesOfSchedule(schedule, timeZone, monday, week).map((time) => new Date(time).toISOString());

  test('cron expressions are in the time zone of the schedule', () => {
    expect(timesOf('cron(30 8 ? * SAT,SUN *)', 'Europe/Berlin')).toEqual([
      '2026-01-10T07:30:00.000Z',
      '2026-01-11T07:30:00.000Z',
    ]);
    expect(timesOf('cron(0 0/8 ? * MON *)')).toEqual([
      '2026-01-05T08:00:00.000Z',
      '2026-01-05T16:00:00.000Z',
      '2026-01-12T00:00:00.000Z',
    ]);
  });

  test('the hour follows daylight saving time', () => {
    const [, before, after] = /(.*) (.*)/.exec('2026-03-28T00:00:00Z 2026-03-30T00:00:00Z') ?? [];
    const times = timesOfSchedule('cron(0 8 * * ? *)', 'Europe/Berlin', Date.parse(before), Date.parse(after));
    expect(times.map((time) => new Date(time).getUTCHours())).toEqual([7, 6]);
  });

  test('rates and single times', () => {
    expect(timesOf('rate(3 days)')).toEqual(['2026-01-08T00:00:00.000Z', '2026-01-11T00:00:00.000Z']);
    expect(timesOf('at(2026-01-06T10:00:00)')).toEqual(['2026-01-06T10:00:00.000Z']);
    expect(timesOf('at(2026-02-06T10:00:00)')).toEqual([]);
  });

  test.each([
    'cron(0 8 L * ? *)',
    'cron(0 8 * * ?)',
    'every day',
    'rate(3 weeks)',
    'rate(0 minutes)',
    'at(2026-02-30T08:00:00)',
  ])('%s is rejected', (schedule) => {
    expect(() => timesOf(schedule)).toThrow('cannot be simulated');
  });
});

test.each([
  ['America/New_York', '2026-03-08T03:30:00', '2026-03-08T07:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T01:30:00', '2026-03-29T00:30:00.000Z'],
])('a time in %s near a change of daylight saving time has the offset of that time', (timeZone, local, utc) => {
  const [time] = timesOfSchedule(`at(${local})`, timeZone, Date.parse('2026-01-01'), Date.parse('2026-12-31'));
  expect(new Date(time).toISOString()).toBe(utc);
});
