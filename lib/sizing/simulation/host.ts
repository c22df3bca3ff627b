/** One host that serves the model. */
export interface Host {
  /** Requests on their way; the engine counts them. */
  outstanding: number;
  arrive(request: number, size: number, level: number, now: number): void;
  /** An instance is done. */
  release(instance: number, now: number): void;
  /** A time came that was asked for with `wakeAt`. */
  wake(now: number): void;
}
