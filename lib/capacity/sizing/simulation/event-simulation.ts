import { BatchingHost } from './batching-host';
import { EventQueue } from './event-queue';
import { DirectHost, SimulatedHost } from './host';
import { HostListener } from './instances';
import { Measurements } from './measurements';
import { Payload } from './payload';
import { RandomStream } from '../../../measurements/random-stream';
import { Scenario } from './scenario';

/** The random numbers of a simulation: a separate stream for each purpose. */
export interface RandomStreams {
  readonly arrivals: RandomStream;
  readonly routing: RandomStream;
  readonly wakeUps: RandomStream;
}

/** Simulates any scenario, event by event. */
export function simulateEvents(scenario: Scenario, streams: RandomStreams): Measurements {
  return new EventSimulation(scenario, streams).run();
}

class EventSimulation implements HostListener {
  private readonly events = new EventQueue();
  private readonly hosts: SimulatedHost[];
  /** Host of each request in progress. */
  private readonly hostOf: Int32Array;
  private readonly arrivedAt: Float64Array;
  private readonly sizes: Int32Array;
  private readonly executing: Payload[];
  /** Completed payloads whose responses wait for the responses of earlier payloads, because the order must be preserved. */
  private readonly waitingResponses: Payload[] = [];
  private readonly result: Measurements;
  private arrived = 0;
  private inProgress = 0;
  private now = 0;
  /** Time of the last response of each host. If the order is preserved, no later response is sent before this time. */
  private readonly lastResponse: Float64Array;
  private readonly closedLoop: boolean;

  constructor(
    private readonly scenario: Scenario,
    private readonly streams: RandomStreams,
  ) {
    const { requests, requestBatch, batcher, hosts, instances, serviceTimes, options } = scenario;
    const { times, batches, concurrency } = options.arrivals._stream;
    this.closedLoop = concurrency !== undefined;
    this.arrivedAt = new Float64Array(requests);
    times?.fill(this.arrivedAt, streams.arrivals);
    this.sizes = batches ? Int32Array.from(batches) : new Int32Array(requests).fill(requestBatch);
    this.hostOf = new Int32Array(requests);
    this.result = new Measurements(new Float64Array(requests).fill(NaN), serviceTimes.length - 1);
    this.executing = new Array(hosts * instances);
    this.lastResponse = new Float64Array(hosts);
    this.hosts = Array.from({ length: hosts }, (_, host) =>
      batcher
        ? new BatchingHost(host, batcher, scenario, this.sizes, this.arrivedAt, this, streams.wakeUps)
        : new DirectHost(host, scenario, this),
    );
  }

  public run(): Measurements {
    const { requests, hosts, instances } = this.scenario;
    const { concurrency = 0 } = this.scenario.options.arrivals._stream;
    for (let client = 0; client < concurrency; client++) this.sendNextRequest();
    for (;;) {
      const nextArrival = this.closedLoop || this.arrived === requests ? Infinity : this.arrivedAt[this.arrived];
      const nextEvent = this.events.nextTime;
      if (nextArrival === Infinity && this.inProgress === 0) break;
      this.advance(Math.min(nextArrival, nextEvent));
      if (nextArrival <= nextEvent) {
        this.arrive();
        continue;
      }
      // The lowest codes wake a host (one code per host). The next codes end the execution on an instance (slot). Higher codes send a response.
      const code = this.events.next();
      const slot = code - hosts;
      if (slot < 0) this.hosts[code].wake(this.now);
      else if (slot < this.executing.length) this.finish(slot, Math.floor(slot / instances));
      else this.respond(this.waitingResponses[slot - this.executing.length]);
    }
    return this.result;
  }

  public started(host: number, instance: number, payload: Payload, now: number, end: number): void {
    const { instances, hosts, batcher } = this.scenario;
    const slot = host * instances + instance;
    this.executing[slot] = payload;
    this.events.add(end, hosts + slot);
    this.result.executionsByBatch[payload.batch]++;
    this.result.executionTime += end - now;
    this.result.executionTimeOfRequests += (end - now) * payload.requests.length;
    payload.respondAt = batcher?.preservesOrder ? Math.max(this.lastResponse[host], end) : end;
    this.lastResponse[host] = payload.respondAt;
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
    if (payload.respondAt === this.now) this.respond(payload);
    else
      this.events.add(
        payload.respondAt,
        this.scenario.hosts + this.executing.length + this.waitingResponses.push(payload) - 1,
      );
  }

  private respond(payload: Payload): void {
    this.result.end = this.now;
    for (const request of payload.requests) {
      this.result.latencies[request] = this.now - this.arrivedAt[request];
      this.leave(request);
    }
  }

  private leave(request: number): void {
    this.hosts[this.hostOf[request]].outstanding--;
    this.inProgress--;
    this.sendNextRequest();
  }

  /** Sends the next request of a closed-loop client. */
  private sendNextRequest(): void {
    if (!this.closedLoop || this.arrived === this.scenario.requests) return;
    this.arrivedAt[this.arrived] = this.now;
    this.arrive();
  }

  private arrive(): void {
    const request = this.arrived++;
    const host = this.route();
    this.hostOf[request] = host;
    this.hosts[host].outstanding++;
    this.inProgress++;
    this.hosts[host].arrive(request, this.sizes[request], this.now);
  }

  private route(): number {
    const { hosts, leastOutstanding } = this.scenario;
    if (hosts === 1) return 0;
    const first = this.streams.routing.integer(hosts); // ties are broken randomly
    if (!leastOutstanding) return first;
    let best = first;
    for (let i = 1; i < hosts; i++) {
      const host = (first + i) % hosts;
      if (this.hosts[host].outstanding < this.hosts[best].outstanding) best = host;
    }
    return best;
  }

  private advance(time: number): void {
    this.result.inProgressIntegral += this.inProgress * (time - this.now);
    this.now = time;
  }
}
