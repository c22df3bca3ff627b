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

class Level {
  public readonly waiting = new Fifo();
  /** Late requests that are served after the others of the level. */
  public readonly late = new Fifo();

  constructor(public readonly policy: LevelPolicy) {}

  public get length(): number {
    return this.waiting.length + this.late.length;
  }

  public at(index: number): number {
    const { waiting, late } = this;
    return index < waiting.length ? waiting.at(index) : late.at(index - waiting.length);
  }
}

/**
 * The requests of one host that are in no batch yet, by priority level. All requests of a level have the same timeout,
 * so those that are late are always the oldest.
 */
export class RequestQueue {
  private readonly levels: Level[];

  constructor(
    policies: LevelPolicy[],
    private readonly arrivedAt: Float64Array,
  ) {
    this.levels = policies.map((policy) => new Level(policy));
  }

  public get length(): number {
    let length = 0;
    for (const level of this.levels) length += level.length;
    return length;
  }

  /** The request at a position in the order in which they are served. */
  public at(index: number): number {
    let rest = index;
    for (const level of this.levels) {
      if (rest < level.length) return level.at(rest);
      rest -= level.length;
    }
    throw new RangeError(`no request at ${index}`);
  }

  /** Returns false where the level is full. */
  public push(request: number, level: number): boolean {
    const { waiting, policy } = this.levels[level];
    if (this.levels[level].length >= policy.maxSize) return false;
    waiting.push(request);
    return true;
  }

  public shift(): number {
    const level = this.levels.find((candidate) => candidate.length > 0) as Level;
    return level.waiting.length ? level.waiting.shift() : level.late.shift();
  }

  /** When the request at a position becomes late; Infinity without a timeout. */
  public deadlineAt(index: number): number {
    let rest = index;
    for (const { waiting, policy, length } of this.levels) {
      if (rest < waiting.length) return policy.timeout ? this.arrivedAt[waiting.at(rest)] + policy.timeout : Infinity;
      if (rest < length) return Infinity;
      rest -= length;
    }
    return Infinity;
  }

  /** Removes the late requests of levels that reject them and hands them to `reject`; puts others behind their level. */
  public applyTimeouts(now: number, reject: (request: number) => void): void {
    for (const level of this.levels) {
      const { waiting, late, policy } = level;
      if (!policy.timeout) continue;
      while (waiting.length && now > this.arrivedAt[waiting.at(0)] + policy.timeout) {
        if (policy.delays) late.push(waiting.shift());
        else reject(waiting.shift());
      }
    }
  }
}
