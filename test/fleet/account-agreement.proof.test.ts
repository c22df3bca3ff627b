import * as fc from 'fast-check';
import { LoopAssumptions } from '../../lib/fleet/control-loop/assumptions';
import { ControlLoop, FleetState } from '../../lib/fleet/control-loop/control-loop';
import { PolicyProperties } from '../../lib/fleet/control-loop/inputs';
import { accountWithEndpoint } from '../account/sagemaker/fixtures';

// The control loop of the simulator and the simulated account are separate programs. Under random traffic, they must request the same
// instances at the same times.

const ID = {
  ServiceNamespace: 'sagemaker',
  ResourceId: 'endpoint/faces/variant/AllTraffic',
  ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
};
/** The time in which the simulated account starts and stops instances. */
const ASSUMPTIONS: LoopAssumptions = {
  startSecondsOf: () => 240,
  settleSeconds: 90,
  metricDelaySecondsOf: () => 0,
  publishesPeaks: false,
  scalesInProportionally: true,
  publishesZeros: false,
};

interface History {
  readonly requestsPerMinute: number[];
  readonly maxCapacity: number;
  readonly policy: PolicyProperties & { PolicyName: string; PolicyType: string };
}

const histories: fc.Arbitrary<History> = fc.record({
  requestsPerMinute: fc
    .array(fc.tuple(fc.nat(900), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 6 })
    .map((steps) => steps.flatMap(([requests, minutes]) => new Array<number>(minutes).fill(requests))),
  maxCapacity: fc.integer({ min: 1, max: 8 }),
  policy: fc
    .record({
      TargetValue: fc.integer({ min: 20, max: 300 }),
      ScaleOutCooldown: fc.constantFrom(0, 60, 200, 300),
      ScaleInCooldown: fc.constantFrom(0, 300, 600),
      DisableScaleIn: fc.boolean(),
    })
    .map((config) => ({
      PolicyName: 'requests',
      PolicyType: 'TargetTrackingScaling',
      TargetTrackingScalingPolicyConfiguration: {
        ...config,
        PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
      },
    })),
});

/** The requested instances after each minute in the simulated account. */
async function inAccount({ requestsPerMinute, maxCapacity, policy }: History): Promise<number[]> {
  const aws = await accountWithEndpoint({ off: [] });
  await aws.callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 1, MaxCapacity: maxCapacity });
  await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...policy });
  await aws.minutes(0.5); // the account evaluates alarms shortly after each minute
  const capacities = [];
  for (const requests of requestsPerMinute) {
    aws.sagemaker.hooks.requestsPerMinute = () => requests;
    await aws.minutes(1);
    const { ProductionVariants } = await aws.describe();
    capacities.push((ProductionVariants as { DesiredInstanceCount: number }[])[0].DesiredInstanceCount);
  }
  return capacities;
}

/** The requested instances at the end of each minute in the control loop of the simulator. */
function inSimulator({ requestsPerMinute, maxCapacity, policy }: History): number[] {
  const fleet: FleetState = { serving: 1, starting: 0 };
  let invocationsPerInstance: number | undefined;
  const loop = new ControlLoop(
    { minCapacity: 1, maxCapacity, policies: [{ policy, alarms: [] }], actions: [] },
    [],
    ASSUMPTIONS,
    fleet,
    () => invocationsPerInstance,
  );
  loop.advance(0);
  return requestsPerMinute.map((requests, index) => {
    invocationsPerInstance = requests > 0 ? requests / fleet.serving : undefined;
    loop.advance((index + 1) * 60);
    return loop.capacity;
  });
}

test('the simulator scales like the simulated account', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(inSimulator(history)).toEqual(await inAccount(history));
    }),
    { numRuns: Number(process.env.RUNS ?? 250) },
  );
});
