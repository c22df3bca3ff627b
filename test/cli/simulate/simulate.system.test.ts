import * as fs from 'node:fs';
import * as path from 'node:path';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Batching, Scaling } from '../../../lib';
import { simulateCommand } from '../../../cli/simulate';
import { runCommand } from '../run-command';
import { createSimulationFolder, INSTANCE_TYPE, synthesize } from './fixtures';

const { folder, trace, latencyTable } = createSimulationFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));

const INPUT = ['--trace', trace, '--latency-table', latencyTable];
/** With random routing, all fleets have the same latencies by load, which are therefore simulated only once. */
const OBJECTIVE = ['--latency', '120', '--routing', 'random'];
const simulate = (...options: string[]) => runCommand(simulateCommand(), options);

describe('without an assembly', () => {
  const json = path.join(folder, 'result.json');
  let stdout: string;
  let result: ReturnType<typeof JSON.parse>;
  beforeAll(async () => {
    const run = await simulate(...INPUT, ...OBJECTIVE, '--json', json);
    expect([run.stderr, run.status]).toEqual(['', undefined]);
    ({ stdout } = run);
    result = JSON.parse(fs.readFileSync(json, 'utf8'));
  });

  test('compares the fixed fleet, the default of an endpoint and the cheapest scaling', () => {
    expect(stdout).toMatch(/fixed fleet +│ always \d+ instances/);
    expect(stdout).toMatch(/default scaling +│ 8 concurrent requests per instance, 1 to 2 instances/);
    const { candidates } = result;
    const costOf = (name: string): number =>
      candidates.find((each: { name: string }) => each.name === name).costUsd.usual;
    expect(result.pick.name).toBe('cheapest scaling');
    expect(costOf('cheapest scaling')).toBeLessThan(costOf('fixed fleet'));
    expect(stdout).toContain('meets the objective of p99 within 120 ms in all 480 minutes.');
    expect(stdout).toMatch(
      /In 8 hours, it costs [\d.]+ USD.*, \d+ % less than the smallest fixed fleet \(always \d+ instances\)/,
    );
  });

  test('prints code that has the limits of the cheapest scaling', () => {
    const { scaling } = result.candidates.find(({ name }: { name: string }) => name === 'cheapest scaling');
    expect(stdout).toContain(`scaling: ${result.pick.code},`);
    expect(result.pick.code).toContain(`minCapacity: ${scaling.minCapacity},\n  maxCapacity: ${scaling.maxCapacity},`);
    expect(stdout).toContain(`for an endpoint with ${result.pick.instanceCount} as instanceCount`);
  });

  test('writes the result of each minute as JSON', () => {
    expect(result).toMatchObject({
      trace: { startsAt: '2026-11-16T06:00:00.000Z', minutes: 480, requests: 3_744_000, peakRequestsPerSecond: 240 },
      latencyObjective: { percentile: 99, milliseconds: 120 },
      instanceType: INSTANCE_TYPE,
    });
    expect(result.minutes).toHaveLength(480);
    expect(result.minutes[0]).toMatchObject({ requests: 1200, failedRequests: 0 });
  });

  test('shows what other start times of instances and the failure of an Availability Zone change', () => {
    const changes = [
      'instances start in half the time',
      'instances start in twice the time',
      'an Availability Zone with a third of the instances fails at the peak',
    ];
    for (const change of changes) expect(stdout).toMatch(new RegExp(`If ${change}: .* minutes beyond .* USD`));
    expect(result.sensitivity.map(({ change }: { change: string }) => change)).toEqual(changes);
    const [faster, slower] = result.sensitivity.map(
      ({ minutesBeyondObjective }: { minutesBeyondObjective: { high: number } }) => minutesBeyondObjective.high,
    );
    expect(faster).toBeLessThanOrEqual(slower);
  });

  test('the same input has the same result', async () => {
    const again = path.join(folder, 'again.json');
    await simulate(...INPUT, ...OBJECTIVE, '--json', again);
    expect(fs.readFileSync(again, 'utf8')).toBe(fs.readFileSync(json, 'utf8'));
  });
});

describe('with an assembly', () => {
  const scaling = Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 2, invocationsPerSecond: 150 });
  const model = { batching: Batching.dynamic(), maxBatchSize: 8 };
  const assembly = synthesize(folder, { id: 'Classifier', scaling, instanceCount: 1, model });

  test('compares the scaling of the app with the fixed fleet and the cheapest scaling, and exits with 0', async () => {
    const { stdout, stderr, status } = await simulate(...INPUT, ...OBJECTIVE, '--assembly', assembly);
    expect([stderr, status]).toEqual(['', undefined]);
    expect(stdout).toMatch(/scaling of classifier +│ 150 requests per second per instance, 1 to 2 instances/);
    expect(stdout).toMatch(
      /The scaling of classifier violates the objective of p99 within 120 ms in .* of 480 minutes\./,
    );
    expect(stdout).toMatch(/Of the fleets that meet the objective, the smallest fixed fleet .* costs [\d.]+ USD\./);
    expect(stdout).not.toContain('default scaling');
  });

  test('rejects a different instance type', async () => {
    const options = ['--assembly', assembly, '--instance-type', 'ml.g5.xlarge'];
    expect((await simulate(...INPUT, ...OBJECTIVE, ...options)).stderr).toContain(
      `--instance-type: got ml.g5.xlarge; allowed: ${INSTANCE_TYPE}, the type of the endpoint classifier`,
    );
  });

  test('rejects scaling on a metric that is not simulated', async () => {
    const metric = new Metric({ namespace: 'App', metricName: 'ActiveUsers' });
    const customScaling = Scaling.custom({ minCapacity: 1, maxCapacity: 2, metric, targetValue: 60 });
    const other = synthesize(folder, { id: 'Classifier', scaling: customScaling, instanceCount: 1, model });
    const { stderr, status } = await simulate(...INPUT, ...OBJECTIVE, '--assembly', other);
    expect(stderr).toContain('simulate: scaling: got a policy on ActiveUsers (Average); allowed: policies on');
    expect(status).toBe(2);
  });
});

describe('the options', () => {
  const severalTypes = path.join(folder, 'several.csv');
  fs.writeFileSync(
    severalTypes,
    'instance_type,batch,milliseconds\nml.g5.xlarge,1,3\nml.g6.xlarge,1,3\nthis-host,1,3\n',
  );
  const prices = path.join(folder, 'prices.json');
  fs.writeFileSync(prices, '{"asOf":"2026-11-21","region":"eu-west-1","usdPerHour":{"ml.g4dn.xlarge":100}}');

  test.each<[string, string[], string]>([
    [
      'an endpoint without an assembly',
      [...INPUT, ...OBJECTIVE, '--endpoint', 'x'],
      '--endpoint: got x without --assembly',
    ],
    [
      'measurements of several types',
      ['--trace', trace, '--latency-table', severalTypes, ...OBJECTIVE],
      'got 3 sets of measurements (ml.g5.xlarge, ml.g6.xlarge, this-host); allowed: 1: choose one with --instance-type',
    ],
    [
      'a type without measurements',
      [...INPUT, ...OBJECTIVE, '--instance-type', 'ml.p5.48xlarge'],
      `no measurements of ml.p5.48xlarge; the measurements contain: ${INSTANCE_TYPE}`,
    ],
    [
      'measurements of a host',
      ['--trace', trace, '--latency-table', severalTypes, ...OBJECTIVE, '--instance-type', 'this-host'],
      "got 'this-host', the label of a host",
    ],
    [
      'an objective below the time of an execution',
      [...INPUT, '--latency', '5'],
      'simulate: --latency: got 5 ms; allowed: a limit above the time of an execution without a wait',
    ],
    [
      'a margin in percent',
      [...INPUT, ...OBJECTIVE, '--margin', '101'],
      'simulate: --margin: got 101; allowed: 0 to 100',
    ],
  ])('reject %s', async (_, options, message) => {
    const { stderr, status } = await simulate(...options);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test('use the prices of a file', async () => {
    const { stdout } = await simulate(...INPUT, ...OBJECTIVE, '--prices', prices);
    const [, hours, usd] = /fixed fleet.* instances +│ ([\d.]+) +│ ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(hours)).toBeCloseTo(100 * Number(usd));
    expect(stdout).toContain('note: prices: eu-west-1, 2026-11-21');
  });

  test('compare instance hours if there is no price', async () => {
    const unpriced = path.join(folder, 'unpriced.csv');
    fs.writeFileSync(unpriced, fs.readFileSync(latencyTable, 'utf8').replaceAll(INSTANCE_TYPE, 'ml.c6i.xlarge'));
    const { stdout } = await simulate('--trace', trace, '--latency-table', unpriced, ...OBJECTIVE);
    expect(stdout).toMatch(/In 8 hours, it costs [\d.]+ instance hours/);
    expect(stdout).not.toContain('USD');
  });
});
