import { BatchingHost } from './batching-host';
import { DirectHost } from './direct-host';
import { EventQueue } from './event-queue';
import { Host } from './host';
import { HostListener } from './instances';
import { Measurements } from './measurements';
import { Payload } from './payload';
import { RandomStream } from './random-stream';
import { Scenario } from './scenario';

/** The random numbers of a simulation, by what they decide. */
export interface RandomStreams {
  readonly arrivals: RandomStream;
  readonly routing: RandomStream;
  readonly priorities: RandomStream;
  readonly wakeUps: RandomStream;
}

/** Runs any scenario, event by event. */
export function runEvents(scenario: Scenario, streams: RandomStreams): Measurements {
  return new EventEngine(scenario, streams).run();
}

class EventEngine implements HostListener {
  private readonly events = new EventQueue();
  private readonly hosts: Host[];
  /** The host of each request that is on its way. */
  private readonly hostOf: Int32Array;
  private readonly arrivedAt: Float64Array;
  private readonly sizes: Int32Array;
  private readonly executing: Payload[];
  /** Done, but held back until what came before them is answered. */
  private readonly held: Payload[] = [];
  private readonly result: Measurements;
  private arrived = 0;
  private inFlight = 0;
  private now = 0;
  /** With preserved order, no answer of the host leaves before this. */
  private readonly lastAnswer: Float64Array;
  private readonly closedLoop: boolean;

  constructor(
    private readonly scenario: Scenario,
    private readonly streams: RandomStreams,
  ) {
    const { requests, requestBatch, batcher, hosts, instances, service, props } = scenario;
    const { times, batches, concurrency } = props.arrivals._stream;
    this.closedLoop = concurrency !== undefined;
    this.arrivedAt = new Float64Array(requests);
    times?.fill(this.arrivedAt, streams.arrivals);
    this.sizes = batches ? Int32Array.from(batches) : new Int32Array(requests).fill(requestBatch);
    this.hostOf = new Int32Array(requests);
    this.result = new Measurements(new Float64Array(requests).fill(NaN), service.length - 1);
    this.executing = new Array(hosts * instances);
    this.lastAnswer = new Float64Array(hosts);
    this.hosts = Array.from({ length: hosts }, (_, host) =>
      batcher
        ? new BatchingHost(host, batcher, scenario, this.sizes, this.arrivedAt, this, streams.wakeUps)
        : new DirectHost(host, scenario, this),
    );
  }

  public run(): Measurements {
    const { requests, hosts, instances } = this.scenario;
    const { concurrency = 0 } = this.scenario.props.arrivals._stream;
    for (let client = 0; client < concurrency; client++) this.ask();
    for (;;) {
      const nextArrival = this.closedLoop || this.arrived === requests ? Infinity : this.arrivedAt[this.arrived];
      const nextEvent = this.events.nextTime;
      if (nextArrival === Infinity && this.inFlight === 0) break;
      this.advance(Math.min(nextArrival, nextEvent));
      if (nextArrival <= nextEvent) {
        this.arrive();
        continue;
      }
      const code = this.events.next();
      const slot = code - hosts;
      if (slot < 0) this.hosts[code].wake(this.now);
      else if (slot < this.executing.length) this.finish(slot, Math.floor(slot / instances));
      else this.answer(this.held[slot - this.executing.length]);
    }
    return this.result;
  }

  public started(host: number, instance: number, payload: Payload, now: number, end: number): void {
    const { instances, hosts, batcher } = this.scenario;
    const slot = host * instances + instance;
    this.executing[slot] = payload;
    this.events.add(end, hosts + slot);
    this.result.executionsByBatch[payload.batch]++;
    this.result.busy += end - now;
    this.result.busyOfRequests += (end - now) * payload.requests.length;
    payload.answerAt = batcher?.preservesOrder ? Math.max(this.lastAnswer[host], end) : end;
    this.lastAnswer[host] = payload.answerAt;
  }

  public rejected(request: number): void {
    this.result.rejected++;
    this.leave(request);
  }

  public wakeAt(host: number, time: number): void {
    this.events.add(time, host);
  }

  private finish(slot: number, host: number): void {
    const payload = this.executing[slot];
    this.hosts[host].release(slot - host * this.scenario.instances, this.now);
    if (payload.answerAt === this.now) this.answer(payload);
    else this.events.add(payload.answerAt, this.scenario.hosts + this.executing.length + this.held.push(payload) - 1);
  }

  private answer(payload: Payload): void {
    this.result.end = this.now;
    for (const request of payload.requests) {
      this.result.latencies[request] = this.now - this.arrivedAt[request];
      this.leave(request);
    }
  }

  private leave(request: number): void {
    this.hosts[this.hostOf[request]].outstanding--;
    this.inFlight--;
    this.ask();
  }

  /** A client of the closed loop sends its next request. */
  private ask(): void {
    if (!this.closedLoop || this.arrived === this.scenario.requests) return;
    this.arrivedAt[this.arrived] = this.now;
    this.arrive();
  }

  private arrive(): void {
    const request = this.arrived++;
    const host = this.route();
    this.hostOf[request] = host;
    this.hosts[host].outstanding++;
    this.inFlight++;
    this.hosts[host].arrive(request, this.sizes[request], this.priorityLevel(), this.now);
  }

  private route(): number {
    const { hosts, leastOutstanding } = this.scenario;
    if (hosts === 1) return 0;
    const first = this.streams.routing.integer(hosts); // ties fall to any
    if (!leastOutstanding) return first;
    let best = first;
    for (let i = 1; i < hosts; i++) {
      const host = (first + i) % hosts;
      if (this.hosts[host].outstanding < this.hosts[best].outstanding) best = host;
    }
    return best;
  }

  private priorityLevel(): number {
    const { cumulativeShares, defaultLevel } = this.scenario;
    if (!cumulativeShares.length) return defaultLevel;
    const draw = this.streams.priorities.uniform();
    return cumulativeShares.findIndex((share) => draw < share);
  }

  private advance(time: number): void {
    this.result.inFlightArea += this.inFlight * (time - this.now);
    this.now = time;
  }
}
