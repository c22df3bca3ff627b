/** A reason why an endpoint does not start, and the texts that indicate it. */
export interface Cause {
  readonly id: string;
  readonly title: string;
  /** Explanation, in one sentence. */
  readonly meaning: string;
  /** Instructions to fix the problem. */
  readonly remedy: string;
  /** ID of the library's rule that finds the cause at synthesis, if there is one. */
  readonly rule?: string;
  /** Texts in log lines, case-insensitive. ` … ` between the parts of a text matches any text. */
  readonly texts: string[];
}
