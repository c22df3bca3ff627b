import fc from 'fast-check';
import { LATE, outcomeOf, Strategy, Update, Watcher } from './bake';

/** Whoever looks for more sets SEED and RUNS. */
const seed = Number(process.env.SEED ?? 20260105);
const numRuns = Number(process.env.RUNS ?? 60);

const switches = fc.oneof(
  fc.constant(LATE),
  fc.record(Object.fromEntries(Object.keys(LATE).map((id) => [id, fc.boolean()]))),
);

/** M of N datapoints. */
const datapoints = fc.integer({ min: 1, max: 6 }).chain((evaluationPeriods) =>
  fc.record({
    evaluationPeriods: fc.constant(evaluationPeriods),
    datapointsToAlarm: fc.integer({ min: 1, max: evaluationPeriods }),
  }),
);

const metrics = fc
  .record({
    strategy: fc.constantFrom<Strategy>('allAtOnce', 'canary', 'linear', 'rolling'),
    watcher: fc.constantFrom<Watcher>('latency', 'serverErrors', 'a user’s alarm', 'a user’s alarm of five minutes'),
    seed: fc.nat(),
    switches,
  })
  .chain((update) => datapoints.map((of) => ({ ...update, ...of })));

/** The probe has an alarm of its own shape, and sees only updates that move all traffic at the same time. */
const probe = fc.record({
  strategy: fc.constant<Strategy>('allAtOnce'),
  watcher: fc.constant<Watcher>('probe'),
  datapointsToAlarm: fc.constantFrom(undefined, 1, 2, 3, 4),
  seed: fc.nat(),
  switches,
});

test.each<[string, fc.Arbitrary<Update>]>([
  ['an alarm on metrics of the requests', metrics],
  ['the alarm of the probe', probe],
])('a version that always exceeds the threshold of %s never gets past the first step', async (_, updates) => {
  await fc.assert(
    fc.asyncProperty(updates, async (update) => {
      const { reason, share } = await outcomeOf(update);
      expect(reason).toContain('configured alarm(s) are in alarm state');
      expect(share).toBe(update.strategy === 'allAtOnce' ? 1 : 0.5);
    }),
    { numRuns, seed, endOnFailure: process.env.SHRINK === undefined },
  );
});

/** A number is N of an alarm whose N datapoints all have to breach. */
test.each<[Update['strategy'], Update['watcher'], number?]>([
  ['allAtOnce', 'latency'],
  ['allAtOnce', 'probe'],
  ['canary', 'latency', 2],
  ['linear', 'serverErrors', 1],
  ['rolling', 'a user’s alarm of five minutes', 2],
])('late metrics: an update %s goes back on %s before its next step', async (strategy, watcher, evaluationPeriods) => {
  const datapointsToAlarm = evaluationPeriods;
  const update = { strategy, watcher, evaluationPeriods, datapointsToAlarm, seed: 8, switches: LATE };
  const { reason, share } = await outcomeOf(update);
  expect(reason).toContain('configured alarm(s) are in alarm state');
  expect(share).toBe(strategy === 'allAtOnce' ? 1 : 0.5);
});
