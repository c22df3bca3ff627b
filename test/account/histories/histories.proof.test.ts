import { Uses } from '../iam/uses';
import { LATE } from './bake';
import { findViolation } from './check-histories';
import { unusedPermissions } from './permissions';
import { runHistory } from './run';
import { deploy } from './steps';

/** Whoever looks for more sets SEEDS, numbers with commas between them, and RUNS. */
const seeds = (process.env.SEEDS ?? '20260105').split(',').map(Number);
const numRuns = Number(process.env.RUNS ?? 80);
const uses = new Uses();

test.each(seeds)('random histories violate no invariant, whatever is assumed: seed %i', async (seed) => {
  expect(await findViolation({ numRuns, seed, uses })).toBeUndefined();
});

test('nor do they if all that may be late is late', async () => {
  const families = ['realtime', 'realtime', 'multi-model', 'asynchronous'] as const;
  expect(await findViolation({ numRuns: 20, seed: seeds[0], families, switches: LATE })).toBeUndefined();
});

test('they use each permission that a role has', async () => {
  // After a first deployment only the smoke test sees a wrong answer, which chance may miss.
  await runHistory([deploy('plain', { kind: 'new fleet answers wrongly' })], { seed: seeds[0], uses });
  expect(unusedPermissions(uses)).toEqual([]);
});
