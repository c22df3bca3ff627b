import { Duration } from 'aws-cdk-lib';
import * as fc from 'fast-check';
import { Scaling } from '../../../lib';
import { accountWithQueues } from './queue-account';
import { runs } from '../../setup/proof';

const strategies = fc.oneof(
  fc.integer({ min: 20, max: 5000 }).map((milliseconds) => ({ target: Duration.millis(milliseconds) })),
  fc.double({ min: 0.2, max: 50, noNaN: true }).map((requestsPerInstance) => ({ requestsPerInstance })),
);
const limits = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 16 }))
  .map(([minCapacity, more]) => ({ minCapacity, maxCapacity: minCapacity + more }));
/** Requests per minute, and how many minutes they last. A server completes 600 per minute. */
const phases = fc.array(
  fc.record({ requests: fc.integer({ min: 0, max: 9000 }), minutes: fc.integer({ min: 1, max: 60 }) }),
  { minLength: 1, maxLength: 6 },
);
/** Behaviors of AWS that are only assumed, and change when data arrives and alarms are evaluated. */
const off = fc.subarray(['cloudwatch.metrics-arrive-without-delay', 'cloudwatch.evaluates-soon-after-a-minute']);
const trace = fc.record({ strategy: strategies, limits, phases, off, constant: fc.integer({ min: 0, max: 9000 }) });

/** Runs a trace, which ends with six hours of constant load. Returns the capacity after each minute, of the trace and of the constant load. */
async function run({ strategy, limits: { minCapacity, maxCapacity }, phases, off, constant }: Trace) {
  // A short cooldown, so that only the alarms prevent oscillation.
  const capacity = { minCapacity, maxCapacity, scaleInCooldown: Duration.minutes(1) };
  const scaling =
    'target' in strategy
      ? Scaling.queueTime({ ...capacity, ...strategy })
      : Scaling.pendingRequests({ ...capacity, ...strategy });
  const aws = await accountWithQueues(scaling, { count: minCapacity, off });
  const capacities = async (requests: number, minutes: number): Promise<number[]> => {
    aws.sagemaker.hooks.requestsPerMinute = () => requests;
    const counts: number[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      await aws.minutes(1);
      counts.push(await aws.count());
    }
    return counts;
  };
  const varying: number[] = [];
  for (const { requests, minutes } of phases) varying.push(...(await capacities(requests, minutes)));
  return { varying, steady: await capacities(constant, 360) };
}

type Trace = typeof trace extends fc.Arbitrary<infer Value> ? Value : never;

/** The minutes from each scale-out to the next scale-in. */
function minutesUntilScaleIn(counts: readonly number[]): number[] {
  const gaps: number[] = [];
  let scaledOutAt: number | undefined;
  for (let minute = 1; minute < counts.length; minute++) {
    if (counts[minute] > counts[minute - 1]) scaledOutAt = minute;
    if (counts[minute] < counts[minute - 1] && scaledOutAt !== undefined) {
      gaps.push(minute - scaledOutAt);
      scaledOutAt = undefined;
    }
  }
  return gaps;
}

test('the capacity stays within its limits, and under a constant load no instance is removed within 15 minutes after one was added', async () => {
  await fc.assert(
    fc.asyncProperty(trace, async (drawn) => {
      const { varying, steady } = await run(drawn);
      const { minCapacity, maxCapacity } = drawn.limits;
      for (const count of [...varying, ...steady]) {
        expect(count).toBeGreaterThanOrEqual(minCapacity);
        expect(count).toBeLessThanOrEqual(maxCapacity);
      }
      for (const gap of minutesUntilScaleIn(steady)) expect(gap).toBeGreaterThanOrEqual(15);
    }),
    { numRuns: runs(30, 4) },
  );
});
