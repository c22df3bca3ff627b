import { PermissionUsage } from '../iam/permission-usage';
import { EVERYTHING_DELAYED } from './bake';
import { findViolation } from './find-violation';
import { unusedPermissions } from './unused-permissions';
import { runHistory } from './run-history';
import { deploy } from './steps';
import { runs, RUNS_ALL, SEED } from '../../setup/proof';

const usage = new PermissionUsage();

test('random histories with random switches violate no invariant', async () => {
  expect(await findViolation({ numRuns: runs(40, 5), usage })).toBeUndefined();
});

test('random histories with the longest delays violate no invariant', async () => {
  const families = ['realtime', 'realtime', 'multi-model', 'asynchronous'] as const;
  expect(await findViolation({ numRuns: runs(10, 2), families, switches: EVERYTHING_DELAYED })).toBeUndefined();
});

// The histories of the slice are too few to use all permissions.
if (RUNS_ALL)
  test('the histories use all permissions of the roles', async () => {
    // Adds cases that random histories may not contain: a first deployment with wrong responses, which only the smoke test detects, and a
    // shadow variant, whose metrics the smoke test reads.
    await runHistory([deploy('plain', { kind: 'new fleet returns wrong responses' })], { seed: SEED, usage });
    await runHistory([deploy('shadow')], { seed: SEED, usage });
    expect(unusedPermissions(usage)).toEqual([]);
  });
