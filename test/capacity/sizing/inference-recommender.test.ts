import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { artifact } from '../../../bin/model-folders';
import { LatencyObjective } from '../../../lib/platform';
import { PriceList } from '../../../lib/measurements';
import { CapacityPlanner } from '../../../lib/capacity';
import { CsvTable } from '../../../lib/measurements/readers/csv-table';
import { ABOVE_ZERO, COUNT } from '../../../lib/measurements/readers/measured-value';

const REFERENCE = artifact('bert-large-inference-recommender.csv');
const planner = CapacityPlanner.fromInferenceRecommenderCsv(REFERENCE);
const demand = { requestsPerSecond: 500, latencyObjective: LatencyObjective.p99(Duration.millis(500)) };

describe('the plan for BERT-large at 30,000 invocations per minute within 500 ms', () => {
  const plan = planner.plan(demand);

  test('selects TensorRT with dynamic batching on 23 ml.g4dn.2xlarge', () => {
    expect(plan.pick).toMatchObject({
      configuration: 'trt-db',
      instanceType: 'ml.g4dn.2xlarge',
      instanceCount: 23,
      costPerHour: 21.62,
      latencyMilliseconds: 499,
      meetsObjective: true,
      isSimulated: false,
    });
  });

  test('contains all 24 instance counts and costs of the table', () => {
    const rows = new CsvTable(REFERENCE, ['configuration']).read((row) => ({
      configuration: row.text('configuration'),
      instanceType: row.text('instance_type'),
      instanceCount: row.number('initial_instance_count', COUNT),
      costPerHour: row.number('cost_per_hour_usd', ABOVE_ZERO),
      latencyMilliseconds: row.number('model_latency_ms', ABOVE_ZERO),
    }));
    expect(rows).toHaveLength(24);
    for (const row of rows) expect(plan.candidates).toContainEqual(expect.objectContaining(row));
  });

  test('explains that the cheapest candidate violates the objective', () => {
    expect(plan.cheapest).toMatchObject({ costPerHour: 7.364, latencyMilliseconds: 783, meetsObjective: false });
    expect(plan.bindingConstraint).toBe('LATENCY');
    expect(plan.explanation[2]).toBe(
      'The overall cheapest, 10 × ml.g4dn.xlarge running trt-db-ig (7.364 USD per hour, 783 ms), has a higher latency.',
    );
  });

  test('names the runner-up and its price gap', () => {
    expect(plan.runnerUp).toMatchObject({
      configuration: 'trt-db',
      instanceType: 'ml.g4dn.12xlarge',
      costPerHour: 29.34,
    });
    expect(plan.priceGapPerHour).toBe(7.72);
  });

  test('lists the Pareto front of cost and latency', () => {
    expect(plan.pareto.map(({ costPerHour, latencyMilliseconds }) => [costPerHour, latencyMilliseconds])).toEqual([
      [7.364, 783],
      [21.62, 499],
      [29.34, 278],
    ]);
  });

  test('claims no percentile, because Inference Recommender states none', () => {
    expect(plan.explanation.slice(0, 2)).toEqual([
      'The cheapest fleet for 500 requests per second that has a measured latency within 500 ms is 23 × ml.g4dn.2xlarge running trt-db (21.62 USD per hour, 499 ms).',
      'Inference Recommender measured this latency at saturation, and states no percentile: p99 is not known.',
    ]);
  });

  test('has caveats about single points, the configurations and the source of prices', () => {
    expect(plan.caveats[0]).toMatch(/^single point: /);
    expect(plan.caveats[1]).toMatch(/^alternatives: .* pt-base, pt-db, .*trt-db-ig; if they are different models/);
    expect(plan.caveats[2]).toBe('prices: those of the measurements');
  });

  test('omits values that single points (one measurement per configuration) do not contain', () => {
    expect(plan._sensitivity).toEqual([
      {
        scenario: 'as planned',
        instanceCount: 23,
        costPerHour: 21.62,
        latencyMilliseconds: 499,
        meetsObjective: true,
      },
      { scenario: 'service time +10 %', meetsObjective: false }, // each request takes 549 ms, whatever the number of instances
      { scenario: 'burstiness x2' },
      { scenario: 'one instance lost', instanceCount: 24, costPerHour: 22.56, meetsObjective: false },
    ]);
  });

  test('contains the settings of scaling, batching and the latency alarm', () => {
    expect(plan.instanceType.name).toBe('ml.g4dn.2xlarge');
    expect([plan.minCapacity, plan.maxCapacity]).toEqual([1, 23]);
    expect(plan.targetRequestsPerSecond).toBe(22.25);
    expect(plan.alarmThreshold.toMilliseconds()).toBe(500);
    expect(plan.configPatch()).toEqual({ dynamic_batching: {} });
  });
});

describe('the options', () => {
  test('headroom and spareInstances increase the number of instances', () => {
    expect(planner.plan({ ...demand, headroom: 0.2 }).instanceCount).toBe(27);
    expect(planner.plan({ ...demand, spareInstances: 1 }).instanceCount).toBe(24);
    expect(planner.plan({ ...demand, spareInstances: 1 })._sensitivity[3].meetsObjective).toBe(true);
  });

  test('maxInstanceCount limits the number of instances', () => {
    const { pick, bindingConstraint } = planner.plan({ ...demand, maxInstanceCount: 20 });
    expect(pick).toMatchObject({ instanceType: 'ml.g4dn.12xlarge', instanceCount: 6 });
    expect(bindingConstraint).toBe('LATENCY'); // 10 × ml.g4dn.xlarge are cheaper, but too slow
  });

  test('overheadLatency is subtracted from the objective', () => {
    const { pick } = planner.plan({ ...demand, overheadLatency: Duration.millis(20) });
    expect(pick).toMatchObject({ instanceType: 'ml.g4dn.12xlarge', latencyMilliseconds: 298 });
  });

  test('prices replace the built-in prices', () => {
    const prices = PriceList.of({
      asOf: '2026-11-21',
      region: 'eu-west-1',
      usdPerHour: { 'ml.g4dn.xlarge': 1, 'ml.g4dn.2xlarge': 2, 'ml.g4dn.12xlarge': 5 },
    });
    const plan = planner.plan({ ...demand, prices });
    expect(plan.pick).toMatchObject({ instanceType: 'ml.g4dn.12xlarge', costPerHour: 30 });
    expect(plan.caveats).toContain('prices: eu-west-1, 2026-11-21');
  });

  test('an objective that no candidate meets causes an error, which names the lowest latency', () => {
    expect(() => planner.plan({ ...demand, latencyObjective: LatencyObjective.p99(Duration.millis(100)) })).toThrow(
      /no configuration has a measured latency within 100 ms; the lowest latency is 278 ms, with 6 × ml.g4dn.12xlarge running trt-db \(\S+\/sizing\.infeasible\)/,
    );
  });
});

describe('the description of a recommendation job', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sizing-'));
  const plannerOf = (recommendations: string) => {
    const path = join(folder, 'job.json');
    writeFileSync(path, `{"InferenceRecommendations": ${recommendations}}`);
    return CapacityPlanner.fromInferenceRecommenderJson(path);
  };

  test('is read without metrics that are NaN', () => {
    const { pick } = plannerOf(`[
      {"Metrics": {"CostPerHour": 0.94, "MaxInvocations": 1335, "ModelLatency": 499, "CpuUtilization": NaN},
       "EndpointConfiguration": {"InstanceType": "ml.g4dn.2xlarge", "InitialInstanceCount": 1},
       "ModelConfiguration": {"EnvironmentParameters": [{"Key": "OMP_NUM_THREADS", "ValueType": "String", "Value": "4"}]}},
      {"Metrics": {"CostPerHour": 0.7, "MaxInvocations": NaN, "ModelLatency": NaN},
       "EndpointConfiguration": {"InstanceType": "ml.g4dn.xlarge", "InitialInstanceCount": 1}, "ModelConfiguration": {}}
    ]`).plan(demand);
    expect(pick).toMatchObject({ configuration: 'OMP_NUM_THREADS=4', instanceCount: 23, costPerHour: 21.62 });
  });

  test('is rejected if it contains no measurements', () => {
    expect(() => plannerOf('[]')).toThrow('got no measurements; allowed: at least one');
  });
});
