import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../lib/measurements';
import { proposeSchedule } from '../../../lib/capacity/fleet/search/propose-schedule';

const scheduleOf = (trace: TrafficTrace): [string, number | undefined][] =>
  proposeSchedule([trace], 100).map(({ schedule, minCapacity }) => [schedule.expressionString, minCapacity]);

test('the minimum is enough for the highest rate of each hour, one hour in advance', () => {
  const day = [
    { requestsPerSecond: 50, duration: Duration.hours(8) },
    { requestsPerSecond: 450, duration: Duration.hours(10) },
    { requestsPerSecond: 50, duration: Duration.hours(6) },
  ];
  expect(scheduleOf(TrafficTrace.steps(day))).toEqual([
    ['cron(0 0 ? * MON-FRI *)', 1],
    ['cron(0 7 ? * MON-FRI *)', 5],
    ['cron(0 18 ? * MON-FRI *)', 1],
  ]);
});

test('weekends have a schedule of their own, and a day has at most four changes', () => {
  const schedule = scheduleOf(TrafficTrace.daily({ peakRequestsPerSecond: 1000 }));
  const weekdays = schedule.filter(([cron]) => cron.includes('MON-FRI'));
  const weekends = schedule.filter(([cron]) => cron.includes('SAT,SUN'));
  expect([weekdays.length, weekends.length]).toEqual([4, 4]);
  const highest = (entries: typeof schedule): number => Math.max(...entries.map(([, instances = 0]) => instances));
  expect([highest(weekdays), highest(weekends)]).toEqual([10, 5]);
});

test('a trace of a few hours has no schedule', () => {
  expect(scheduleOf(TrafficTrace.steps([{ requestsPerSecond: 1, duration: Duration.hours(5) }]))).toEqual([]);
});

test('an interval belongs to each hour that it overlaps', () => {
  const requests = new Array<number>(24).fill(10 * 3600);
  requests[10] = 950 * 3600; // from 10:30 to 11:30
  const trace = TrafficTrace.ofRequests(requests, Duration.hours(1), '2026-01-05T00:30:00Z');
  expect(scheduleOf(trace)).toContainEqual(['cron(0 9 ? * MON-FRI *)', 10]);
  expect(scheduleOf(trace)).toContainEqual(['cron(0 12 ? * MON-FRI *)', 1]);
});

test('the hour before midnight has enough instances for the first hour of the next day', () => {
  const requests = new Array<number>(7 * 24).fill(10 * 3600);
  requests[0] = 450 * 3600; // Monday, from 00:00 to 01:00
  const trace = TrafficTrace.ofRequests(requests, Duration.hours(1));
  expect(scheduleOf(trace)).toContainEqual(['cron(0 23 ? * SAT,SUN *)', 5]);
});
