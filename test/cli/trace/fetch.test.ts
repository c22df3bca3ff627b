import * as fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import * as path from 'node:path';
import { TrafficTrace } from '../../../lib';
import { traceCommand } from '../../../cli/trace';
import { periodOf } from '../../../cli/trace/fetch';
import { AwsRequest, provideSimulatedAws } from '../aws-on-loopback';
import { runCommand } from '../run-command';
import { folderWith } from '../../model/folders';

const folder = folderWith({});
const out = path.join(folder, 'trace.csv');

describe('the period of a trace', () => {
  const NOW = Date.parse('2026-11-27T14:03:30Z') / 1000;

  test.each([
    [1, 60, '2026-11-26T14:04', '2026-11-27T14:01'],
    [15, 60, '2026-11-12T14:04', '2026-11-27T14:01'],
    [16, 300, '2026-11-11T14:05', '2026-11-27T14:00'],
    [63, 300, '2026-09-25T14:05', '2026-11-27T14:00'],
  ])(
    'of %d days has complete intervals of %d seconds that CloudWatch has published and not deleted',
    (days, interval, ...times) => {
      const period = periodOf(days, NOW);
      expect(period.interval).toBe(interval);
      expect([period.start, period.end].map((time) => new Date(time * 1000).toISOString().slice(0, 16))).toEqual(times);
    },
  );
});

describe('trace fetch', () => {
  /** The number of requests by the age of the datapoint, in intervals before the end. */
  let datapoints: Map<number, number>;
  let status: string;
  const inputs: Record<string, never>[] = [];
  const account = provideSimulatedAws((request, response) => respond(request, response));
  beforeEach(() => {
    datapoints = new Map();
    status = 'Complete';
    inputs.length = 0;
  });

  /** Returns the datapoints in pages of two, the newest first, as CloudWatch does. */
  function respond({ input }: AwsRequest, response: ServerResponse): void {
    const { NextToken = 0, EndTime, MetricDataQueries } = input as Record<string, never>;
    inputs.push(input as never);
    const { Period } = (MetricDataQueries as { MetricStat: { Period: number } }[])[0].MetricStat;
    const all = [...datapoints];
    const page = all.slice(Number(NextToken), Number(NextToken) + 2);
    const isLast = Number(NextToken) + 2 >= all.length;
    response.end(
      JSON.stringify({
        NextToken: isLast ? undefined : String(Number(NextToken) + 2),
        MetricDataResults: [
          {
            Id: 'invocations',
            StatusCode: isLast ? status : 'PartialData',
            Timestamps: page.map(([age]) => Number(EndTime) - age * Period),
            Values: page.map(([, value]) => value),
          },
        ],
      }),
    );
  }

  const fetchWith = (...options: string[]) =>
    runCommand(traceCommand(), ['fetch', '--endpoint', 'vision', '--out', out, ...options]);

  test('writes all pages as a trace, with 0 requests where CloudWatch has no datapoint', async () => {
    datapoints = new Map([
      [1, 10],
      [2, 20],
      [4, 40],
    ]);
    const { stdout, stderr, status: exitStatus } = await fetchWith('--days', '1');
    expect([stderr, exitStatus]).toEqual(['', undefined]);
    expect(stdout).toMatch(/trace\.csv: 143[78] intervals of 60 seconds, 70 requests, up to 0\.667 per second/);
    const { requests, interval } = TrafficTrace.fromCsv(out);
    expect(interval.toSeconds()).toBe(60);
    expect(requests.slice(-5)).toEqual([0, 40, 0, 20, 10]);
    expect(inputs).toHaveLength(2);
    expect(inputs[0]).toMatchObject({
      MetricDataQueries: [
        {
          MetricStat: {
            Stat: 'Sum',
            Metric: {
              Namespace: 'AWS/SageMaker',
              MetricName: 'Invocations',
              Dimensions: [
                { Name: 'EndpointName', Value: 'vision' },
                { Name: 'VariantName', Value: 'AllTraffic' },
              ],
            },
          },
        },
      ],
    });
  });

  test('notes that the endpoint received its first request long after the start', async () => {
    datapoints = new Map([[60, 5]]);
    expect((await fetchWith('--days', '2')).stdout).toMatch(/note: the first request was at .*set --days/);
  });

  test.each<[string, () => void, string[], string]>([
    [
      'an endpoint without invocations',
      () => undefined,
      [],
      'trace fetch: CloudWatch has no invocations of the variant AllTraffic of the endpoint vision in the last 7 days: check --endpoint, --variant and the Region',
    ],
    [
      'a missing permission',
      () => (account.denied = ['GetMetricData']),
      [],
      'AccessDeniedException: User is not authorized to perform GetMetricData: allow the action cloudwatch:GetMetricData',
    ],
    [
      'a failure inside CloudWatch',
      () => {
        datapoints = new Map([[1, 1]]);
        status = 'InternalError';
      },
      ['--variant', 'blue'],
      'the invocations of the variant blue of the endpoint vision cannot be read: Error: CloudWatch returned InternalError',
    ],
    ['more days than CloudWatch keeps', () => undefined, ['--days', '64'], '--days: got 64; allowed: 1 to 63'],
  ])('%s is an error', async (_, prepare, options, message) => {
    prepare();
    fs.rmSync(out, { force: true });
    const { stderr, status: exitStatus } = await fetchWith(...options);
    expect(stderr).toContain(message);
    expect(exitStatus).toBe(2);
    expect(fs.existsSync(out)).toBe(false);
  });
});
