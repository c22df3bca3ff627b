/** What an engine notes while it runs. Latencies are in order of arrival; NaN for a refused request. */
export class Measurements {
  public readonly executionsByBatch: Float64Array;
  /** Instance time of all executions. */
  public busy = 0;
  /** The same, once for each request of the batch. */
  public busyOfRequests = 0;
  /** When the last answer left. */
  public end = 0;
  /** Integral of the number of requests on their way. */
  public inFlightArea = 0;
  public rejected = 0;

  constructor(
    public readonly latencies: Float64Array,
    maxBatch: number,
  ) {
    this.executionsByBatch = new Float64Array(maxBatch + 1);
  }
}
