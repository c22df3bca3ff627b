/** The time of an execution. */
export interface ServiceTime {
  /** Batch size of the execution, at least 1. */
  readonly batch: number;
  /** Execution time on one model instance, in milliseconds, above 0. */
  readonly milliseconds: number;
}

/** The time of an execution in addition to the execution time of the model, in the server and outside it. */
export interface ExecutionOverheads {
  /** Time for each request in the batch, in milliseconds: copies of inputs and outputs, and the response. */
  readonly perRequestMilliseconds: number;
  /** Time for each execution, in milliseconds: the call of the backend. */
  readonly perExecutionMilliseconds: number;
}
