/**
 * The outcome of running a variant on this host. A stand-in is a program that replaces a backend and responds with zeros.
 *
 * - NOT EXECUTED: a stand-in responded, because the backend cannot run on this host
 * - NOT TESTED: the variant was served, but no request was sent
 * - NOT RUN: the variant could not be served on this host, which does not mean that the model has a defect
 */
export type VariantOutcome = 'PASSED' | 'FAILED' | 'NOT EXECUTED' | 'NOT TESTED' | 'NOT RUN';

/** An error that describes why something cannot be run on this host. */
export class NotRunError extends Error {}

/**
 * Matches the message that a Python program prints if this host cannot run a model. The message ends at a line break, which some layers of
 * the server escape.
 */
const NOT_RUN_MESSAGE = /NOT RUN: (.+?)(?=\\n|$)/m;

/** Extracts the reason why this host cannot run a model from the output of a server; undefined if it contains none. */
export function notRunReason(output: string): string | undefined {
  return NOT_RUN_MESSAGE.exec(output)?.[1];
}

/** The models of a variant that were not executed. */
export interface SkippedModels {
  /** The number of models of the variant. */
  readonly models: number;
  /** Sentences about models that cannot be served on this host. */
  readonly notRun: readonly string[];
  /** Sentences about models that a stand-in served. */
  readonly notExecuted: readonly string[];
}

/** Combines the outcome of a smoke test with the models that were not executed. */
export function withSkippedModels(
  outcome: VariantOutcome,
  reason: string,
  { models, notRun, notExecuted }: SkippedModels,
): { readonly outcome: VariantOutcome; readonly reason: string } {
  const sentences = [...notRun, ...notExecuted];
  if (sentences.length === 0) return { outcome, reason };
  const executedCount = models - sentences.length;
  const passedNote = executedCount > 0 ? [`${executedCount} of ${models} models passed`] : [];
  const isFullPass = outcome === 'PASSED' && !reason.includes('NOT TESTED');
  return {
    outcome: outcomeWithSkipped(outcome, notRun.length),
    reason: [...(isFullPass ? passedNote : [reason]), ...sentences].join('. '),
  };
}

function outcomeWithSkipped(outcome: VariantOutcome, notRun: number): VariantOutcome {
  if (outcome === 'FAILED') return outcome;
  if (notRun > 0) return 'NOT RUN';
  // An outcome such as NOT TESTED is kept, because the executed models did not pass.
  return outcome === 'PASSED' ? 'NOT EXECUTED' : outcome;
}
