/** One minute of a simulated fleet. Values without a range are those of the usual run. */
export interface FleetMinute {
  /** Number of requests that arrive. */
  readonly requests: number;
  /** Number of instances that autoscaling has requested. */
  readonly desiredInstances: number;
  /** Number of instances that serve requests. Requested instances that do not serve yet are being started. */
  readonly servingInstances: number;
  /** Number of requests that wait at the end of the minute because the load exceeded the capacity. */
  readonly waitingRequests: number;
  /**
   * Median latency in milliseconds.
   *
   * @default - no requests
   */
  readonly medianMilliseconds?: number;
  /**
   * Latency at the percentile of the objective, in milliseconds.
   *
   * @default - no requests
   */
  readonly latencyMilliseconds?: number;
  /**
   * Shortest latency at this percentile over all runs, in milliseconds.
   *
   * @default - no requests
   */
  readonly lowLatencyMilliseconds?: number;
  /**
   * Longest latency at this percentile over all runs, in milliseconds.
   *
   * @default - no requests
   */
  readonly highLatencyMilliseconds?: number;
  /** Number of requests that exceed the limit of the objective. */
  readonly requestsBeyondObjective: number;
  /** Number of requests that fail because they take longer than 60 seconds. Always 0 for asynchronous endpoints. */
  readonly failedRequests: number;
}

/** The smallest, the usual and the largest value over all runs of a simulation. Minutes beyond an objective have a range in each run. */
export interface FleetEstimate {
  /** Smallest value. */
  readonly low: number;
  /** Value of the run with the usual durations. */
  readonly usual: number;
  /** Largest value. */
  readonly high: number;
}

/** The result of `FleetSimulator.run`. */
export interface FleetSimulation {
  /** Each minute of the trace. */
  readonly minutes: FleetMinute[];
  /** Number of requests of the trace. */
  readonly requests: number;
  /**
   * Minutes in which the objective was violated. Since requests arrive at random times, each run has a range that contains the number with a
   * probability of 95 %: `low` and `high` are the ends of all ranges, and `usual` is the mean of the usual run.
   */
  readonly minutesBeyondObjective: FleetEstimate;
  /** Requests that exceeded the limit of the objective. */
  readonly requestsBeyondObjective: FleetEstimate;
  /** Requests that failed because they took longer than 60 seconds. */
  readonly failedRequests: FleetEstimate;
  /** Billed hours of all instances. Instances are billed from the scaling activity on, also while they start. */
  readonly instanceHours: FleetEstimate;
  /**
   * Cost of the instances over the trace, in USD.
   *
   * @default - the price of the instance type is not known
   */
  readonly costUsd?: FleetEstimate;
  /** Number of runs, each with different values of what AWS does not publish. */
  readonly runs: number;
  /** Limitations of the simulation, and the source of the price. Show them wherever you show the result. */
  readonly caveats: string[];
}
