/** The load and the latency limit of a fleet. */
export interface BenchmarkDemand {
  /**
   * Requests per minute at the peak.
   *
   * @default - one instance
   */
  readonly invocationsPerMinute?: number;

  /**
   * Maximum ModelLatency, in milliseconds.
   *
   * @default - any
   */
  readonly modelLatencyMilliseconds?: number;
}
