/** A hostile input, which tries to make the library or a Lambda handler crash or hang. */
export interface LibraryInput {
  readonly name: string;
  /**
   * Passes the input to the library. Runs in a child process, which is killed if it hangs.
   *
   * @returns any value, or a result that contains the problems that the run has found
   * @throws an error with a readable message if the input is rejected
   */
  readonly run: (folder: string) => unknown;
  /** Whether the input must be rejected. */
  readonly mustBeRejected?: boolean;
}

/** The outcome of a run. */
export interface LibraryOutcome {
  /** The returned value or the error message, as text. */
  readonly text: string;
  /** The class name of the error, if one was thrown. */
  readonly errorClass?: string;
  readonly problems: string[];
  readonly peakBytes: number;
}

/** The result of an input that checks the effects of its run, and returns the problems. */
export interface SelfCheckedResult {
  readonly text: string;
  readonly problems: string[];
}

export function isSelfChecked(value: unknown): value is SelfCheckedResult {
  return typeof value === 'object' && value !== null && 'problems' in value && 'text' in value;
}
