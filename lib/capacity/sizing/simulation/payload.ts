/** A batch that waits for an instance or is executed. "Payload" is Triton's term. A payload grows until it is closed. */
export class Payload {
  public readonly requests: number[] = [];
  public batch = 0;
  /** Arrival time of the oldest request. */
  public oldest = Infinity;
  /** Whether the payload is in the queue of the instances. */
  public scheduled = false;
  /** Whether the payload accepts no more requests: an instance executes it, or the server tried to merge it into an earlier payload. */
  public closed = false;
  public respondAt = 0;

  public add(request: number, size: number, arrivedAt: number): void {
    this.requests.push(request);
    this.batch += size;
    if (arrivedAt < this.oldest) this.oldest = arrivedAt;
  }

  public merge(other: Payload): void {
    for (const request of other.requests) this.requests.push(request);
    this.batch += other.batch;
  }
}
