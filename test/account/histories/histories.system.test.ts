import { findViolation } from './check-histories';
import { FIXED_DEFECTS } from './fixed-defects';
import { KNOWN_DEFECTS, seenSigns } from './known-defects';
import { runHistory } from './run';

describe('histories that were red before', () => {
  test.each(FIXED_DEFECTS)('$sentence', async ({ history, seed = 1, switches }) => {
    expect((await runHistory(history, { seed, switches })).violations).toEqual([]);
  });
});

describe('known defects', () => {
  // One that is fixed shows no sign any more, and moves to the list of fixed ones. A history that throws is an error.
  test.each(KNOWN_DEFECTS)('not true yet: $sentence', async (defect) => {
    expect(await seenSigns(defect)).not.toEqual([]);
  });
});

// The first of those in histories.proof.test.ts, which has the same seed.
test('random histories violate no other invariant', async () => {
  expect(await findViolation({ numRuns: 3, seed: 20260105 })).toBeUndefined();
});
