import { PermissionUsage } from '../../iam/permission-usage';
import { EVERYTHING_DELAYED } from '../bake';
import { unusedPermissions } from '../unused-permissions';
import { findViolation } from './find-violation';
import { NOTABLE_HISTORIES } from './notable-histories';
import { runHistory } from './run-history';

/** To run more histories, set SEEDS (comma-separated numbers) and RUNS (histories per seed). */
const seeds = (process.env.SEEDS ?? '1,2').split(',').map(Number);
const numRuns = Number(process.env.RUNS ?? 30);
const usage = new PermissionUsage();

test.each(seeds)('random histories with random switches violate no invariant: seed %i', async (seed) => {
  expect(await findViolation({ numRuns, seed, usage })).toBeUndefined();
});

test.each(NOTABLE_HISTORIES)('$title', async ({ history, switches }) => {
  for (const seed of [1, 2]) expect((await runHistory(history, { seed, switches, usage })).violations).toEqual([]);
});

test('random histories with the longest delays violate no invariant', async () => {
  expect(await findViolation({ numRuns: 5, seed: seeds[0], switches: EVERYTHING_DELAYED })).toBeUndefined();
});

test('the histories use all permissions of the roles', () => {
  expect(unusedPermissions(usage)).toEqual([]);
});
