import { ALL_BEHAVIOURS } from '../all-behaviours';
import { Uses } from '../iam/uses';
import { findViolation } from './check-histories';
import { deploy } from './known-defects';
import { unusedPermissions } from './permissions';
import { runHistory } from './run';

/** Whoever looks for more sets SEED. */
const seed = Number(process.env.SEED ?? 20260105);
const uses = new Uses();

/** Assumptions without which hardly any deployment can be right, and why. */
const NEEDED: Readonly<Record<string, string>> = {
  'cloudformation.waits-for-iam': 'a function that runs before its role is known can do nothing; it is a known defect',
};
const ASSUMED = ALL_BEHAVIOURS.filter(({ id, evidence }) => evidence === 'assumed' && !(id in NEEDED));

test('random histories violate no invariant that is not known', async () => {
  expect(await findViolation({ numRuns: 80, seed, uses })).toBeUndefined();
});

test.each(ASSUMED)('nor do they if $id is the other way', async ({ id }) => {
  expect(await findViolation({ numRuns: 2, seed, uses, switches: { [id]: false } })).toBeUndefined();
});

test('they use each permission that a role has', async () => {
  // After a first deployment only the smoke test sees a wrong answer, which chance may miss.
  await runHistory([deploy('plain', { kind: 'new fleet answers wrongly' })], { seed, uses });
  expect(unusedPermissions(uses)).toEqual([]);
});
