/** The result of a simulation. Latencies are the time from the arrival of a request to its response. */
export interface BatchingSimulation {
  /** Number of completed requests per second. */
  readonly throughput: number;
  /** Number of completed inferences per second. A request counts as many inferences as its batch size. */
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
  /** Mean batch size of the executions. */
  readonly meanBatch: number;
  /** Number of executions by batch size, for the batch sizes that occurred. */
  readonly executionsByBatch: { [batch: string]: number };
  /** Number of executions. */
  readonly executions: number;
  /** Fraction of the mean latency that requests spent in the queue, from 0 to 1. */
  readonly queueShare: number;
  /** Fraction of the time that model instances were busy, from 0 to 1. */
  readonly utilization: number;
  /** Mean number of concurrent requests. */
  readonly meanConcurrentRequests: number;
  /** Number of completed requests that are included in the result. */
  readonly completedRequests: number;
  /** Number of rejected requests, because the queue was full or because they exceeded their timeout. */
  readonly rejected: number;
  /** Simulated time, in milliseconds. */
  readonly simulatedMilliseconds: number;
}
