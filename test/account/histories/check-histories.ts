import fc from 'fast-check';
import { Switches } from '../behaviour';
import { Uses } from '../iam/uses';
import { describePositions, positions } from './assumptions';
import { runHistory } from './run';
import { historyOf } from './steps';
import { Family } from './versions';

/** Those whose histories are alike, as often as they are drawn. */
const FAMILIES: readonly Family[] = ['realtime', 'realtime', 'realtime', 'multi-model'];

/**
 * Runs random histories, each with random positions of what is assumed, until one violates an invariant.
 *
 * @returns that history in steps, which assumptions are the other way, and what is not true; undefined when there is none
 */
export async function findViolation(options: {
  readonly numRuns: number;
  readonly seed?: number;
  readonly families?: readonly Family[];
  readonly uses?: Uses;
  /** Positions that are not drawn. */
  readonly switches?: Switches;
}): Promise<string | undefined> {
  const result = await fc.check(
    fc.asyncProperty(historyOf(options.families ?? FAMILIES), fc.nat(), positions, async (steps, seed, drawn) => {
      const switches = { ...drawn, ...options.switches };
      const { violations, story } = await runHistory(steps, { seed, uses: options.uses, switches });
      if (violations.length === 0) return;
      const sentences = violations.map(
        ({ step, invariant, message }) => `In step ${step}, not true: ${invariant}. ${message}`,
      );
      throw new Error([describePositions(switches), ...story, ...new Set(sentences)].join('\n'));
    }),
    // A history takes a second, and to shrink one takes hundreds of them: whoever wants that sets SHRINK.
    { numRuns: options.numRuns, seed: options.seed, endOnFailure: process.env.SHRINK === undefined },
  );
  return result.failed ? `Seed ${result.seed}: ${String(result.errorInstance)}` : undefined;
}
