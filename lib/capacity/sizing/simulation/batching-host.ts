import { SimulatedHost } from './host';
import { HostListener, Instances } from './instances';
import { RandomStream } from '../../../measurements/random-stream';
import { Payload } from './payload';
import { RequestQueue } from './request-queue';
import { Batcher, Scenario } from './scenario';

/** Interval at which the batcher checks its queue if no other event occurs. */
const IDLE_CHECK_MILLISECONDS = 500;
/** Fraction of executions whose end wakes the batcher too early because of a race condition in the server. Measured on two busy cores. */
const PREMATURE_WAKE_UP_SHARE = 0.5;
/** Resolution of the batcher's clock: one microsecond. */
const TICK = 0.001;

/** The condition for which the batcher's thread waits. */
enum Waiting {
  /** Requests, the end of a delay, or a timeout. */
  FOR_WORK,
  /** Space for one more payload (formed batch) in the queue of the instances. */
  FOR_SPACE,
}

/**
 * A host with Triton's dynamic batcher. The host behaves like `DynamicBatchScheduler::BatcherThread` and `GetDynamicBatch` of release
 * 24.10: a thread that sleeps until an arrival, the end of an execution or a timer wakes it. The execution time of the thread itself is not
 * simulated.
 */
export class BatchingHost implements SimulatedHost {
  public outstanding = 0;
  private readonly batcher: Batcher;
  private readonly queue: RequestQueue;
  private readonly instances: Instances;
  private readonly largestPreferred: number;
  /** 1 at the index of each preferred batch size. */
  private readonly preferred: Uint8Array;

  private current = new Payload();
  /** Whether the batcher adds no more requests to the current payload, because of the size of the payload. */
  private saturated = false;
  /** An arrival wakes the batcher when the sum of the batch sizes of all queued requests reaches this value. */
  private nextPreferred = 0;
  /** Sum of the batch sizes of all queued requests. */
  private queuedBatch = 0;
  private waiting = Waiting.FOR_WORK;
  private sleepsSince = 0;
  private wakesAt = Infinity;

  /**
   * @param host index of this host, which is passed back to the listener
   * @param sizes batch size of each request
   * @param wakeUps random numbers that determine which ends of executions wake the batcher too early
   */
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
    this.queue = new RequestQueue(batcher, arrivedAt, (request) => {
      this.queuedBatch -= sizes[request];
      listener.rejected(request);
    });
    this.largestPreferred = batcher.preferred[batcher.preferred.length - 1];
    this.preferred = new Uint8Array(batcher.maxBatch + 1);
    for (const size of batcher.preferred) this.preferred[size] = 1;
  }

  public arrive(request: number, size: number, now: number): void {
    this.queuedBatch += size;
    if (!this.queue.push(request)) {
      this.listener.rejected(request);
      return;
    }
    const wakesBatcher = this.saturated || this.current.closed || this.queuedBatch >= this.nextPreferred;
    if (this.hasSpace && wakesBatcher) this.run(now);
    else this.scheduleIdleCheck(now);
  }

  public release(instance: number, now: number): void {
    if (this.batcher.prefetching) {
      this.instances.release(instance);
      this.instances.dispatch(now);
      this.run(now);
      return;
    }
    // The server wakes the batcher shortly before the instance counts as idle. A fast batcher then sleeps again, until the next accepted
    // request or for half a second.
    const wokenTooEarly = this.wakeUps.uniform() < PREMATURE_WAKE_UP_SHARE;
    if (wokenTooEarly && this.waiting === Waiting.FOR_WORK) this.run(now);
    this.instances.release(instance);
    if (!wokenTooEarly) this.run(now);
  }

  public wake(now: number): void {
    if (now < this.wakesAt) return; // a different event has already woken the batcher
    this.wakesAt = Infinity;
    if (this.waiting === Waiting.FOR_SPACE && !this.hasSpace) {
      this.queue.rejectTimedOut(now);
      this.scheduleIdleCheck(now);
    } else {
      this.run(now);
    }
  }

  /** Whether one more payload can be formed. */
  private get hasSpace(): boolean {
    return this.batcher.prefetching
      ? this.instances.waitingPayloads < 2 * this.scenario.instances
      : this.instances.idleInstances > this.instances.waitingPayloads;
  }

  private run(now: number): void {
    this.wakesAt = Infinity;
    for (;;) {
      if (this.saturated || this.current.closed) {
        this.current = new Payload();
        this.saturated = false;
        this.nextPreferred = 0;
      }
      if (this.queue.isEmpty) return this.sleep(Waiting.FOR_WORK, now);
      if (!this.hasSpace) return this.sleep(Waiting.FOR_SPACE, now);

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
    if (!this.queue.isEmpty) this.scheduleIdleCheck(now);
  }

  /** Sets the timer to the next idle check, unless the timer is already set to an earlier time. */
  private scheduleIdleCheck(now: number): void {
    const rounds = Math.floor((now - this.sleepsSince) / IDLE_CHECK_MILLISECONDS) + 1;
    const next = this.sleepsSince + rounds * IDLE_CHECK_MILLISECONDS;
    // After rounding, the time of the next check can be now, and the simulation would never advance.
    this.setTimer(next > now ? next : next + IDLE_CHECK_MILLISECONDS);
  }

  private setTimer(time: number): void {
    if (time >= this.wakesAt) return;
    this.wakesAt = time;
    this.listener.wakeAt(this.host, time);
  }

  /**
   * If the payload can be sent, moves requests from the queue to the current payload and returns `now`. Otherwise returns the time of the
   * next attempt. Unless the delay is over, the payload is sent as soon as the queued requests reach a preferred size, with the largest
   * preferred size that they reach. If they exceed the largest preferred size without reaching a preferred size, the requests before the
   * excess are sent. In all other cases, a payload that can be sent receives all queued requests that fit into the maximum batch size.
   */
  private extendPayload(now: number): number {
    const { batcher, queue, sizes, largestPreferred } = this;
    const currentSize = this.current.batch;
    let count = 0;
    let batch = 0;
    let oldest = Infinity;
    let deadline = Infinity;
    let sendSize = 0;
    let sendCount = 0;
    let isFull = false;
    for (;;) {
      const request = queue.candidate(count, now);
      if (request < 0) break;
      const size = sizes[request];
      if (currentSize + count > 0) {
        if (currentSize + batch + size > largestPreferred && sendSize === 0) {
          sendSize = batch;
          sendCount = count;
          this.saturated = true;
        }
        if (currentSize + batch + size > batcher.maxBatch) {
          isFull = true;
          break;
        }
      }
      oldest = Math.min(oldest, this.arrivedAt[request]);
      deadline = Math.min(deadline, queue.deadlineAt(count));
      batch += size;
      count++;
      if (this.preferred[currentSize + batch]) {
        sendSize = batch;
        sendCount = count;
      }
    }

    const sendAt = oldest + batcher.delay;
    const delayIsOver = batcher.delay > 0 && now >= sendAt;
    if (sendSize > 0 && !delayIsOver) {
      if (batcher.delay === 0) this.saturated = true;
      return this.moveRequests(sendCount, now);
    }
    if (count === 0) return now;
    if (isFull || currentSize + batch >= largestPreferred) {
      this.saturated = true;
      return this.moveRequests(count, now);
    }
    if (delayIsOver || batcher.delay === 0) return this.moveRequests(count, now);

    const next = batcher.preferred.find((size) => size > currentSize + batch) ?? batcher.preferred[0];
    this.nextPreferred = next - currentSize;
    if (!this.saturated && currentSize > 0 && !this.preferred[currentSize]) return this.moveRequests(count, now);
    return deadline > now ? Math.min(sendAt, deadline + TICK) : now + TICK;
  }

  /** Moves requests from the queue to the current payload. Returns `now`, which is the result of `extendPayload` for a payload to send. */
  private moveRequests(count: number, now: number): number {
    for (let i = 0; i < count; i++) {
      const request = this.queue.shift();
      this.current.add(request, this.sizes[request], this.arrivedAt[request]);
      this.queuedBatch -= this.sizes[request];
    }
    return now;
  }
}
