import fc from 'fast-check';
import { EVERYTHING_DELAYED, updateToBadVersion, Strategy, Update, RollbackAlarm } from './bake';
import { runs } from '../../setup/proof';

/**
 * The assumed behaviors of AWS that affect the delays of alarms and are switched on: the selection with the longest delays
 * (`EVERYTHING_DELAYED`), or a random selection.
 */
const switches = fc.oneof(
  fc.constant(EVERYTHING_DELAYED),
  fc.record(Object.fromEntries(Object.keys(EVERYTHING_DELAYED).map((id) => [id, fc.boolean()]))),
);

/** Alarms that fire if M of N datapoints exceed the threshold. */
const datapoints = fc.integer({ min: 1, max: 6 }).chain((evaluationPeriods) =>
  fc.record({
    evaluationPeriods: fc.constant(evaluationPeriods),
    datapointsToAlarm: fc.integer({ min: 1, max: evaluationPeriods }),
  }),
);

const updatesWithMetricAlarm = fc
  .record({
    strategy: fc.constantFrom<Strategy>('allAtOnce', 'canary', 'linear', 'rolling'),
    rollbackAlarm: fc.constantFrom<RollbackAlarm>(
      'latency',
      'serverErrors',
      'a user’s alarm',
      'a user’s alarm of five minutes',
    ),
    seed: fc.nat(),
    switches,
  })
  .chain((update) => datapoints.map((datapointOptions) => ({ ...update, ...datapointOptions })));

/**
 * Updates whose only rollback alarm is the alarm of the probe. Its number of evaluation periods is the default. It can roll back only
 * updates that shift all traffic in one step.
 */
const updatesWithProbeAlarm = fc.record({
  strategy: fc.constant<Strategy>('allAtOnce'),
  rollbackAlarm: fc.constant<RollbackAlarm>('probe'),
  datapointsToAlarm: fc.constantFrom(undefined, 1, 2, 3, 4),
  seed: fc.nat(),
  switches,
});

test.each<[string, fc.Arbitrary<Update>]>([
  ['an alarm on metrics of the requests', updatesWithMetricAlarm],
  ['the alarm of the probe', updatesWithProbeAlarm],
])('a version that always exceeds the threshold of %s is rolled back in the first step', async (_, updates) => {
  await fc.assert(
    fc.asyncProperty(updates, async (update) => {
      const { reason, share } = await updateToBadVersion(update);
      expect(reason).toContain('configured alarm(s) are in alarm state');
      expect(share).toBe(update.strategy === 'allAtOnce' ? 1 : 0.5);
    }),
    { numRuns: runs(25, 3), endOnFailure: process.env.SHRINK === undefined },
  );
});
