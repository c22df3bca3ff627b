import * as fc from 'fast-check';
import { inAccount } from './in-account';
import { inSimulator } from './in-simulator';
import { tableOfPage } from '../truth/page';
import { DEFAULT_RUNS, KINDS } from './histories';
import { agreementTable } from './table';
import { runs } from '../../../setup/proof';

// The control loop of the simulator and the simulated account are separate programs. Under random traffic, they must request the same
// instances at the same times.

test.each(KINDS)('the simulator scales like the simulated account: $kind', async ({ histories }) => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(inSimulator(history)).toEqual(await inAccount(history));
    }),
    { numRuns: runs(DEFAULT_RUNS, 15) },
  );
});

test('the page has these kinds of histories (update with: npx tsx scripts/simulation-accuracy-page.ts)', () => {
  expect(tableOfPage('account')).toBe(agreementTable());
});
