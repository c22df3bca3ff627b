import { LevelPolicy } from './scenario';

/** A first-in, first-out queue. `shift` advances an index instead of moving all items. */
export class Fifo {
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

/** The queue of one priority level. All requests of a level have the same timeout, so the oldest request exceeds the timeout first. */
class Level {
  private readonly waiting = new Fifo();
  /** Requests that exceeded their timeout. They are served after all other requests of the level. */
  private readonly delayed = new Fifo();

  constructor(
    private readonly policy: LevelPolicy,
    private readonly arrivedAt: Float64Array,
  ) {}

  public get length(): number {
    return this.waiting.length + this.delayed.length;
  }

  public get isFull(): boolean {
    return this.length >= this.policy.maxSize;
  }

  public at(index: number): number {
    const { waiting, delayed } = this;
    return index < waiting.length ? waiting.at(index) : delayed.at(index - waiting.length);
  }

  public push(request: number): void {
    this.waiting.push(request);
  }

  public shift(): number {
    return this.waiting.length ? this.waiting.shift() : this.delayed.shift();
  }

  public deadlineAt(index: number): number {
    if (!this.policy.timeout || index >= this.waiting.length) return Infinity;
    return this.arrivedAt[this.waiting.at(index)] + this.policy.timeout;
  }

  public rejectTimedOut(now: number, reject: (request: number) => void): void {
    if (this.policy.delaysTimedOut) return;
    while (now > this.deadlineAt(0)) reject(this.waiting.shift());
  }

  public applyTimeouts(now: number, reject: (request: number) => void): void {
    if (this.policy.delaysTimedOut) while (now > this.deadlineAt(0)) this.delayed.push(this.waiting.shift());
    else this.rejectTimedOut(now, reject);
  }
}

/** The requests of a host that are not part of a batch yet, by priority level. */
export class RequestQueue {
  private readonly levels: Level[];

  constructor(
    policies: LevelPolicy[],
    arrivedAt: Float64Array,
    private readonly reject: (request: number) => void,
  ) {
    this.levels = policies.map((policy) => new Level(policy, arrivedAt));
  }

  public get isEmpty(): boolean {
    for (const level of this.levels) if (level.length) return false;
    return true;
  }

  /** Adds a request. Returns false if the level is full. */
  public push(request: number, level: number): boolean {
    if (this.levels[level].isFull) return false;
    this.levels[level].push(request);
    return true;
  }

  public shift(): number {
    for (const level of this.levels) if (level.length) return level.shift();
    throw new RangeError('the queue is empty');
  }

  /**
   * Returns the request at a position in the order of execution, or -1 if the queue is shorter. The timeouts of a level are applied only if
   * the search reaches the level.
   */
  public candidate(index: number, now: number): number {
    let remaining = index;
    for (const level of this.levels) {
      level.applyTimeouts(now, this.reject);
      if (remaining < level.length) return level.at(remaining);
      remaining -= level.length;
    }
    return -1;
  }

  /** Time at which the request at a position exceeds its timeout. Infinity without a timeout. */
  public deadlineAt(index: number): number {
    let remaining = index;
    for (const level of this.levels) {
      if (remaining < level.length) return level.deadlineAt(remaining);
      remaining -= level.length;
    }
    return Infinity;
  }

  /** Rejects the requests that exceeded their timeout, in levels whose timeout action is to reject. */
  public rejectTimedOut(now: number): void {
    for (const level of this.levels) level.rejectTimedOut(now, this.reject);
  }
}
