/** Options of the comparison of a shadow variant's responses with those of the production variant. */
export interface ShadowResponseOptions {
  /**
   * Whether the captured responses are compared. In minimal mode and without monitoring, they never are.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Absolute tolerance for each number, 0 or more.
   *
   * @default 0.001
   */
  readonly absoluteTolerance?: number;

  /**
   * Relative tolerance for each number, as a fraction of the number in the response of the production variant. It is added to
   * `absoluteTolerance`. 0 or more.
   *
   * @default 0
   */
  readonly relativeTolerance?: number;

  /**
   * Whether the log of the comparison contains names and values of the outputs that differ. The log contains at most 5 differences for each 5
   * minutes, and always the location of the captured data.
   *
   * @default false
   */
  readonly logPayloads?: boolean;
}
