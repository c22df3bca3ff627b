import { Finding } from '../../lib/findings/finding';
import { LIMIT_RULE } from '../../lib/findings/limits';
import { rulePage } from '../../lib/findings/rule-page';

/** A finding with the place of what it is about. */
export interface LocatedFinding extends Finding {
  /** The configuration, or the model's folder where there is none. */
  readonly file: string;
  /** From 1; undefined for what is about the file as a whole. */
  readonly line?: number;
  readonly column?: number;
}

/** What was not checked, and why. */
export interface Note {
  readonly file: string;
  readonly message: string;
  /** Whether it was not checked because it exceeds a limit. */
  readonly overLimit?: true;
}

export interface CheckResult {
  readonly findings: LocatedFinding[];
  readonly notes: Note[];
  /** Paths that could not be checked, and why. */
  readonly failures: Note[];
  /** Number of configurations and model folders that were checked. */
  readonly models: number;
  /** Number of cloud assemblies that were checked, if any was. */
  readonly assemblies?: number;
}

/** The note about what exceeds a limit. */
export function notChecked(file: string, { reason }: { readonly reason: string }): Note {
  return { file, message: `not checked: ${reason} ${rulePage(LIMIT_RULE)}`, overLimit: true };
}
