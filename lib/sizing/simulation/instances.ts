import { Payload } from './payload';
import { Scenario } from './scenario';

/** What a host tells the engine. */
export interface HostListener {
  /** An instance began a payload and will be done at `end`. */
  started(host: number, instance: number, payload: Payload, now: number, end: number): void;
  /** A request was refused. */
  rejected(request: number): void;
  /** The host wants to look at its queue again at that time. */
  wakeAt(host: number, time: number): void;
}

/** The payloads that wait for an instance of a host, and the instances. */
export class Instances {
  private readonly waiting: Payload[] = [];
  /** The longest idle first. */
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

  /** Gives payloads to idle instances; returns whether any was given. */
  public dispatch(now: number): boolean {
    let any = false;
    while (this.idle.length && this.waiting.length) {
      const instance = this.idle.shift() as number;
      const payload = this.take(now);
      this.listener.started(this.host, instance, payload, now, this.endOf(instance, payload.batch, now));
      any = true;
    }
    return any;
  }

  /** The first payload, merged with those behind it whose delay is over, as long as they fit. */
  private take(now: number): Payload {
    const payload = this.waiting.shift() as Payload;
    payload.taken = true;
    const { delay = 0, maxBatch = 1 } = this.scenario.batcher ?? {};
    while (delay > 0 && this.waiting.length && now - this.waiting[0].oldest > delay) {
      const next = this.waiting[0];
      next.taken = true; // it stays as it is even where it does not fit: the server marks it before it looks
      if (payload.batch + next.batch > maxBatch) break;
      payload.merge(next);
      this.waiting.shift();
    }
    return payload;
  }

  private endOf(instance: number, batch: number, now: number): number {
    const { service, overlap, gpus } = this.scenario;
    if (overlap === undefined) return now + service[batch];
    // instances are spread over the GPUs in turn; the part that does not overlap waits for its GPU
    const gpu = instance % gpus;
    this.gpuFreeAt[gpu] = Math.max(now + overlap, this.gpuFreeAt[gpu]) + service[batch] - overlap;
    return this.gpuFreeAt[gpu];
  }
}
