import { Batcher } from './scenario';

/** A first-in, first-out queue. `shift` advances an index instead of moving all items. */
class Fifo {
  private items: number[] = [];
  private head = 0;

  public get length(): number {
    return this.items.length - this.head;
  }

  public at(index: number): number {
    return this.items[this.head + index];
  }

  public push(item: number): void {
    this.items.push(item);
  }

  public shift(): number {
    const item = this.items[this.head++];
    if (this.head > 1024 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }
}

/** The requests of a host that are not part of a batch yet. All requests have the same timeout, so the oldest request exceeds it first. */
export class RequestQueue {
  private readonly waiting = new Fifo();

  constructor(
    private readonly limits: Pick<Batcher, 'queueTimeout' | 'maxQueueSize'>,
    private readonly arrivedAt: Float64Array,
    private readonly reject: (request: number) => void,
  ) {}

  public get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** Adds a request. Returns false if the queue is full. */
  public push(request: number): boolean {
    if (this.waiting.length >= this.limits.maxQueueSize) return false;
    this.waiting.push(request);
    return true;
  }

  public shift(): number {
    if (this.isEmpty) throw new RangeError('the queue is empty');
    return this.waiting.shift();
  }

  /** Returns the request at a position in the order of execution, or -1 if the queue is shorter. */
  public candidate(index: number, now: number): number {
    this.rejectTimedOut(now);
    return index < this.waiting.length ? this.waiting.at(index) : -1;
  }

  /** Time at which the request at a position exceeds its timeout. Infinity without a timeout. */
  public deadlineAt(index: number): number {
    if (!this.limits.queueTimeout || index >= this.waiting.length) return Infinity;
    return this.arrivedAt[this.waiting.at(index)] + this.limits.queueTimeout;
  }

  /** Rejects the requests that exceeded their timeout. */
  public rejectTimedOut(now: number): void {
    while (now > this.deadlineAt(0)) this.reject(this.waiting.shift());
  }
}
