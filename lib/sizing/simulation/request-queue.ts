import { LevelPolicy } from './scenario';

/** First in, first out, without moving what is left. */
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

/** The requests of one priority level. All have the same timeout, so those that are late are always the oldest. */
class Level {
  private readonly waiting = new Fifo();
  /** Late requests that are served after the others of the level. */
  private readonly late = new Fifo();

  constructor(
    private readonly policy: LevelPolicy,
    private readonly arrivedAt: Float64Array,
  ) {}

  public get length(): number {
    return this.waiting.length + this.late.length;
  }

  public get isFull(): boolean {
    return this.length >= this.policy.maxSize;
  }

  public at(index: number): number {
    const { waiting, late } = this;
    return index < waiting.length ? waiting.at(index) : late.at(index - waiting.length);
  }

  public push(request: number): void {
    this.waiting.push(request);
  }

  public shift(): number {
    return this.waiting.length ? this.waiting.shift() : this.late.shift();
  }

  public deadlineAt(index: number): number {
    if (!this.policy.timeout || index >= this.waiting.length) return Infinity;
    return this.arrivedAt[this.waiting.at(index)] + this.policy.timeout;
  }

  public rejectLate(now: number, reject: (request: number) => void): void {
    if (this.policy.delays) return;
    while (now > this.deadlineAt(0)) reject(this.waiting.shift());
  }

  public applyTimeouts(now: number, reject: (request: number) => void): void {
    if (this.policy.delays) while (now > this.deadlineAt(0)) this.late.push(this.waiting.shift());
    else this.rejectLate(now, reject);
  }
}

/** The requests of one host that are in no batch yet, by priority level. */
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

  /** Returns false where the level is full. */
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
   * The request at a position in the order in which they are served, or -1. The policy of a level is applied when the
   * search gets to it: late requests of a level that is out of reach stay where they are.
   */
  public candidate(index: number, now: number): number {
    let rest = index;
    for (const level of this.levels) {
      level.applyTimeouts(now, this.reject);
      if (rest < level.length) return level.at(rest);
      rest -= level.length;
    }
    return -1;
  }

  /** When the request at a position becomes late; Infinity without a timeout. */
  public deadlineAt(index: number): number {
    let rest = index;
    for (const level of this.levels) {
      if (rest < level.length) return level.deadlineAt(rest);
      rest -= level.length;
    }
    return Infinity;
  }

  /** Rejects what is late in levels that reject. */
  public rejectLate(now: number): void {
    for (const level of this.levels) level.rejectLate(now, this.reject);
  }
}
