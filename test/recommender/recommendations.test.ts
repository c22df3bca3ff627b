import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import * as fc from 'fast-check';
import { LatencyObjective, Recommendation, Recommendations } from '../../lib';
import { CapacityPlanner } from '../../lib/capacity';
import { renderCsv } from '../../lib/contracts/recommendations/csv';
import { rank } from '../../lib/contracts/recommendations/rank';
import { REFERENCE } from './fixtures';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recommendations-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function writeFile(name: string, content: string): string {
  fs.writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
}

const DEMAND = { invocationsPerMinute: 30_000, modelLatencyMilliseconds: 500 };
const OBJECTIVE = { requestsPerSecond: 500, latencyObjective: LatencyObjective.p99(Duration.millis(500)) };
const RECOMMENDATION: Recommendation = {
  configuration: 'trt',
  instanceType: 'ml.g5.xlarge',
  invocationsPerMinute: 1200,
  modelLatencyMilliseconds: 20,
};

describe('the reference experiment', () => {
  const reference = Recommendations.fromFile(REFERENCE);

  test('has 24 rows, which renderCsv writes unchanged', () => {
    expect(reference.all).toHaveLength(24);
    const written = renderCsv(reference.all, DEMAND).split('\n');
    const original = fs.readFileSync(REFERENCE, 'utf8').split('\n');
    expect(written).toEqual(original);
  });

  test('has the same selected fleet (pick) as the plan of the capacity planner', () => {
    const { pick } = rank(reference.all, DEMAND);
    const planned = CapacityPlanner.fromRecommendations(reference.all).plan(OBJECTIVE).pick;
    expect(pick).toMatchObject({
      configuration: 'trt-db',
      instanceType: 'ml.g4dn.2xlarge',
      instanceCount: 23,
      usdPerHour: 21.62,
    });
    expect([planned.configuration, planned.instanceCount, planned.costPerHour]).toEqual(['trt-db', 23, 21.62]);
  });

  test('has a Pareto front from the cheapest to the fastest fleet', () => {
    const front = rank(reference.all, DEMAND).ranked.filter(({ pareto }) => pareto);
    expect(front.map(({ configuration, instanceType }) => `${configuration} ${instanceType}`)).toEqual([
      'trt-db-ig ml.g4dn.xlarge',
      'trt-db ml.g4dn.2xlarge',
      'trt-db ml.g4dn.12xlarge',
    ]);
  });

  test('results in the same plan if the planner reads the file itself', () => {
    const direct = CapacityPlanner.fromInferenceRecommenderCsv(REFERENCE).plan(OBJECTIVE);
    expect(CapacityPlanner.fromRecommendations(reference.all).plan(OBJECTIVE).toJson()).toEqual(direct.toJson());
  });
});

describe('files', () => {
  test('can have missing, empty or NaN metrics', () => {
    const header = 'configuration,instance_type,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd';
    const { all } = Recommendations.fromFile(
      writeFile('a.csv', `${header}\nx,ml.g5.xlarge,NaN,,\ny,ml.g5.xlarge,60,7,1\n`),
    );
    expect(all[0]).toMatchObject({
      configuration: 'x',
      invocationsPerMinute: undefined,
      modelLatencyMilliseconds: undefined,
    });
    expect(CapacityPlanner.fromRecommendations(all).plan(OBJECTIVE).candidates).toHaveLength(1);
  });

  test('can be the description of a job, with NaN', () => {
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
    expect(Recommendations.fromFile(writeFile('job.json', text)).all).toEqual([
      expect.objectContaining({ configuration: 'model', usdPerInstanceHour: 1.4, cpuUtilization: undefined }),
    ]);
  });

  test('that are not JSON are rejected with an error that contains the file name', () => {
    expect(() => Recommendations.fromFile(writeFile('b.json', '{'))).toThrow(
      /b\.json: .*allowed: JSON \(\S+\/recommend\.json\)/,
    );
  });

  test('in a bucket are read from the CDK context, or rejected with the command that fetches them', () => {
    const context = { 'cdk-sagemaker-triton:recommendations:s3://ours/a.csv': fs.readFileSync(REFERENCE, 'utf8') };
    const stack = new Stack(new App({ context }), 'Stack');
    expect(Recommendations.fromBucket(stack, 'ours', 'a.csv').all).toHaveLength(24);
    expect(() => Recommendations.fromBucket(stack, 'ours', 'b.csv')).toThrow(
      'with: cdk-sagemaker-triton recommend fetch s3://ours/b.csv',
    );
  });
});

describe('scaling that is based on a recommendation', () => {
  test('has half of the measured rate as its target, or a different fraction', () => {
    const defaultScaling = Recommendations.of([RECOMMENDATION]).scaling({
      instanceType: 'ml.g5.xlarge',
      maxCapacity: 4,
    });
    expect(defaultScaling._targets.invocationsPerInstance).toBe(600);
    const customScaling = Recommendations.of([RECOMMENDATION]).scaling({
      instanceType: 'ml.g5.xlarge',
      maxCapacity: 4,
      safetyFactor: 0.8,
    });
    expect(customScaling._targets.invocationsPerInstance).toBeCloseTo(960);
  });

  test.each([
    [
      'an instance type without measurements',
      { instanceType: 'ml.g6.xlarge' },
      'got ml.g6.xlarge, of which there are 0; allowed: one of trt on ml.g5.xlarge',
    ],
    [
      'a configuration without measurements',
      { instanceType: 'ml.g5.xlarge', configuration: 'pt' },
      'got pt on ml.g5.xlarge',
    ],
    ['a fraction above 1', { instanceType: 'ml.g5.xlarge', safetyFactor: 1.1 }, 'safetyFactor: got 1.1'],
  ])('with %s is rejected', (_, props, message) => {
    expect(() => Recommendations.of([RECOMMENDATION]).scaling({ maxCapacity: 4, ...props })).toThrow(message);
  });
});

describe('a latency profile', () => {
  test('has the measured rate as the capacity of an instance', () => {
    const recommendation = { ...RECOMMENDATION, invocationsPerMinute: 1200 };
    const profile = Recommendations.of([recommendation]).latencyProfile({ instanceType: 'ml.g5.xlarge' });
    expect(profile).toEqual({
      instanceType: 'ml.g5.xlarge',
      configuration: recommendation.configuration,
      gpus: 1,
      serviceTimes: [{ batch: 1, milliseconds: 50 }],
    });
  });

  test('of an unknown recommendation is rejected', () => {
    const recommendations = Recommendations.of([RECOMMENDATION]);
    expect(() => recommendations.latencyProfile({ instanceType: 'ml.g6.xlarge' })).toThrow(
      'Recommendations.latencyProfile: got ml.g6.xlarge, of which there are 0; allowed: one of',
    );
  });
});

test('for any measurements, the pick is the cheapest recommendation that meets the demand', () => {
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
      const suitable = ranked.filter(({ meets, usdPerHour }) => meets && usdPerHour !== undefined);
      if (suitable.length === 0) return pick === undefined;
      return pick !== undefined && suitable.every(({ usdPerHour = 0 }) => usdPerHour >= (pick.usdPerHour ?? Infinity));
    }),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])(
  'a configuration with the name %s is not written as a spreadsheet formula',
  (configuration) => {
    const [, row] = renderCsv([{ ...RECOMMENDATION, configuration }], DEMAND).split('\n');
    expect(row).toMatch(`'${configuration},`);
  },
);
