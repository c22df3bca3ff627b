/** What a fleet has to carry. */
export interface BenchmarkDemand {
  /**
   * Requests per minute at the peak.
   *
   * @default - one instance
   */
  readonly invocationsPerMinute?: number;

  /**
   * The longest ModelLatency, in milliseconds.
   *
   * @default - any
   */
  readonly modelLatencyMilliseconds?: number;
}
