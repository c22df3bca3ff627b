/** A reason why an endpoint does not start, and the texts that show it. */
export interface Cause {
  readonly id: string;
  readonly title: string;
  /** What it means, in one sentence. */
  readonly meaning: string;
  /** What to do. */
  readonly remedy: string;
  /** The library's rule that finds it at synthesis, where there is one. */
  readonly rule?: string;
  /** Texts of lines that show it, whatever their case. Between the parts of a text, ` … ` stands for anything. */
  readonly texts: string[];
}
