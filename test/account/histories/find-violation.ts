import fc from 'fast-check';
import { Switches } from '../behavior';
import { PermissionUsage } from '../iam/permission-usage';
import { describeSwitches, switchPositions } from './assumptions';
import { historyOf } from './random-histories';
import { runHistory } from './run-history';
import { Family } from './versions';

/** The families of versions from which histories are generated. A family that is listed several times is selected more often. */
const FAMILIES: readonly Family[] = ['realtime', 'realtime', 'realtime', 'multi-model'];

export interface SearchOptions {
  readonly families?: readonly Family[];
  readonly numRuns: number;
  readonly usage?: PermissionUsage;
  /** Switches whose positions are not random. */
  readonly switches?: Switches;
}

/**
 * Runs random histories (sequences of deployments), with random switches of the assumed behaviors, until a history violates an invariant.
 *
 * @returns a message with the seed, switches, steps and violations of this history, or undefined if no history violates an invariant
 */
export async function findViolation({
  families = FAMILIES,
  numRuns,
  usage,
  ...options
}: SearchOptions): Promise<string | undefined> {
  const result = await fc.check(
    fc.asyncProperty(historyOf(families), fc.nat(), switchPositions, async (steps, seed, randomSwitches) => {
      const switches = { ...randomSwitches, ...options.switches };
      const { violations, stepResults } = await runHistory(steps, { seed, usage, switches });
      if (violations.length === 0) return;
      const messages = violations.map(
        ({ step, invariant, message }) => `Step ${step} violates the invariant "${invariant}": ${message}`,
      );
      throw new Error(
        [`Seed of the history: ${seed}.`, describeSwitches(switches), ...stepResults, ...new Set(messages)].join('\n'),
      );
    }),
    // By default, a failing history is not shrunk, since shrinking runs hundreds of histories of about one second each. SHRINK enables shrinking.
    { numRuns, endOnFailure: process.env.SHRINK === undefined },
  );
  return result.failed ? `SEED=${result.seed} RUNS=${result.numRuns}: ${String(result.errorInstance)}` : undefined;
}
