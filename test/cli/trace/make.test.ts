import * as fs from 'node:fs';
import * as path from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../lib';
import { traceCommand } from '../../../cli/trace';
import { runCommand } from '../run-command';
import { folderWith } from '../../model/folders';

const folder = folderWith({});
const out = path.join(folder, 'trace.csv');

const make = (...args: string[]) => runCommand(traceCommand(), ['make', ...args, '--out', out]);

test.each<[string, string[], TrafficTrace]>([
  ['daily', ['daily', '--peak', '500'], TrafficTrace.daily({ peakRequestsPerSecond: 500 })],
  [
    'daily with all options',
    [
      ...['daily', '--peak', '500', '--trough', '0', '--peak-hour', '9.5', '--weekend-share', '0.1'],
      ...['--days', '2'],
    ],
    TrafficTrace.daily({
      ...{ peakRequestsPerSecond: 500, troughRequestsPerSecond: 0, peakHour: 9.5, weekendShare: 0.1, days: 2 },
    }),
  ],
  [
    'bursts',
    ['bursts', '--base', '10', '--burst', '90', '--burst-minutes', '5', '--bursts-per-day', '9', '--days', '1'],
    TrafficTrace.bursts({
      ...{ baseRequestsPerSecond: 10, burstRequestsPerSecond: 90, burstDuration: Duration.minutes(5) },
      ...{ burstsPerDay: 9, days: 1 },
    }),
  ],
  [
    'steps',
    ['steps', '--step', '50=60', '400=30'],
    TrafficTrace.steps([
      { requestsPerSecond: 50, duration: Duration.minutes(60) },
      { requestsPerSecond: 400, duration: Duration.minutes(30) },
    ]),
  ],
])('writes the trace %s', async (_, args, trace) => {
  const { stdout, stderr } = await make(...args);
  expect(stderr).toBe('');
  expect(stdout).toContain(`${out}: ${trace.requests.length} intervals of 60 seconds`);
  expect(fs.readFileSync(out, 'utf8')).toBe(trace.toCsv());
});

test.each([
  [['daily', '--peak', '5', '--trough', '6'], 'trace make: --trough: got 6; allowed: 0 to the peak 5'],
  [['daily', '--peak', '5', '--peak-hour', '24'], 'trace make: --peak-hour: got 24; allowed: at least 0 and below 24'],
  [['daily', '--peak', '5', '--days', '71'], 'trace make: --days: got 71; allowed: an integer from 1 to 70'],
  [['bursts', '--base', '9', '--burst', '5'], 'trace make: --burst: got 5; allowed: at least the base rate 9'],
  [['steps', '--step', '50'], "--step: got '50'; allowed: <requests per second>=<whole minutes>"],
  [['steps', '--step', '5=0.5'], "--step: got '5=0.5'"],
  [['steps', '--step', '5=1e9'], '--step: got 1000000000 minutes; allowed: at most 100800'],
])('%j is an error that names the option', async (args, message) => {
  const { stderr, status } = await make(...args);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});
