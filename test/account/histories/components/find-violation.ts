import fc from 'fast-check';
import { Switches } from '../../behavior';
import { PermissionUsage } from '../../iam/permission-usage';
import { describeSwitches, switchPositions } from '../assumptions';
import { runHistory } from './run-history';
import { histories } from './steps';

/**
 * Runs random histories of endpoints with inference components, with random switches of the assumed behaviors, until a history violates an
 * invariant.
 *
 * @returns a message with the seed, switches, steps and violations of this history, or undefined if no history violates an invariant
 */
export async function findViolation(options: {
  readonly numRuns: number;
  readonly usage?: PermissionUsage;
  readonly switches?: Switches;
}): Promise<string | undefined> {
  const result = await fc.check(
    fc.asyncProperty(histories, fc.nat(), switchPositions, async (steps, seed, randomSwitches) => {
      const switches = { ...randomSwitches, ...options.switches };
      const { violations, stepResults } = await runHistory(steps, { seed, usage: options.usage, switches });
      if (violations.length === 0) return;
      const messages = violations.map(
        ({ step, invariant, message }) => `Step ${step} violates the invariant "${invariant}": ${message}`,
      );
      throw new Error(
        [`Seed of the history: ${seed}.`, describeSwitches(switches), ...stepResults, ...new Set(messages)].join('\n'),
      );
    }),
    { numRuns: options.numRuns, endOnFailure: process.env.SHRINK === undefined },
  );
  return result.failed ? `SEED=${result.seed} RUNS=${result.numRuns}: ${String(result.errorInstance)}` : undefined;
}
