import fc from 'fast-check';
import { Uses } from '../iam/uses';
import { isKnown } from './known-defects';
import { runHistory } from './run';
import { history } from './steps';

/** Runs random histories. One with a violation that is not known fails, shrunk and told in steps. */
export async function checkHistories(options: {
  readonly numRuns: number;
  readonly seed?: number;
  readonly uses?: Uses;
}): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), async (steps, seed) => {
      const { violations, story } = await runHistory(steps, { seed, uses: options.uses });
      const unknown = violations.filter((violation) => !isKnown(violation));
      if (unknown.length === 0) return;
      const sentences = new Set(
        unknown.map(({ step, invariant, message }) => `In step ${step}, not true: ${invariant}. ${message}`),
      );
      throw new Error(`${story.join('\n')}\n${[...sentences].join('\n')}`);
    }),
    // A history takes a second: who shrinks one that failed sets no limit.
    { numRuns: options.numRuns, seed: options.seed, endOnFailure: process.env.SHRINK === undefined },
  );
}
