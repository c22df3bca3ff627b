/** An estimate and the 95 % confidence interval around it, from the means of 20 consecutive parts of the run. */
export interface Estimate {
  /** The estimate, in milliseconds. */
  readonly milliseconds: number;
  /** Lower end of the interval, in milliseconds. */
  readonly low: number;
  /** Upper end of the interval, in milliseconds. */
  readonly high: number;
}

/** What a simulation showed. Latencies are from a request's arrival to its answer. */
export interface BatchingSimulation {
  /** Answered requests per second. */
  readonly throughput: number;
  /** Answered inferences (requests times their batch) per second. */
  readonly inferencesPerSecond: number;
  /** Mean latency in milliseconds. */
  readonly meanMilliseconds: number;
  /** Median latency in milliseconds. */
  readonly p50Milliseconds: number;
  /** 90th percentile of the latency in milliseconds. */
  readonly p90Milliseconds: number;
  /** 95th percentile of the latency in milliseconds. */
  readonly p95Milliseconds: number;
  /** 99th percentile of the latency in milliseconds. */
  readonly p99Milliseconds: number;
  /** 99.9th percentile of the latency in milliseconds. */
  readonly p999Milliseconds: number;
  /** The mean and its confidence interval. */
  readonly mean: Estimate;
  /** The median and its confidence interval. */
  readonly p50: Estimate;
  /** The 90th percentile and its confidence interval. */
  readonly p90: Estimate;
  /** The 95th percentile and its confidence interval. */
  readonly p95: Estimate;
  /** The 99th percentile and its confidence interval. */
  readonly p99: Estimate;
  /** The 99.9th percentile and its confidence interval. */
  readonly p999: Estimate;
  /** Mean batch size of an execution. */
  readonly meanBatch: number;
  /** Number of executions by batch size, of the sizes that occurred. */
  readonly executionsByBatch: { [batch: string]: number };
  /** Number of executions. */
  readonly executions: number;
  /** Share of the mean latency that requests waited, from 0 to 1. */
  readonly queueShare: number;
  /** Share of the time that model instances were busy, from 0 to 1. */
  readonly utilisation: number;
  /** Mean number of requests on their way. */
  readonly meanInFlight: number;
  /** Requests that were answered and counted. */
  readonly answered: number;
  /** Requests that were refused: the queue was full, or they waited for longer than their timeout. */
  readonly rejected: number;
  /** Simulated time in milliseconds. */
  readonly simulatedMilliseconds: number;
}
