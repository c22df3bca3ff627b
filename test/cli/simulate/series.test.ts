import { FleetMinute } from '../../../lib/fleet';
import { periodsOf, tickTimes } from '../../../cli/simulate/series';

const START = '2026-11-16T00:00:00.000Z';
const minute = (overrides: Partial<FleetMinute> = {}): FleetMinute => ({
  requests: 600,
  desiredInstances: 2,
  servingInstances: 2,
  waitingRequests: 0,
  latencyMilliseconds: 50,
  lowLatencyMilliseconds: 40,
  highLatencyMilliseconds: 60,
  requestsBeyondObjective: 0,
  failedRequests: 0,
  ...overrides,
});

test('each minute of a short trace is a period', () => {
  const periods = periodsOf([minute(), minute({ requests: 1200 })], START, 100);
  expect(periods.map(({ time, rate }) => [time - Date.parse(START), rate])).toEqual([
    [0, 10],
    [60_000, 20],
  ]);
  expect(periods[1].instanceHours).toBeCloseTo(4 / 60);
});

test('the periods of a week keep the slowest minute, a missing instance and violations', () => {
  const minutes = Array.from({ length: 10_080 }, () => minute());
  minutes[5000] = minute({
    servingInstances: 1,
    desiredInstances: 3,
    latencyMilliseconds: 900,
    highLatencyMilliseconds: 999,
  });
  const periods = periodsOf(minutes, START, 100);
  expect(periods).toHaveLength(720);
  const [slow, ...others] = periods.filter(({ high = 0 }) => high > 60);
  expect(others).toEqual([]);
  expect(slow).toMatchObject({ latency: 900, high: 999, serving: 1, desired: 3, violatedMinutes: 1 });
  expect(periods.at(-1)?.instanceHours).toBeCloseTo((10_080 * 2 + 1) / 60);
});

test('a period without requests has no latency', () => {
  const idle = {
    latencyMilliseconds: undefined,
    lowLatencyMilliseconds: undefined,
    highLatencyMilliseconds: undefined,
  };
  const [period] = periodsOf([minute({ requests: 0, ...idle })], START, 100);
  expect(period).toMatchObject({ rate: 0, latency: undefined, high: undefined, violatedMinutes: 0 });
});

test.each<[string, number, number, string[]]>([
  ['two hours', 1.5, 2, ['02:00', '03:00']],
  ['two days', 0, 48, ['00:00', '06:00', '12:00', '18:00', '00:00', '06:00', '12:00', '18:00', '00:00']],
  ['a week', 0, 168, Array.from({ length: 8 }, () => '00:00')],
])('the axis of %s has few labels, at whole hours', (_, from, hours, labels) => {
  const start = Date.parse(START) + from * 3_600_000;
  const times = tickTimes(start, start + hours * 3_600_000);
  expect(times.map((time) => new Date(time).toISOString().slice(11, 16))).toEqual(labels);
});
