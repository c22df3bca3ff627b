import { ALL_BEHAVIOURS } from '../all-behaviours';
import { Uses } from '../iam/uses';
import { LATE } from './bake';
import { findViolation } from './check-histories';
import { unusedPermissions } from './permissions';
import { runHistory } from './run';
import { deploy } from './steps';

/** Whoever looks for more sets SEED. */
const seed = Number(process.env.SEED ?? 20260105);
const uses = new Uses();

const ASSUMED = ALL_BEHAVIOURS.filter(({ evidence }) => evidence === 'assumed');

test('random histories violate no invariant', async () => {
  expect(await findViolation({ numRuns: 80, seed, uses })).toBeUndefined();
});

test.each(ASSUMED)('nor do they if $id is the other way', async ({ id }) => {
  expect(await findViolation({ numRuns: 2, seed, uses, switches: { [id]: false } })).toBeUndefined();
});

test('nor do they if all that may be late is late', async () => {
  const families = ['realtime', 'realtime', 'multi-model', 'asynchronous'] as const;
  expect(await findViolation({ numRuns: 20, seed, uses, families, switches: LATE })).toBeUndefined();
});

test('they use each permission that a role has', async () => {
  // After a first deployment only the smoke test sees a wrong answer, which chance may miss.
  await runHistory([deploy('plain', { kind: 'new fleet answers wrongly' })], { seed, uses });
  expect(unusedPermissions(uses)).toEqual([]);
});
