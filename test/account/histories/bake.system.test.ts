import { LATE, outcomeOf, Update } from './bake';

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
