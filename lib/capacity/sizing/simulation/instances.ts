import { Payload } from './payload';
import { Scenario } from './scenario';

/** Receives the events of a host. */
export interface HostListener {
  /** An instance has started a payload, which ends at `end`. */
  started(host: number, instance: number, payload: Payload, now: number, end: number): void;
  /** A request was rejected. */
  rejected(request: number): void;
  /** The host requests that its method `wake` is called at a time. */
  wakeAt(host: number, time: number): void;
}

/** The model instances of a host, and the payloads that wait for them. */
export class Instances {
  private readonly waiting: Payload[] = [];
  /** Idle instances. The instance that has been idle longest is first. */
  private readonly idle: number[];
  private readonly gpuFreeAt: Float64Array;

  constructor(
    private readonly host: number,
    private readonly scenario: Scenario,
    private readonly listener: HostListener,
  ) {
    this.idle = Array.from({ length: scenario.instances }, (_, instance) => instance);
    this.gpuFreeAt = new Float64Array(scenario.gpus);
  }

  public get waitingPayloads(): number {
    return this.waiting.length;
  }

  public get idleInstances(): number {
    return this.idle.length;
  }

  public add(payload: Payload): void {
    payload.scheduled = true;
    this.waiting.push(payload);
  }

  public release(instance: number): void {
    this.idle.push(instance);
  }

  /** Starts waiting payloads on idle instances. */
  public dispatch(now: number): void {
    while (this.idle.length && this.waiting.length) {
      const instance = this.idle.shift() as number;
      const payload = this.nextPayload(now);
      this.listener.started(this.host, instance, payload, now, this.endOf(instance, payload.batch, now));
    }
  }

  /** Returns the first payload, merged with the next payloads whose delay has passed, up to the maximum batch size. */
  private nextPayload(now: number): Payload {
    const payload = this.waiting.shift() as Payload;
    payload.closed = true;
    const { delay = 0, maxBatch = 1 } = this.scenario.batcher ?? {};
    while (delay > 0 && this.waiting.length && now - this.waiting[0].oldest > delay) {
      const next = this.waiting[0];
      next.closed = true; // even if the payload does not fit, because the server closes a payload before it checks the size
      if (payload.batch + next.batch > maxBatch) break;
      payload.merge(next);
      this.waiting.shift();
    }
    return payload;
  }

  private endOf(instance: number, batch: number, now: number): number {
    const { serviceTimes, overlap, gpus } = this.scenario;
    if (overlap === undefined) return now + serviceTimes[batch];
    // Instances are assigned to the GPUs in turn. The part of an execution that does not overlap waits for its GPU.
    const gpu = instance % gpus;
    this.gpuFreeAt[gpu] = Math.max(now + overlap, this.gpuFreeAt[gpu]) + serviceTimes[batch] - overlap;
    return this.gpuFreeAt[gpu];
  }
}
