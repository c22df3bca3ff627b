import { PermissionUsage } from '../iam/permission-usage';
import { EVERYTHING_DELAYED } from './bake';
import { findViolation } from './find-violation';
import { unusedPermissions } from './unused-permissions';
import { runHistory } from './run-history';
import { deploy } from './steps';

/** To run more histories, set SEEDS (comma-separated numbers) and RUNS (histories per seed). */
const seeds = (process.env.SEEDS ?? '20260105').split(',').map(Number);
const numRuns = Number(process.env.RUNS ?? 40);
const usage = new PermissionUsage();

test.each(seeds)('random histories with random switches violate no invariant: seed %i', async (seed) => {
  expect(await findViolation({ numRuns, seed, usage })).toBeUndefined();
});

test('random histories with the longest delays violate no invariant', async () => {
  const families = ['realtime', 'realtime', 'multi-model', 'asynchronous'] as const;
  expect(await findViolation({ numRuns: 10, seed: seeds[0], families, switches: EVERYTHING_DELAYED })).toBeUndefined();
});

test('the histories use all permissions of the roles', async () => {
  // Adds cases that random histories may not contain: a first deployment with wrong responses, which only the smoke test detects, and a
  // shadow variant, whose metrics the smoke test reads and whose captured responses are compared.
  await runHistory([deploy('plain', { kind: 'new fleet returns wrong responses' })], { seed: seeds[0], usage });
  await runHistory([deploy('shadow, capture')], { seed: seeds[0], usage });
  expect(unusedPermissions(usage)).toEqual([]);
});
