import * as fc from 'fast-check';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, RoutingStrategy } from '../../../lib/platform';
import { LatencyProfile } from '../../../lib/measurements';
import { Arrivals, BatchingSimulator, CapacityPlanner, CapacityPlanOptions } from '../../../lib/capacity';
import { smoothServiceTimes } from '../../../lib/capacity/sizing/planning/isotonic';

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
const demand: CapacityPlanOptions = { requestsPerSecond: 3000, latencyObjective: p99(60) };

const plan = planner.plan(demand);

describe('a plan from execution times', () => {
  test('meets the objective, and one instance fewer would not', () => {
    const { pick } = plan;
    const profile = [t4, a10g].find(({ instanceType }) => instanceType === pick.instanceType) as LatencyProfile;
    const simulatedP99 = (instances: number) =>
      BatchingSimulator.run({
        serviceTimes: profile.serviceTimes,
        instances: 1,
        maxBatchSize: pick.maxBatchSize ?? 0,
        dynamicBatching: {},
        arrivals: Arrivals.poisson(demand.requestsPerSecond / instances),
        requests: 400_000,
        seed: 99,
      }).p99Milliseconds;
    expect(pick.isSimulated).toBe(true);
    expect(simulatedP99(pick.instanceCount)).toBeLessThan(60 * 1.03);
    expect(simulatedP99(pick.instanceCount - 1)).toBeGreaterThan(60 * 0.97);
  });

  test('tries each measured batch size as the maximum batch size', () => {
    expect(plan.candidates).toHaveLength(6);
    expect(new Set(plan.candidates.map(({ maxBatchSize }) => maxBatchSize))).toEqual(new Set([1, 4, 16]));
  });

  test('contains the settings of the model and the endpoint', () => {
    expect(plan.configPatch()).toEqual({
      max_batch_size: plan.pick.maxBatchSize,
      dynamic_batching: {},
      instance_group: [{ kind: 'KIND_GPU', count: 1 }],
    });
    expect(plan.modelOverrides.maxBatchSize).toBe(plan.pick.maxBatchSize);
    expect(plan.routingStrategy).toBe(RoutingStrategy.RANDOM);
  });

  test('has the maximum rate at which an instance meets the objective as the scaling target, without headroom and spares', () => {
    const load = demand.requestsPerSecond / plan.instanceCount;
    expect(plan.targetRequestsPerSecond).toBeGreaterThan(load * 0.95);
    expect(plan.targetRequestsPerSecond).toBeLessThan(plan.pick.capacityPerInstance);
  });

  test('contains the performance of the selected fleet in worse scenarios', () => {
    const [asPlanned, slower, bursts, lost] = plan._sensitivity;
    expect(asPlanned).toMatchObject({
      latencyMilliseconds: plan.pick.latencyMilliseconds,
      instanceCount: plan.instanceCount,
      costPerHour: plan.pick.costPerHour,
      meetsObjective: true,
    });
    expect(slower.latencyMilliseconds).toBeGreaterThan(plan.pick.latencyMilliseconds);
    expect(slower.instanceCount).toBeGreaterThan(plan.instanceCount);
    expect(bursts.instanceCount).toBeGreaterThanOrEqual(plan.instanceCount);
    expect(lost).toMatchObject({ meetsObjective: false, instanceCount: plan.instanceCount + 1 });
  });
});

describe('a plan with different options', () => {
  test('is limited by the throughput if the objective is loose', () => {
    const { pick } = planner.plan({ ...demand, latencyObjective: p99(5000) });
    expect(pick.bindingConstraint).toBe('THROUGHPUT');
    expect(pick.instanceCount).toBe(Math.ceil(3000 / 0.95 / pick.capacityPerInstance));
  });

  test('is limited by the latency if the objective is tight', () => {
    const { pick } = planner.plan({ ...demand, latencyObjective: p99(25) });
    expect(pick.bindingConstraint).toBe('LATENCY');
  });

  test('excludes queue delays that would violate the objective', () => {
    const { pick } = planner.plan({ ...demand, queueDelaysMicroseconds: [0, 50_000] });
    expect(pick.maxQueueDelayMicroseconds).toBe(0);
  });

  test('rejects more options than can be simulated in a reasonable time', () => {
    const queueDelaysMicroseconds = Array.from({ length: 300 }, (_, index) => index);
    expect(() => planner.plan({ ...demand, queueDelaysMicroseconds })).toThrow(
      'got 1202 combinations of instance type, configuration, batch size and queue delay; allowed: at most 1000',
    );
  });

  test('with spare instances, compares the scenarios with the same number of instances', () => {
    const { pick, _sensitivity: sensitivity } = planner.plan({ ...demand, spareInstances: 1 });
    expect(sensitivity.map(({ scenario }) => scenario)).toEqual([
      'as planned',
      'service time +10 %',
      'burstiness x2',
      'one instance lost',
    ]);
    for (const { instanceCount = Infinity, meetsObjective } of sensitivity) {
      expect(meetsObjective).toBe(instanceCount <= pick.instanceCount);
    }
    expect(sensitivity[3].latencyMilliseconds).toBe(pick.latencyMilliseconds);
  });

  test('has no number of instances for a scenario in which no number meets the objective', () => {
    const slow = CapacityPlanner.fromLatencyProfiles([{ ...t4, serviceTimes: [{ batch: 1, milliseconds: 30 }] }]);
    const [, slower] = slow.plan({ requestsPerSecond: 50, latencyObjective: p99(49) })._sensitivity;
    expect(slower).toMatchObject({ scenario: 'service time +10 %', meetsObjective: false });
    expect(slower.instanceCount).toBeUndefined();
  });
});

describe('an objective that no fleet meets', () => {
  // Batches of 1, 2, 4 and 8 requests take 30, 32, 36 and 44 ms.
  const measured = CapacityPlanner.fromLatencyProfiles([
    { ...t4, serviceTimes: [30, 32, 36, 44].map((milliseconds, i) => ({ batch: 2 ** i, milliseconds })) },
  ]);
  const planWithin = (milliseconds: number, options: Partial<CapacityPlanOptions> = {}) => {
    try {
      return measured.plan({ requestsPerSecond: 200, headroom: 0.2, latencyObjective: p99(milliseconds), ...options });
    } catch (error) {
      return (error as Error).message;
    }
  };
  const lowestLatency = (message: unknown): number => Number(/lowest latency.* is ([\d.]+) ms/.exec(`${message}`)?.[1]);

  test('causes an error with the lowest latency of any number of instances, which the planner can plan', () => {
    const message = planWithin(45);
    expect(message).toMatch(
      /no configuration keeps p99 within 45 ms; the lowest latency of instances that are at least 2 % utilized is 46\.\d ms, with 360 × ml\.g4dn\.xlarge running model with batches up to 1 \(\S+\/sizing\.infeasible\)/,
    );
    const reachable = lowestLatency(message);
    expect(planWithin(Math.ceil(reachable))).toMatchObject({ pick: { meetsObjective: true, maxBatchSize: 1 } });
  });

  test('with a limit of instances, causes an error with the lowest latency within the limit', () => {
    const message = planWithin(60, { maxInstanceCount: 4, spareInstances: 1 });
    expect(message).toContain('no configuration keeps p99 within 60 ms with at most 4 instances; the lowest latency');
    expect(message).toContain('with 4 × ml.g4dn.xlarge running model with batches up to');
    expect(lowestLatency(message)).toBeGreaterThan(60);
  });

  test('with a limit of instances that cannot process the load, causes an error without a latency', () => {
    expect(planWithin(100, { maxInstanceCount: 1 })).toContain(
      'with at most 1 instances; these instances cannot process',
    );
  });
});

describe('the cost never increases with', () => {
  const costOf = (changes: Partial<CapacityPlanOptions>): number =>
    planner.plan({ ...demand, ...changes }).pick.costPerHour ?? NaN;

  test('less load', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 4000 }), (requestsPerSecond) => {
        expect(costOf({ requestsPerSecond })).toBeLessThanOrEqual(
          costOf({ requestsPerSecond: requestsPerSecond * 1.2 }),
        );
      }),
      { numRuns: 3 },
    );
  });

  test('a looser objective', () => {
    fc.assert(
      fc.property(fc.integer({ min: 25, max: 100 }), (limit) => {
        expect(costOf({ latencyObjective: p99(2 * limit) })).toBeLessThanOrEqual(
          costOf({ latencyObjective: p99(limit) }),
        );
      }),
      { numRuns: 3 },
    );
  });

  test('smaller bursts, or with routing by outstanding requests', () => {
    expect(costOf({})).toBeLessThanOrEqual(costOf({ burstiness: 4 }));
    const small = { requestsPerSecond: 300, latencyObjective: p99(30) };
    expect(costOf({ ...small, routingStrategy: RoutingStrategy.LEAST_OUTSTANDING_REQUESTS })).toBeLessThanOrEqual(
      costOf(small),
    );
  });
});

describe('the measurements of a plan:', () => {
  const caveatsOf = (changes: Partial<LatencyProfile>) =>
    CapacityPlanner.fromLatencyProfiles([{ ...t4, ...changes }]).plan({ ...demand, requestsPerSecond: 50 }).caveats;

  test('a measurement on a different GPU is rejected', () => {
    expect(() => caveatsOf({ gpuModel: 'NVIDIA A10G' })).toThrow(
      /got gpuModel 'NVIDIA A10G'; the instance type has 'NVIDIA T4': measure it on this GPU \(\S+\/sizing\.stale-profile\)/,
    );
  });

  test('a measurement of unknown origin causes a caveat', () => {
    expect(caveatsOf({ gpuModel: undefined, measuredOn: undefined })[0]).toMatch(/has no gpuModel, measuredOn$/);
  });

  test('a planner requires measurements', () => {
    expect(() => CapacityPlanner.fromLatencyProfiles([])).toThrow('sizing.no-profile');
  });
});

describe('noise in execution times', () => {
  test('is smoothed, so larger batches never take less time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (times) => {
          const smooth = smoothServiceTimes(times.map((milliseconds, i) => ({ batch: i + 1, milliseconds })));
          const sumOf = (rows: number[]) => rows.reduce((sum, value) => sum + value, 0);
          for (let i = 1; i < smooth.length; i++) {
            expect(smooth[i].milliseconds).toBeGreaterThanOrEqual(smooth[i - 1].milliseconds);
          }
          expect(sumOf(smooth.map(({ milliseconds }) => milliseconds))).toBeCloseTo(sumOf(times), 6);
        },
      ),
    );
  });
});
