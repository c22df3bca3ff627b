import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import * as fc from 'fast-check';
import { CapacityPlanner, LatencyObjective, Recommendation, Recommendations } from '../../lib';
import { renderCsv } from '../../lib/recommender/results/csv';
import { rank } from '../../lib/recommender/results/rank';
import { REFERENCE } from './fixtures';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recommendations-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  fs.writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
}

const DEMAND = { invocationsPerMinute: 30_000, modelLatencyMilliseconds: 500 };
const OBJECTIVE = { requestsPerSecond: 500, latencyObjective: LatencyObjective.p99(Duration.millis(500)) };
const one: Recommendation = {
  configuration: 'trt',
  instanceType: 'ml.g5.xlarge',
  invocationsPerMinute: 1200,
  modelLatencyMilliseconds: 20,
};

describe('the reference experiment', () => {
  const reference = Recommendations.fromFile(REFERENCE);

  test('is read with its 24 rows, and written as it was', () => {
    expect(reference.all).toHaveLength(24);
    const written = renderCsv(reference.all, DEMAND).split('\n');
    const original = fs.readFileSync(REFERENCE, 'utf8').split('\n');
    expect(written).toEqual(original);
  });

  test('the results’ own pick is the capacity planner’s', () => {
    const { pick } = rank(reference.all, DEMAND);
    const planned = reference.planner().plan(OBJECTIVE).pick;
    expect(pick).toMatchObject({
      configuration: 'trt-db',
      instanceType: 'ml.g4dn.2xlarge',
      instanceCount: 23,
      usdPerHour: 21.62,
    });
    expect([planned.configuration, planned.instanceCount, planned.costPerHour]).toEqual(['trt-db', 23, 21.62]);
  });

  test('the Pareto front has the cheapest, and the fastest', () => {
    const front = rank(reference.all, DEMAND).ranked.filter(({ pareto }) => pareto);
    expect(front.map(({ configuration, instanceType }) => `${configuration} ${instanceType}`)).toEqual([
      'trt-db-ig ml.g4dn.xlarge',
      'trt-db ml.g4dn.2xlarge',
      'trt-db ml.g4dn.12xlarge',
    ]);
  });

  test('the planner reads the table as Recommendations do', () => {
    const direct = CapacityPlanner.fromInferenceRecommenderCsv(REFERENCE).plan(OBJECTIVE);
    expect(reference.planner().plan(OBJECTIVE).toJson()).toEqual(direct.toJson());
  });
});

describe('files', () => {
  test('metrics may be absent, empty or NaN', () => {
    const header = 'configuration,instance_type,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd';
    const { all } = Recommendations.fromFile(file('a.csv', `${header}\nx,ml.g5.xlarge,NaN,,\ny,ml.g5.xlarge,60,7,1\n`));
    expect(all[0]).toMatchObject({
      configuration: 'x',
      invocationsPerMinute: undefined,
      modelLatencyMilliseconds: undefined,
    });
    expect(Recommendations.of(all).planner().plan(OBJECTIVE).candidates).toHaveLength(1);
  });

  test('a described job, with NaN as command lines print it', () => {
    const job = {
      InferenceRecommendations: [
        {
          Metrics: { CostPerHour: 2.8, MaxInvocations: 100, ModelLatency: 5, CpuUtilization: '@' },
          EndpointConfiguration: { InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 2 },
        },
        { EndpointConfiguration: { ServerlessConfig: {} } },
      ],
    };
    const text = JSON.stringify(job).replace('"@"', 'NaN');
    expect(Recommendations.fromFile(file('job.json', text)).all).toEqual([
      expect.objectContaining({ configuration: 'model', usdPerInstanceHour: 1.4, cpuUtilization: undefined }),
    ]);
  });

  test('what is no JSON is refused with the file’s name', () => {
    expect(() => Recommendations.fromFile(file('b.json', '{'))).toThrow(
      /b\.json: .*allowed: JSON \(\S+\/recommend\.json\)/,
    );
  });

  test('from a bucket, by way of the context', () => {
    const context = { 'cdk-sagemaker-triton:recommendations:s3://ours/a.csv': fs.readFileSync(REFERENCE, 'utf8') };
    const stack = new Stack(new App({ context }), 'Stack');
    expect(Recommendations.fromBucket(stack, 'ours', 'a.csv').all).toHaveLength(24);
    expect(() => Recommendations.fromBucket(stack, 'ours', 'b.csv')).toThrow(
      'with: cdk-sagemaker-triton recommend fetch s3://ours/b.csv',
    );
  });
});

describe('scaling', () => {
  test('follows half of the measured rate, or the share that is given', () => {
    const half = Recommendations.of([one]).scaling({ instanceType: 'ml.g5.xlarge', maxCapacity: 4 });
    expect(half._goal.invocationsPerInstance).toBe(600);
    const more = Recommendations.of([one]).scaling({ instanceType: 'ml.g5.xlarge', maxCapacity: 4, safetyFactor: 0.8 });
    expect(more._goal.invocationsPerInstance).toBeCloseTo(960);
  });

  test.each([
    [
      'another type',
      { instanceType: 'ml.g6.xlarge' },
      'got ml.g6.xlarge, of which there are 0; allowed: one of trt on ml.g5.xlarge',
    ],
    ['another configuration', { instanceType: 'ml.g5.xlarge', configuration: 'pt' }, 'got pt on ml.g5.xlarge'],
    ['more than was measured', { instanceType: 'ml.g5.xlarge', safetyFactor: 1.1 }, 'safetyFactor: got 1.1'],
  ])('on %s is refused', (_, props, message) => {
    expect(() => Recommendations.of([one]).scaling({ maxCapacity: 4, ...props })).toThrow(message);
  });
});

test('whatever was measured: the pick meets the demand, and nothing that meets it is cheaper', () => {
  const metric = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: undefined, freq: 9 });
  const recommendation = fc.record({
    configuration: fc.string(),
    instanceType: fc.constantFrom('ml.g5.xlarge', 'ml.g6.xlarge'),
    invocationsPerMinute: metric(10_000),
    modelLatencyMilliseconds: metric(2 * DEMAND.modelLatencyMilliseconds),
    usdPerInstanceHour: metric(100),
  });
  fc.assert(
    fc.property(fc.array(recommendation), (all) => {
      const { ranked, pick } = rank(all, DEMAND);
      const fine = ranked.filter(({ meets, usdPerHour }) => meets && usdPerHour !== undefined);
      if (fine.length === 0) return pick === undefined;
      return pick !== undefined && fine.every(({ usdPerHour = 0 }) => usdPerHour >= (pick.usdPerHour ?? Infinity));
    }),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])(
  'a configuration named %s is no formula in a spreadsheet',
  (configuration) => {
    const [, row] = renderCsv([{ ...one, configuration }], DEMAND).split('\n');
    expect(row).toMatch(`'${configuration},`);
  },
);
