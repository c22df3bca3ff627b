import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../lib/measurements';

function fileWith(text: string): string {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'trace-')), 'trace.csv');
  fs.writeFileSync(file, text);
  return file;
}

test('daily traffic has its peak at the peak hour, and half of it on weekends', () => {
  const { requests, peakRequestsPerSecond } = TrafficTrace.daily({ peakRequestsPerSecond: 500, peakHour: 14 });
  expect(requests).toHaveLength(7 * 1440);
  expect(peakRequestsPerSecond).toBe(500);
  expect(requests[14 * 60]).toBe(500 * 60);
  expect(requests[2 * 60]).toBe(50 * 60);
  expect(requests[5 * 1440 + 14 * 60]).toBe(250 * 60);
});

test('bursts have their duration, and the same seed draws the same bursts', () => {
  const options = { baseRequestsPerSecond: 1, burstRequestsPerSecond: 9, burstDuration: Duration.minutes(5), days: 2 };
  const { requests } = TrafficTrace.bursts(options);
  expect(new Set(requests)).toEqual(new Set([60, 540]));
  expect(TrafficTrace.bursts(options).requests).toEqual(requests);
  expect(TrafficTrace.bursts({ ...options, seed: 2 }).requests).not.toEqual(requests);
});

test('a trace can be written to a file and read from it', () => {
  const trace = TrafficTrace.steps([
    { requestsPerSecond: 2, duration: Duration.minutes(3) },
    { requestsPerSecond: 0, duration: Duration.minutes(1) },
  ]);
  const read = TrafficTrace.fromCsv(fileWith(trace.toCsv()));
  expect(read.requests).toEqual([120, 120, 120, 0]);
  expect(read.startsAt).toBe(trace.startsAt);
  expect(read.interval.toSeconds()).toBe(60);
});

test('individual requests are counted in steps of ten seconds', () => {
  const { requests, interval } = TrafficTrace.fromArrivalTimes('2026-01-05T00:00:00Z', [31, 0, 9.9, 10]);
  expect(requests).toEqual([2, 1, 0, 1]);
  expect(interval.toSeconds()).toBe(10);
});

test.each([
  ['an interval that is not a multiple of 10 seconds', [[1], Duration.seconds(15)] as const, 'interval: got 15 s'],
  ['no intervals', [[], Duration.minutes(1)] as const, 'requests: got 0 intervals'],
  ['a negative number', [[1, -1], Duration.minutes(1)] as const, 'requests[1]: got -1'],
  ['more than 70 days', [Array<number>(71).fill(1), Duration.days(1)] as const, 'requests: got 71.0 days'],
  ['an invalid start', [[1], Duration.minutes(1), 'Monday'] as const, 'startsAt: got Monday'],
  [
    'a day that does not exist',
    [[1], Duration.minutes(1), '2026-02-30T00:00:00Z'] as const,
    'startsAt: got 2026-02-30',
  ],
])('%s is rejected', (_, [requests, interval, startsAt], message) => {
  expect(() => TrafficTrace.ofRequests([...requests], interval, startsAt)).toThrow(message);
});

test.each([
  ['a single row', 'time,requests\n2026-01-05T00:00:00Z,1\n', 'got 1 rows; allowed: at least 2'],
  [
    'an invalid time',
    'time,requests\nMonday,1\nTuesday,1\n',
    'row 1: the time is not a date in ISO 8601 with a time zone',
  ],
  [
    'unequal intervals',
    'time,requests\n2026-01-05T00:00:00Z,1\n2026-01-05T00:01:00Z,1\n2026-01-05T00:03:00Z,1\n',
    'row 3: the times of the rows must be 60 seconds apart',
  ],
  [
    'a number that is none',
    'time,requests\n2026-01-05T00:00:00Z,x\n2026-01-05T00:01:00Z,1\n',
    "got 'x'; allowed: a number",
  ],
])('a file with %s is rejected', (_, text, message) => {
  expect(() => TrafficTrace.fromCsv(fileWith(text))).toThrow(message);
});
