import * as fc from 'fast-check';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, RoutingStrategy } from '../../lib/platform';
import {
  Arrivals,
  BatchingSimulator,
  BindingConstraint,
  CapacityPlanner,
  CapacityPlanProps,
  LatencyProfile,
  PlanEvidence,
} from '../../lib/sizing';
import { isotonic } from '../../lib/sizing/planning/isotonic';

const p99 = (milliseconds: number) => LatencyObjective.p99(Duration.millis(milliseconds));
const MEASURED = { tritonRelease: '24.09', measuredOn: '2026-11-01' };
const t4: LatencyProfile = {
  instanceType: 'ml.g4dn.xlarge',
  gpuModel: 'NVIDIA T4',
  serviceTimes: [1, 4, 16].map((batch) => ({ batch, milliseconds: 4 + 2 * batch })),
  ...MEASURED,
};
const a10g: LatencyProfile = {
  instanceType: 'ml.g5.xlarge',
  gpuModel: 'NVIDIA A10G',
  serviceTimes: [1, 4, 16].map((batch) => ({ batch, milliseconds: 2 + batch })),
  ...MEASURED,
};
const planner = CapacityPlanner.fromLatencyProfiles([t4, a10g]);
const demand: CapacityPlanProps = { requestsPerSecond: 3000, latencyObjective: p99(60) };

const plan = planner.plan(demand);

describe('a plan from execution times', () => {
  test('meets the objective, and one instance fewer would not', () => {
    const { pick } = plan;
    const profile = [t4, a10g].find(({ instanceType }) => instanceType === pick.instanceType) as LatencyProfile;
    const simulated = (instances: number) =>
      BatchingSimulator.run({
        serviceTimes: profile.serviceTimes,
        instances: 1,
        maxBatchSize: pick.maxBatchSize ?? 0,
        dynamicBatching: {},
        arrivals: Arrivals.poisson(demand.requestsPerSecond / instances),
        requests: 400_000,
        seed: 99,
      }).p99Milliseconds;
    expect(pick.evidence).toBe(PlanEvidence.SIMULATION);
    expect(simulated(pick.instanceCount)).toBeLessThan(60 * 1.03);
    expect(simulated(pick.instanceCount - 1)).toBeGreaterThan(60 * 0.97);
  });

  test('tries each measured batch size as the limit', () => {
    expect(plan.candidates).toHaveLength(6);
    expect(new Set(plan.candidates.map(({ maxBatchSize }) => maxBatchSize))).toEqual(new Set([1, 4, 16]));
  });

  test('says what the model and the endpoint have to be set to', () => {
    expect(plan.configPatch()).toEqual({
      max_batch_size: plan.pick.maxBatchSize,
      dynamic_batching: {},
      instance_group: [{ kind: 'KIND_GPU', count: 1 }],
    });
    expect(plan.modelOverrides.maxBatchSize).toBe(plan.pick.maxBatchSize);
    expect(plan.routing).toBe(RoutingStrategy.RANDOM);
  });

  test('scales at the highest rate at which an instance meets the objective', () => {
    const load = demand.requestsPerSecond / plan.instanceCount;
    expect(plan.targetRequestsPerSecond).toBeGreaterThan(load * 0.95);
    expect(plan.targetRequestsPerSecond).toBeLessThan(plan.pick.capacityPerInstance);
  });

  test('shows what the pick does if something is worse', () => {
    const [slower, bursts, lost] = plan.sensitivity;
    expect(slower.latencyMilliseconds).toBeGreaterThan(plan.pick.latencyMilliseconds);
    expect(slower.instanceCount).toBeGreaterThan(plan.instanceCount);
    expect(bursts.instanceCount).toBeGreaterThanOrEqual(plan.instanceCount);
    expect(lost).toMatchObject({ meetsObjective: false, instanceCount: plan.instanceCount + 1 });
  });

  test('draws how latency grows with load', () => {
    const points = planner._loadCurve(plan.pick, demand);
    expect(points).toHaveLength(10);
    expect(points[9].latencyMilliseconds).toBeGreaterThan(2 * points[0].latencyMilliseconds);
  });

  test('is the same each time, also as JSON', () => {
    expect(JSON.stringify(planner.plan(demand).toJson())).toBe(JSON.stringify(plan.toJson()));
  });

  test('hardly depends on the seed', () => {
    const other = planner.plan({ ...demand, seed: 2 });
    expect(Math.abs(other.instanceCount - plan.instanceCount)).toBeLessThanOrEqual(1);
  });
});

describe('what binds', () => {
  test('throughput, where the objective is loose', () => {
    const { pick } = planner.plan({ ...demand, latencyObjective: p99(5000) });
    expect(pick.bindingConstraint).toBe(BindingConstraint.THROUGHPUT);
    expect(pick.instanceCount).toBe(Math.ceil(3000 / 0.95 / pick.capacityPerInstance));
  });

  test('latency, where it is tight', () => {
    const { pick } = planner.plan({ ...demand, latencyObjective: p99(25) });
    expect(pick.bindingConstraint).toBe(BindingConstraint.LATENCY);
  });

  test('a delay that does not fit is not picked', () => {
    const { pick } = planner.plan({ ...demand, queueDelaysMicroseconds: [0, 50_000] });
    expect(pick.maxQueueDelayMicroseconds).toBe(0);
  });

  test('an execution that alone takes too long cannot be fixed by more instances', () => {
    const slow = CapacityPlanner.fromLatencyProfiles([t4]);
    expect(() => slow.plan({ ...demand, latencyObjective: p99(5) })).toThrow('sizing.infeasible');
  });
});

describe('better conditions never cost more', () => {
  const cost = (changes: Partial<CapacityPlanProps>) => planner.plan({ ...demand, ...changes }).pick.costPerHour;

  test('less load', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 4000 }), (requestsPerSecond) => {
        expect(cost({ requestsPerSecond })).toBeLessThanOrEqual(cost({ requestsPerSecond: requestsPerSecond * 1.2 }));
      }),
      { numRuns: 3 },
    );
  });

  test('a looser objective', () => {
    fc.assert(
      fc.property(fc.integer({ min: 25, max: 100 }), (limit) => {
        expect(cost({ latencyObjective: p99(2 * limit) })).toBeLessThanOrEqual(cost({ latencyObjective: p99(limit) }));
      }),
      { numRuns: 3 },
    );
  });

  test('steadier traffic, and routing that looks at the load', () => {
    expect(plan.pick.costPerHour).toBeLessThanOrEqual(cost({ burstiness: 4 }));
    const small = { requestsPerSecond: 300, latencyObjective: p99(30) };
    expect(cost({ ...small, routing: RoutingStrategy.LEAST_OUTSTANDING_REQUESTS })).toBeLessThanOrEqual(cost(small));
  });
});

describe('measurements of doubtful origin', () => {
  const labels = (changes: Partial<LatencyProfile>, props: Partial<CapacityPlanProps> = {}) =>
    CapacityPlanner.fromLatencyProfiles([{ ...t4, ...changes }]).plan({ ...demand, requestsPerSecond: 50, ...props })
      .labels;

  test('another GPU is refused', () => {
    expect(() => labels({ gpuModel: 'NVIDIA A10G' })).toThrow(
      /got gpuModel 'NVIDIA A10G'; the instance type has 'NVIDIA T4': measure it on this GPU \(\S+\/sizing\.stale-profile\)/,
    );
  });

  test.each([
    ['known, of the release and new: nothing', {}, { tritonRelease: '24.09', asOf: '2026-11-21' }, undefined],
    ['of unknown origin', { gpuModel: undefined, measuredOn: undefined }, {}, /has no gpuModel, measuredOn$/],
    ['of another release', {}, { tritonRelease: '25.04' }, /measured with Triton 24.09, the plan is for 25.04$/],
    ['old', { measuredOn: '2026-01-01' }, { asOf: '2026-11-21' }, /^old: .* more than 180 days before 2026-11-21$/],
  ])('%s', (_, changes, props, expected) => {
    const found = labels(changes, props);
    expect(found[found.length - 1]).toMatch(/^prices: built-in table/);
    if (expected) expect(found[0]).toMatch(expected);
    else expect(found).toHaveLength(1);
  });

  test('no measurements give no plan', () => {
    expect(() => CapacityPlanner.fromLatencyProfiles([])).toThrow('sizing.no-profile');
  });

  test('a type without a price needs one', () => {
    const unknown = { ...t4, instanceType: 'ml.g99.xlarge', gpuModel: undefined };
    expect(() => CapacityPlanner.fromLatencyProfiles([unknown]).plan(demand)).toThrow('no price of ml.g99.xlarge');
  });
});

describe('noise in execution times', () => {
  test('is smoothed so that larger batches never take less', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (times) => {
          const smooth = isotonic(times.map((milliseconds, i) => ({ batch: i + 1, milliseconds })));
          const total = (rows: number[]) => rows.reduce((sum, value) => sum + value, 0);
          for (let i = 1; i < smooth.length; i++) {
            expect(smooth[i].milliseconds).toBeGreaterThanOrEqual(smooth[i - 1].milliseconds);
          }
          expect(total(smooth.map(({ milliseconds }) => milliseconds))).toBeCloseTo(total(times), 6);
        },
      ),
    );
  });
});
