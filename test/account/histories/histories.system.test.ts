import { checkHistories } from './check-histories';
import { KNOWN_DEFECTS } from './known-defects';
import { runHistory } from './run';

describe('known defects', () => {
  // One that passes is mended: it leaves the list.
  test.fails.each(KNOWN_DEFECTS)('$sentence', async ({ history, switches, signs, seed = 1 }) => {
    const { violations } = await runHistory(history, { seed, switches });
    const seen = violations.filter(({ invariant, message }) =>
      signs.some((sign) => sign.invariant === invariant && sign.message.test(message)),
    );
    expect(seen).toEqual([]);
  });
});

test('random histories violate no other invariant', async () => {
  await checkHistories({ numRuns: 12, seed: 20260105 });
});
