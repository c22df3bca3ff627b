/** How long one execution takes. */
export interface ServiceTime {
  /** Batch size of the execution, at least 1. */
  readonly batch: number;
  /** Its time on one model instance, in milliseconds, above 0. */
  readonly milliseconds: number;
}

/** Time that an execution takes beside the model's own, in the server and around it. */
export interface ExecutionOverheads {
  /** For each request in the batch, in milliseconds: copies of inputs and outputs, the answer. */
  readonly perRequestMilliseconds: number;
  /** Once for each execution, in milliseconds: the way to the backend and back. */
  readonly perExecutionMilliseconds: number;
}
