/** The measurements of a simulation. Latencies are in the order of arrival. The latency of a rejected request is NaN. */
export class Measurements {
  public readonly executionsByBatch: Float64Array;
  /** Total time of all executions. */
  public executionTime = 0;
  /** Sum over all executions of the execution time multiplied by the number of requests: the total time that requests were executed. */
  public executionTimeOfRequests = 0;
  /** Time of the last response. */
  public end = 0;
  /** Integral of the number of requests in progress over time. */
  public inProgressIntegral = 0;
  public rejected = 0;

  constructor(
    public readonly latencies: Float64Array,
    maxBatch: number,
  ) {
    this.executionsByBatch = new Float64Array(maxBatch + 1);
  }
}
