import { LoadTable } from '../latency/load-table';
import { RequestGroup } from '../latency/request-groups';
import { ServiceModel } from '../latency/service-model';

/** Instances that have the same number of waiting requests. */
interface Cohort {
  instances: number;
  /** Requests of each instance that wait because the load exceeded the capacity. */
  waiting: number;
}

/**
 * Where requests wait: in one queue of all instances, as in an asynchronous endpoint, or in the instance to which they are routed, which is
 * the least loaded instance or a random one.
 */
export type QueuePlace = 'shared' | 'leastLoaded' | 'random';

/**
 * Requests that wait because the load exceeds, or exceeded, the capacity. With routing to instances, a new instance does not help with
 * requests that already wait. With routing to the least loaded instance, it receives all new requests until its queue is as long as the
 * others.
 */
export class Backlog {
  private cohorts: Cohort[] = [];
  /** Waiting requests of a fleet without instances, by the time at which they arrived. */
  private unassigned: { requests: number; readonly arrivedAt: number }[] = [];
  private now = 0;

  constructor(
    private readonly service: ServiceModel,
    private readonly queuePlace: QueuePlace,
  ) {}

  /** Number of waiting requests of all instances. */
  public get waiting(): number {
    const assigned = this.cohorts.reduce((sum, { instances, waiting }) => sum + instances * waiting, 0);
    return this.unassigned.reduce((sum, { requests }) => sum + requests, assigned);
  }

  /** Sets the number of instances. Instances that are removed complete their requests before they stop. */
  public resize(instances: number): void {
    const current = this.cohorts.reduce((sum, cohort) => sum + cohort.instances, 0);
    if (instances === current) return;
    if (this.queuePlace === 'shared') {
      const assigned = this.cohorts.reduce((sum, cohort) => sum + cohort.instances * cohort.waiting, 0);
      if (instances === 0 && assigned > 0) this.unassigned.push({ requests: assigned, arrivedAt: this.now });
      this.cohorts = instances > 0 ? [{ instances, waiting: assigned / instances }] : [];
      return;
    }
    if (instances > current) this.cohorts.push({ instances: instances - current, waiting: 0 });
    for (let surplus = current - instances; surplus > 0;) {
      const [oldest] = this.cohorts;
      const removed = Math.min(surplus, oldest.instances);
      oldest.instances -= removed;
      surplus -= removed;
      if (oldest.instances === 0) this.cohorts.shift();
    }
  }

  /** Requests that arrived while there was no instance, and still wait. */
  public get unserved(): readonly { readonly requests: number; readonly arrivedAt: number }[] {
    return this.unassigned;
  }

  /** Lets time pass in which nothing waits. */
  public pass(seconds: number): void {
    this.now += seconds;
  }

  /** Processes the requests that arrive evenly within a time. Returns the requests grouped by their wait. */
  public serve(requests: number, seconds: number): RequestGroup[] {
    const instances = this.cohorts.reduce((sum, cohort) => sum + cohort.instances, 0);
    const start = this.now;
    this.now += seconds;
    if (instances === 0) {
      if (requests > 0) this.unassigned.push({ requests, arrivedAt: start });
      return [];
    }
    const late = this.assignLateRequests(start);
    const table = this.service.tableOf(instances);
    const capacity = this.service.capacity * seconds;
    const arrivals = this.arrivalsPerInstance(requests, instances);
    const before = this.cohorts.map(({ waiting }) => waiting);
    for (const [index, cohort] of this.cohorts.entries())
      cohort.waiting = Math.max(0, before[index] + arrivals[index] - capacity);
    const groups = this.cohorts.map(({ instances: size }, index): RequestGroup => {
      const utilization = Math.min(arrivals[index] / capacity, table.maxUtilization);
      const wait = this.waitOf(index, before);
      return { ...this.latenciesAfter(wait, table, utilization), requests: arrivals[index] * size };
    });
    this.mergeIdleCohorts();
    return [...late, ...groups.filter((group) => group.requests > 0 || requests === 0)];
  }

  /** The requests that an instance of each cohort receives. */
  private arrivalsPerInstance(requests: number, instances: number): number[] {
    if (this.queuePlace !== 'leastLoaded') return this.cohorts.map(() => requests / instances);
    // The shortest queues are filled up to the same length.
    let level = 0;
    let filled = 0;
    let waiting = requests;
    for (const cohort of [...this.cohorts].sort((a, b) => a.waiting - b.waiting)) {
      if (filled > 0 && level <= cohort.waiting) break;
      filled += cohort.instances;
      waiting += cohort.instances * cohort.waiting;
      level = waiting / filled;
    }
    return this.cohorts.map((cohort) => Math.max(0, level - cohort.waiting));
  }

  /**
   * The mean wait of the requests that a cohort receives, in milliseconds, from its waiting requests before and now. With routing to the
   * least loaded instance, requests wait for the shortest queue, whichever instance has it.
   */
  private waitOf(index: number, before: readonly number[]): number {
    const after = this.cohorts.map(({ waiting }) => waiting);
    const [first, last] =
      this.queuePlace === 'leastLoaded' ? [Math.min(...before), Math.min(...after)] : [before[index], after[index]];
    return (1000 * (first + last)) / 2 / this.service.capacity;
  }

  /**
   * The latencies after a wait for the backlog. The latencies at a high load already include a queue. A backlog replaces this queue: both
   * together would count requests twice.
   */
  private latenciesAfter(wait: number, table: LoadTable, utilization: number): Omit<RequestGroup, 'requests'> {
    const { saturated } = this.service;
    return wait > 0 && wait + saturated.mean(1) > table.mean(utilization)
      ? { table: saturated, utilization: 1, waitMilliseconds: wait }
      : { table, utilization, waitMilliseconds: 0 };
  }

  /** Assigns the requests that arrived before there were instances. They are counted now, with the wait since their arrival. */
  private assignLateRequests(now: number): RequestGroup[] {
    const { saturated } = this.service;
    return this.unassigned.splice(0).map(({ requests, arrivedAt }) => {
      const [cohort] = this.cohorts;
      const before = cohort.waiting;
      cohort.waiting += requests / cohort.instances;
      const queueSeconds = (before + cohort.waiting) / 2 / this.service.capacity;
      const waitMilliseconds = 1000 * (now - arrivedAt + queueSeconds);
      return { table: saturated, utilization: 1, waitMilliseconds, requests, arrivedAt };
    });
  }

  private mergeIdleCohorts(): void {
    if (this.cohorts.length < 2) return;
    const idle = this.cohorts.filter(({ waiting }) => waiting === 0);
    const instances = idle.reduce((sum, cohort) => sum + cohort.instances, 0);
    this.cohorts = [
      ...this.cohorts.filter(({ waiting }) => waiting > 0),
      ...(instances ? [{ instances, waiting: 0 }] : []),
    ];
  }
}
