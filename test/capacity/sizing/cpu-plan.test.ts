import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../../../lib/platform';
import { CapacityPlanner, CapacityPlanOptions } from '../../../lib/capacity';

const SERVICE_TIMES = [1, 2, 4].map((batch) => ({ batch, milliseconds: 10 + 2 * batch }));
const MEASURED = { tritonRelease: '25.04', measuredOn: '2026-11-01' };
const DEMAND = { requestsPerSecond: 400, latencyObjective: LatencyObjective.p99(Duration.millis(100)) };

const planFor = (instanceTypes: string[], options: Partial<CapacityPlanOptions> = {}) =>
  CapacityPlanner.fromLatencyProfiles(
    instanceTypes.map((instanceType) => ({ instanceType, serviceTimes: SERVICE_TIMES, ...MEASURED })),
  ).plan({ ...DEMAND, ...options });

describe('a fleet of instances without GPUs', () => {
  const plan = planFor(['ml.m5.xlarge']);

  test('is planned with the CPU of an instance as one device', () => {
    expect(plan.pick).toMatchObject({ instanceType: 'ml.m5.xlarge', instanceCount: 3, costPerHour: 0.69 });
    expect(plan.configPatch().instance_group).toEqual([{ kind: 'KIND_CPU', count: 1 }]);
  });

  test('has a caveat about the prices, and none about a missing GPU model', () => {
    expect(plan.caveats).toEqual([expect.stringMatching(/^prices: built-in table.*without GPUs: between 2024 and/)]);
  });
});

describe('a fleet of instances without a known price', () => {
  const plan = planFor(['ml.c6i.xlarge', 'ml.m7i.xlarge']);

  test('is ranked by its number of instances, without a cost', () => {
    expect(plan.pick).toMatchObject({ instanceType: 'ml.c6i.xlarge', instanceCount: 3 });
    const counts = plan.candidates.map(({ instanceCount }) => instanceCount);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(plan.candidates.map(({ costPerHour }) => costPerHour)).toEqual(counts.map(() => undefined));
    expect(plan._sensitivity.map(({ costPerHour }) => costPerHour)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(plan.priceGapPerHour).toBeUndefined();
  });

  test('has a caveat that names the types and the ways to set prices', () => {
    expect(plan.caveats).toEqual([
      'no price of ml.c6i.xlarge, ml.m7i.xlarge: the plan ranks fleets by their number of instances instead of their cost; ' +
        'set prices with PriceList.of, or with --prices of the command',
    ]);
  });

  test('is explained without a cost', () => {
    expect(plan.explanation).toEqual([
      expect.stringMatching(
        /^The smallest fleet that keeps p99 within 100 ms at 400 requests per second is 3 × ml\.c6i\.xlarge .* \(\d+ ms\)\.$/,
      ),
      expect.stringMatching(/^The runner-up, 3 × ml\.m7i\.xlarge .*, has as many instances\.$/),
    ]);
  });

  test('is compared by the number of instances with a fleet whose price is known', () => {
    const mixedPlan = planFor(['ml.c6i.xlarge', 'ml.g4dn.12xlarge']); // 4 GPUs process the load on one instance
    expect(mixedPlan.pick).toMatchObject({ instanceType: 'ml.g4dn.12xlarge', instanceCount: 1, costPerHour: 4.89 });
    expect(mixedPlan.explanation.join(' ')).toMatch(
      /runner-up, .* has \d instances instead of 1|has as many instances/,
    );
    expect(mixedPlan.caveats).toContainEqual(expect.stringMatching(/^no price of ml\.c6i\.xlarge:/));
    expect(mixedPlan.caveats).toContainEqual(expect.stringMatching(/^prices: built-in table/));
  });
});

describe('measurements on an instance without GPUs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cpu-plan-'));
  const writeCsv = (...lines: string[]): string => {
    const path = join(folder, 'report.csv');
    writeFileSync(path, lines.join('\n'));
    return path;
  };

  test('are read from perf_analyzer, at a concurrency equal to the number of model instances', () => {
    const path = writeCsv(
      'Concurrency,Server Compute Input,Server Compute Infer,Server Compute Output',
      '1,100,9900,0',
    );
    const planner = CapacityPlanner.fromPerfAnalyzerCsvs([{ path, batch: 1, instanceType: 'ml.c5.xlarge' }]);
    expect(planner.plan(DEMAND).pick.capacityPerInstance).toBe(100);
  });

  test('are read from Model Analyzer, from the instance groups on the CPU', () => {
    const path = writeCsv(
      'Model,Batch,Concurrency,Instance Group,Throughput (infer/sec)',
      'bert,1,2,2:CPU,100',
      'bert,1,2,2:GPU,1000',
    );
    const planner = CapacityPlanner.fromModelAnalyzerCsv({ path, instanceType: 'ml.c5.xlarge' });
    expect(planner.plan(DEMAND).pick).toMatchObject({ capacityPerInstance: 100, instancesPerGpu: 2 });
  });
});
