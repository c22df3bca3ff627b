/** A message of the process that runs the handler. */
export interface HandlerMessage {
  readonly output?: string;
  readonly result?: { readonly error?: string };
}

/** A message to the process: the time for the test ends before the next request is retried. */
export const END_OF_TIME = 'end of time';
