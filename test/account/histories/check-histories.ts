import fc from 'fast-check';
import { Switches } from '../behaviour';
import { Uses } from '../iam/uses';
import { runHistory } from './run';
import { history } from './steps';

/**
 * Runs random histories until one violates an invariant.
 *
 * @returns that history in steps, and what is not true; undefined when there is none
 */
export async function findViolation(options: {
  readonly numRuns: number;
  readonly seed?: number;
  readonly uses?: Uses;
  readonly switches?: Switches;
}): Promise<string | undefined> {
  const result = await fc.check(
    fc.asyncProperty(history, fc.nat(), async (steps, seed) => {
      const { violations, story } = await runHistory(steps, { seed, uses: options.uses, switches: options.switches });
      if (violations.length === 0) return;
      const sentences = violations.map(
        ({ step, invariant, message }) => `In step ${step}, not true: ${invariant}. ${message}`,
      );
      throw new Error([...story, ...new Set(sentences)].join('\n'));
    }),
    // A history takes a second, and to shrink one takes hundreds of them: whoever wants that sets SHRINK.
    { numRuns: options.numRuns, seed: options.seed, endOnFailure: process.env.SHRINK === undefined },
  );
  return result.failed ? `Seed ${result.seed}: ${String(result.errorInstance)}` : undefined;
}
