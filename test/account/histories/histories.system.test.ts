import { findViolation } from './check-histories';
import { KNOWN_DEFECTS, signsOf } from './known-defects';

describe.each(KNOWN_DEFECTS)('known defect: not true yet that $sentence', (defect) => {
  // When it passes the defect is mended, and leaves the list.
  test.fails('its history shows no sign of it', async () => {
    expect(await signsOf(defect)).toEqual([]);
  });
});

test('random histories violate no other invariant', async () => {
  expect(await findViolation({ numRuns: 12, seed: 20260105 })).toBeUndefined();
});
