import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plannerOf, PlanOptions, propsOf } from '../../cli/plan/inputs';
import { runPlan } from '../../cli/plan/run-plan';
import { artifact } from '../../bin/model-folders';
import { PLAN_DEFAULTS } from './plan-defaults';

const folder = mkdtempSync(join(tmpdir(), 'plan-'));
const REFERENCE_OPTIONS: PlanOptions = {
  ...PLAN_DEFAULTS,
  requestsPerSecond: 500,
  latency: 500,
  inferenceRecommender: artifact('bert-large-inference-recommender.csv'),
};

function run(options: PlanOptions): { text: string; json: ReturnType<typeof JSON.parse> } {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  const json = join(folder, 'plan.json');
  runPlan({ ...options, json });
  log.mockRestore();
  return { text: lines.join('\n'), json: JSON.parse(readFileSync(json, 'utf8')) };
}

describe('cdk-sagemaker-triton plan', () => {
  const { text, json } = run(REFERENCE_OPTIONS);

  test('prints the candidates with a mark at the recommended candidate, and the explanation', () => {
    expect(text).toMatch(/> +│ 21\.62 +│ 23 +│ ml\.g4dn\.2xlarge +│ trt-db /);
    expect(text).toContain('7.364 USD per hour, 783 ms), has a higher latency');
    expect(text).toMatch(/measured ms +│ within limit/);
    expect(text).not.toMatch(/keeps|meets the objective/);
    expect(text).toContain('Scaling: 1 to 23 instances, 22.25 requests per second each; alarm: p99 above 500 ms');
    expect(text).toContain('note: single point');
  });

  test('of a table with several models names the models', () => {
    const latencyTable = join(folder, 'models.csv');
    writeFileSync(
      latencyTable,
      'instance_type,configuration,batch,milliseconds\nml.c5.large,bert,1,40\nml.c5.large,tiny,1,3\n',
    );
    const planned = run({ ...REFERENCE_OPTIONS, inferenceRecommender: undefined, latencyTable, requestsPerSecond: 20 });
    expect(planned.text).toContain(
      'note: alternatives: the plan chooses between the configurations bert, tiny; if they are different models, plan for each model alone',
    );
  });

  test('writes the plan as JSON', () => {
    expect(json.pick).toMatchObject({ configuration: 'trt-db', instanceType: 'ml.g4dn.2xlarge', instanceCount: 23 });
    expect(json.candidates).toHaveLength(24);
    expect(json.scaling).toEqual({ minCapacity: 1, maxCapacity: 23, targetRequestsPerSecond: 22.25 });
  });

  test('prints the settings of simulated fleets as config.pbtxt', () => {
    const latencyTable = join(folder, 'table.csv');
    writeFileSync(latencyTable, 'instance_type,batch,milliseconds\nml.g5.xlarge,1,3\nml.g5.xlarge,8,10\n');
    const simulated = run({ ...REFERENCE_OPTIONS, inferenceRecommender: undefined, latencyTable });
    expect(simulated.text).toContain('max_batch_size: 8');
  });

  describe('with execution times of 30, 32, 36 and 44 ms', () => {
    const latencyTable = join(folder, 'batches.csv');
    const tableOf = (instanceType: string): void =>
      writeFileSync(
        latencyTable,
        `instance_type,batch,milliseconds\n${[30, 32, 36, 44].map((time, i) => `${instanceType},${2 ** i},${time}`).join('\n')}\n`,
      );
    const OPTIONS = { ...REFERENCE_OPTIONS, inferenceRecommender: undefined, latencyTable, requestsPerSecond: 200 };

    test('accepts fractions of milliseconds', () => {
      tableOf('ml.g4dn.xlarge');
      const planned = run({ ...OPTIONS, latency: 100.5 });
      expect(planned.json.latencyObjective.milliseconds).toBe(100.5);
      expect(planned.json.alarmThresholdMilliseconds).toBe(100.5);
      expect(planned.text).toContain('keeps p99 within 100.5 ms');
    });

    test('compares the scenarios with the same number of instances', () => {
      tableOf('ml.g4dn.xlarge');
      const planned = run({ ...OPTIONS, latency: 100, headroom: 0.2, spare: 1 });
      expect(planned.text).toMatch(
        /scenario +│ planned instances │ their latency, ms │ meets the objective │ needed instances/,
      );
      expect(planned.text).toMatch(/as planned +│ 3 +│ 74\.9 +│ yes +│ 2 +│ 1\.47/);
      expect(planned.text).toMatch(/one instance lost +│ 3 +│ 91\.9 +│ yes +│ 3 +│ 2\.21/);
      expect(planned.text).toContain('Scaling: none, always 3 instances;');
    });

    test('ranks by the number of instances if there is no price, and names --prices', () => {
      tableOf('ml.c6i.xlarge');
      const planned = run({ ...OPTIONS, latency: 100 });
      expect(planned.text).toMatch(/> +│ unknown │ 2 +│ ml\.c6i\.xlarge/);
      expect(planned.text).toMatch(/note: no price of ml\.c6i\.xlarge: .*--prices/);
      expect(planned.json.pick).not.toHaveProperty('costPerHour');
    });

    test.each<[string, Partial<PlanOptions>, string]>([
      ['the objective', { latency: 12.5 }, 'plan: --latency: no configuration keeps p99 within 12.5 ms; the lowest'],
      ['the percentile', { percentile: 100 }, '--percentile: got 100; allowed: at least 1 and below 100'],
    ])('names the option of the command in an error about %s', (_, options, message) => {
      tableOf('ml.g4dn.xlarge');
      expect(() => runPlan({ ...OPTIONS, ...options })).toThrow(message);
    });
  });

  test('accepts the measurements of engine builds', () => {
    const engine = join(folder, 'model.plan.json');
    const latency = [1, 8].map((batch) => ({ profile: 0, batch, mean: 2 + batch }));
    writeFileSync(engine, JSON.stringify({ gpu: 'NVIDIA A10G', latency }));
    const planned = run({ ...REFERENCE_OPTIONS, inferenceRecommender: undefined, engine: [`ml.g5.xlarge=${engine}`] });
    expect(planned.json.pick).toMatchObject({ instanceType: 'ml.g5.xlarge', maxBatchSize: 8 });
  });
});

describe('the command line options', () => {
  test.each([
    ['missing measurements', { inferenceRecommender: undefined }, 'got 0 kinds of measurements'],
    ['two kinds of measurements', { latencyTable: 'x.csv' }, 'got 2 kinds of measurements'],
    [
      'analyzer reports without an instance type',
      { inferenceRecommender: undefined, modelAnalyzer: 'x.csv' },
      '--instance-type is required',
    ],
    [
      'an engine without its instance type',
      { inferenceRecommender: undefined, engine: ['model.plan.json'] },
      "--engine: got 'model.plan.json'; allowed: such as ml.g5.xlarge=model.plan.json",
    ],
    [
      'a report without a batch size',
      { inferenceRecommender: undefined, perfAnalyzer: ['x.csv'], instanceType: 'ml.g5.xlarge' },
      "got 'x.csv'; allowed: such as 8=batch-8.csv",
    ],
  ])('rejects %s', (_, changes, message) => {
    expect(() => plannerOf({ ...REFERENCE_OPTIONS, ...changes })).toThrow(message);
  });

  test('are converted to the properties of a plan', () => {
    const prices = join(folder, 'prices.json');
    writeFileSync(prices, '{"asOf": "2026-11-21", "region": "eu-west-1", "usdPerHour": {"ml.g5.xlarge": 1.5}}');
    const props = propsOf({ ...REFERENCE_OPTIONS, routing: 'least-outstanding', prices });
    expect(props.routingStrategy).toBe('LEAST_OUTSTANDING_REQUESTS');
    expect(props.prices?.usdPerHour('ml.g5.xlarge')).toBe(1.5);
  });

  test('name the file of the prices, and everything that it lacks', () => {
    const prices = join(folder, 'no-prices.json');
    writeFileSync(prices, '{"asOf": "2026-11-21"}');
    expect(() => propsOf({ ...REFERENCE_OPTIONS, prices })).toThrow(
      /no-prices\.json: 2 problems\n.*region: got nothing.*\n.*usdPerHour: got nothing; allowed: .*\{ 'ml\.g5\.xlarge': 1\.408 \}/,
    );
  });
});

describe('input with very large numbers', () => {
  const tableOf = (rows: string[]): string => {
    const file = join(folder, 'hostile.csv');
    writeFileSync(file, ['instance_type,batch,milliseconds,configuration', ...rows].join('\n'));
    return file;
  };
  const planWith = (rows: string[], options: Partial<PlanOptions> = {}): (() => unknown) => {
    const allOptions = {
      ...REFERENCE_OPTIONS,
      inferenceRecommender: undefined,
      latencyTable: tableOf(rows),
      ...options,
    };
    return () => plannerOf(allOptions).plan(propsOf(allOptions));
  };
  const ROW = 'ml.g5.xlarge,1,3,a';

  test.each<[string, string[], Partial<PlanOptions>, string]>([
    [
      'a large rate',
      [ROW],
      { requestsPerSecond: 1e15 },
      'requestsPerSecond: got 1000000000000000; allowed: above 0, at most',
    ],
    ['a large headroom', [ROW], { headroom: 1e308 }, 'headroom: got 1e+308; allowed: 0 to 10'],
    [
      'a large number of spare instances',
      [ROW],
      { spare: 1e15 },
      'spareInstances: got 1000000000000000; allowed: an integer from 0 to',
    ],
    ['a large batch', ['ml.g5.xlarge,1000000000,3,a'], {}, 'batch: got 1000000000; allowed'],
    ['a long execution time', ['ml.g5.xlarge,1,1e308,a'], {}, 'milliseconds: got 1e+308; allowed'],
    [
      'a large number of configurations',
      Array.from({ length: 6000 }, (_, i) => `ml.g5.xlarge,1,3,c${i}`),
      {},
      'got 6000 combinations of',
    ],
    [
      'a large number of rows',
      Array.from({ length: 20_001 }, () => ROW),
      {},
      'got more than 20000 rows; allowed: at most 20000',
    ],
  ])('%s is rejected', (_, rows, options, message) => {
    expect(planWith(rows, options)).toThrow(message);
  });

  test('a load that would require more than 2^32 instances is rejected', () => {
    expect(planWith(['ml.g5.xlarge,1,3600000,a'], { requestsPerSecond: 1e7 })).toThrow('no configuration keeps p99');
  });
});
