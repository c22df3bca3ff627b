/**
 * How one variant's run ended.
 *
 * - NOT EXECUTED: a stand-in answered, since the backend cannot run on this machine
 * - NOT TESTED: it was served, but there was nothing to ask
 * - NOT RUN: it could not be served on this machine, which says nothing about the model
 */
export type Outcome = 'PASSED' | 'FAILED' | 'NOT EXECUTED' | 'NOT TESTED' | 'NOT RUN';

/** Why something cannot be run on this machine, in words. */
export class NotRun extends Error {}

/** What the programs that run models begin with when this machine is the reason why they cannot. */
const MARK = /NOT RUN: (.+?)(?=\\n|$)/m;

/** The reason in what a server said, where some layers write a line's end as text; undefined when it says nothing of this machine. */
export function notRunReason(said: string): string | undefined {
  return MARK.exec(said)?.[1];
}

/** The models of a variant of which a smoke test says less than of others. */
export interface ModelsAside {
  /** How many models the variant has. */
  readonly models: number;
  /** Sentences about models that cannot be served on this machine. */
  readonly notRun: readonly string[];
  /** Sentences about models that a stand-in served. */
  readonly notExecuted: readonly string[];
}

/** What a smoke test found, with what it does not say about some models. */
export function withModelsAside(
  outcome: Outcome,
  reason: string,
  { models, notRun, notExecuted }: ModelsAside,
): { readonly outcome: Outcome; readonly reason: string } {
  const sentences = [...notRun, ...notExecuted];
  if (sentences.length === 0) return { outcome, reason };
  const executed = models - sentences.length;
  const passed = executed > 0 ? [`${executed} of ${models} models passed`] : [];
  const isWhole = outcome === 'PASSED' && !reason.includes('NOT TESTED');
  return {
    outcome: outcomeBeside(outcome, notRun.length),
    reason: [...(isWhole ? passed : [reason]), ...sentences].join('. '),
  };
}

function outcomeBeside(outcome: Outcome, notRun: number): Outcome {
  if (outcome === 'FAILED') return outcome;
  if (notRun > 0) return 'NOT RUN';
  // What was executed and not tested is no success of a stand-in.
  return outcome === 'PASSED' ? 'NOT EXECUTED' : outcome;
}
