/** An input of the library or of a handler that tries to break it. */
export interface LibraryInput {
  readonly name: string;
  /**
   * Reads the input, in a process that may be ended.
   *
   * @returns what came of it
   * @throws an error in words, where the input is rejected
   */
  readonly run: (folder: string) => unknown;
  /** Whether only a rejection is right. */
  readonly rejected?: boolean;
}

/** What came of it. */
export interface LibraryOutcome {
  /** What was returned or said, as text. */
  readonly text: string;
  /** The class of an error. */
  readonly thrown?: string;
  readonly problems: string[];
  readonly peakBytes: number;
}

/** What a run returns that judges itself. */
export interface Judged {
  readonly text: string;
  readonly problems: string[];
}

export function isJudged(value: unknown): value is Judged {
  return typeof value === 'object' && value !== null && 'problems' in value && 'text' in value;
}
