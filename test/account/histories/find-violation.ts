import fc from 'fast-check';
import { Switches } from '../behavior';
import { PermissionUsage } from '../iam/permission-usage';
import { describeSwitches, switchPositions } from './assumptions';
import type { Violation } from './invariant';
import { HistoryOptions, runHistory } from './run-history';
import { historyOf } from './steps';
import { Family } from './versions';

/** The families of versions from which histories are generated. A family that is listed several times is selected more often. */
const FAMILIES: readonly Family[] = ['realtime', 'realtime', 'realtime', 'multi-model'];

export interface SearchOptions {
  readonly numRuns: number;
  readonly usage?: PermissionUsage;
  /** Switches whose positions are not random. */
  readonly switches?: Switches;
}

/** Runs random histories (sequences of deployments) until a history violates an invariant. */
export function findViolation({
  families = FAMILIES,
  ...options
}: SearchOptions & { readonly families?: readonly Family[] }): Promise<string | undefined> {
  return findViolationIn(historyOf(families), runHistory, options);
}

/**
 * Runs random histories, with random switches of the assumed behaviors, until a history violates an invariant.
 *
 * @returns a message with the seed, switches, steps and violations of this history, or undefined if no history violates an invariant
 */
export async function findViolationIn<Step>(
  histories: fc.Arbitrary<Step[]>,
  run: (
    steps: Step[],
    options: HistoryOptions,
  ) => Promise<{
    readonly violations: readonly (Violation & { readonly step: number })[];
    readonly stepResults: string[];
  }>,
  { numRuns, usage, ...options }: SearchOptions,
): Promise<string | undefined> {
  const result = await fc.check(
    fc.asyncProperty(histories, fc.nat(), switchPositions, async (steps, seed, randomSwitches) => {
      const switches = { ...randomSwitches, ...options.switches };
      const { violations, stepResults } = await run(steps, { seed, usage, switches });
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
