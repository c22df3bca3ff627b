import { findViolation } from './check-histories';
import { FIXED_DEFECTS } from './fixed-defects';
import { runHistory } from './run';

describe('histories that were red before', () => {
  test.each(FIXED_DEFECTS)('$sentence', async ({ history, seed = 1, switches }) => {
    expect((await runHistory(history, { seed, switches })).violations).toEqual([]);
  });
});

// The first of those in histories.proof.test.ts, which has the same seed.
test('random histories violate no invariant', async () => {
  expect(await findViolation({ numRuns: 3, seed: 20260105 })).toBeUndefined();
});
