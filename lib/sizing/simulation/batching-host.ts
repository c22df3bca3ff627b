import { Host } from './host';
import { HostListener, Instances } from './instances';
import { RandomStream } from './random-stream';
import { Payload } from './payload';
import { RequestQueue } from './request-queue';
import { Batcher, Scenario } from './scenario';

/** The batcher looks at its queue again after half a second even if nothing happens. */
const PATROL = 500;
/** Share of executions whose end does not wake the batcher: a race, measured on two busy cores. */
const MISSED_WAKE_UPS = 0.5;
/** The shortest wait of the batcher's clock, which counts microseconds. */
const TICK = 0.001;

/** What the batcher's thread waits for. */
enum Waiting {
  /** Requests, a delay or a timeout. */
  FOR_WORK,
  /** Room for one more payload before the instances. */
  FOR_ROOM,
}

/**
 * Triton's dynamic batcher, as `DynamicBatchScheduler::BatcherThread` and `GetDynamicBatch` of release 24.10 behave: a
 * thread that sleeps until an arrival, a taken payload or a timer wakes it, here without any time of its own.
 */
export class BatchingHost implements Host {
  public outstanding = 0;
  private readonly batcher: Batcher;
  private readonly queue: RequestQueue;
  private readonly instances: Instances;
  private readonly largestPreferred: number;
  private readonly preferred: Uint8Array;

  private current = new Payload();
  /** The current payload takes no more requests. */
  private saturated = false;
  private nextPreferred = 0;
  /** Batch size of all queued requests. */
  private queuedBatch = 0;
  private waiting = Waiting.FOR_WORK;
  private sleepsSince = 0;
  private wakesAt = Infinity;

  constructor(
    private readonly host: number,
    batcher: Batcher,
    private readonly scenario: Scenario,
    private readonly sizes: Int32Array,
    private readonly arrivedAt: Float64Array,
    private readonly listener: HostListener,
    private readonly wakeUps: RandomStream,
  ) {
    this.batcher = batcher;
    this.instances = new Instances(host, scenario, listener);
    this.queue = new RequestQueue(batcher.levels, arrivedAt, (request) => {
      this.queuedBatch -= sizes[request];
      listener.rejected(request);
    });
    this.largestPreferred = batcher.preferred[batcher.preferred.length - 1];
    this.preferred = new Uint8Array(batcher.maxBatch + 1);
    for (const size of batcher.preferred) this.preferred[size] = 1;
  }

  public arrive(request: number, size: number, level: number, now: number): void {
    this.queuedBatch += size;
    if (!this.queue.push(request, level)) {
      this.listener.rejected(request);
      return;
    }
    const matters = this.saturated || this.current.taken || this.queuedBatch >= this.nextPreferred;
    if (this.hasRoom && matters) this.run(now);
    else this.patrol(now);
  }

  public release(instance: number, now: number): void {
    if (this.batcher.prefetching) {
      this.instances.release(instance);
      this.instances.dispatch(now);
      this.run(now);
      return;
    }
    // Here the server wakes the batcher a moment before it counts the instance as idle. A batcher that is quick goes back
    // to sleep: until the next request that is accepted, or for half a second.
    const missed = this.wakeUps.uniform() < MISSED_WAKE_UPS;
    if (missed && this.waiting === Waiting.FOR_WORK) this.run(now);
    this.instances.release(instance);
    if (!missed) this.run(now);
  }

  public wake(now: number): void {
    if (now < this.wakesAt) return; // it was woken by something else since it asked for this
    this.wakesAt = Infinity;
    if (this.waiting === Waiting.FOR_ROOM && !this.hasRoom) {
      this.queue.rejectLate(now);
      this.patrol(now);
    } else {
      this.run(now);
    }
  }

  /** Whether another payload may be formed. */
  private get hasRoom(): boolean {
    return this.batcher.prefetching
      ? this.instances.waitingPayloads < 2 * this.scenario.instances
      : this.instances.idleInstances > this.instances.waitingPayloads;
  }

  private run(now: number): void {
    this.wakesAt = Infinity;
    for (;;) {
      if (this.saturated || this.current.taken) {
        this.current = new Payload();
        this.saturated = false;
        this.nextPreferred = 0;
      }
      if (this.queue.isEmpty) return this.sleep(Waiting.FOR_WORK, now);
      if (!this.hasRoom) return this.sleep(Waiting.FOR_ROOM, now);

      const wakesAt = this.extendPayload(now);
      if (wakesAt > now) {
        this.sleep(Waiting.FOR_WORK, now);
        return this.setTimer(wakesAt);
      }
      if (this.current.batch > 0 && !this.current.scheduled) {
        this.instances.add(this.current);
        this.instances.dispatch(now);
      }
    }
  }

  private sleep(waiting: Waiting, now: number): void {
    this.waiting = waiting;
    this.sleepsSince = now;
    if (!this.queue.isEmpty) this.patrol(now);
  }

  /** Sets the timer of the half-second round, unless it wakes earlier anyway. */
  private patrol(now: number): void {
    const rounds = Math.floor((now - this.sleepsSince) / PATROL) + 1;
    this.setTimer(this.sleepsSince + rounds * PATROL);
  }

  private setTimer(time: number): void {
    if (time >= this.wakesAt) return;
    this.wakesAt = time;
    this.listener.wakeAt(this.host, time);
  }

  /**
   * Moves requests from the queue to the current payload, if it is time; otherwise says when to look again. A preferred
   * size is sent at once, the largest that is full; beyond the largest preferred size, or where the next request does
   * not fit, everything is.
   */
  private extendPayload(now: number): number {
    const { batcher, queue, sizes, largestPreferred } = this;
    const before = this.current.batch;
    let count = 0;
    let batch = 0;
    let oldest = Infinity;
    let deadline = Infinity;
    let best = 0;
    let bestCount = 0;
    let full = false;
    for (;;) {
      const request = queue.candidate(count, now);
      if (request < 0) break;
      const size = sizes[request];
      if (before + count > 0) {
        if (before + batch + size > largestPreferred && best === 0) {
          best = batch;
          bestCount = count;
          this.saturated = true;
        }
        if (before + batch + size > batcher.maxBatch) {
          full = true;
          break;
        }
      }
      oldest = Math.min(oldest, this.arrivedAt[request]);
      deadline = Math.min(deadline, queue.deadlineAt(count));
      batch += size;
      count++;
      if (this.preferred[before + batch]) {
        best = batch;
        bestCount = count;
      }
    }

    const sendAt = oldest + batcher.delay;
    const delayIsOver = batcher.delay > 0 && now >= sendAt;
    if (best > 0 && !delayIsOver) {
      if (batcher.delay === 0) this.saturated = true;
      return this.move(bestCount, now);
    }
    if (count === 0) return now;
    if (full || before + batch >= largestPreferred) {
      this.saturated = true;
      return this.move(count, now);
    }
    if (delayIsOver || batcher.delay === 0) return this.move(count, now);

    const next = batcher.preferred.find((size) => size > before + batch) ?? batcher.preferred[0];
    this.nextPreferred = next - before;
    if (!this.saturated && before > 0 && !this.preferred[before]) return this.move(count, now);
    return deadline > now ? Math.min(sendAt, deadline + TICK) : now + TICK;
  }

  private move(count: number, now: number): number {
    for (let i = 0; i < count; i++) {
      const request = this.queue.shift();
      this.current.add(request, this.sizes[request], this.arrivedAt[request]);
      this.queuedBatch -= this.sizes[request];
    }
    return now;
  }
}
