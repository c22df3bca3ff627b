import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../lib/fleet';
import { proposeSchedule } from '../../lib/fleet/search/propose-schedule';

const scheduleOf = (trace: TrafficTrace): [string, number | undefined][] =>
  proposeSchedule(trace, 100).map(({ schedule, minCapacity }) => [schedule.expressionString, minCapacity]);

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
