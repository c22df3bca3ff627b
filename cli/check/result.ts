import { Finding } from '../../lib/findings/finding';
import { LIMIT_RULE } from '../../lib/findings/limits';
import { rulePage } from '../../lib/findings/rule-page';

/** A finding with the file and the position that it refers to. */
export interface LocatedFinding extends Finding {
  /** Path of config.pbtxt, or of the model folder if it has no config.pbtxt. */
  readonly file: string;
  /** The line, numbered from 1; undefined if the finding is about the whole file. */
  readonly line?: number;
  readonly column?: number;
}

/** A message about a file, such as the reason why it was not checked. */
export interface Note {
  readonly file: string;
  readonly message: string;
  /** Whether the file was not checked because it exceeds a limit. */
  readonly overLimit?: true;
}

export interface CheckResult {
  readonly findings: LocatedFinding[];
  readonly notes: Note[];
  /** Paths that could not be checked, with the reasons. */
  readonly failures: Note[];
  /** Number of configurations and model folders that were checked. */
  readonly models: number;
  /** Number of cloud assemblies that were checked. */
  readonly assemblies?: number;
  /** Release of Triton whose rules were checked. */
  readonly release?: string;
}

/** A step of a check: the path that is checked from now on, or a part of the result. */
export type Step = { readonly currentPath: string } | Partial<CheckResult>;

/** Creates the note for a file that exceeds a limit. */
export function overLimitNote(file: string, { reason }: { readonly reason: string }): Note {
  return { file, message: `not checked: ${reason} ${rulePage(LIMIT_RULE)}`, overLimit: true };
}
