import { SYSTEM_HISTORIES } from './engine-histories';
import { runHistory } from './run-history';

test.each(SYSTEM_HISTORIES)('$title', async ({ history, results, jobs, switches }) => {
  const outcome = await runHistory(history, { seed: 1, switches });
  expect(outcome.violations).toEqual([]);
  expect([...outcome.jobs].sort()).toEqual([...jobs].sort());
  expect(outcome.stepResults).toEqual(
    [...results, /DELETE_COMPLETE$/].map((pattern) => expect.stringMatching(pattern)),
  );
});
