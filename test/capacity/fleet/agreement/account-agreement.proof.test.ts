import * as fc from 'fast-check';
import { inAccount } from './in-account';
import { inSimulator } from './in-simulator';
import { DEFAULT_RUNS, KINDS } from './histories';
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
