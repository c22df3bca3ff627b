import { RequestGroup } from '../latency/request-groups';
import { ServiceModel } from '../latency/service-model';

/** Instances that have the same number of waiting requests. */
interface Cohort {
  instances: number;
  /** Requests of each instance that wait because the load exceeded the capacity. */
  waiting: number;
}

/**
 * Where requests wait: in a queue of all instances, as for asynchronous endpoints, or in the container that received them, so a new instance
 * does not help with requests that already wait. Containers receive equal shares, or the one with the fewest requests receives the next one.
 */
export type Waiting = 'in one queue' | 'in random containers' | 'in the least loaded containers';

/** Requests that wait because the load exceeds, or exceeded, the capacity. */
export class Backlog {
  private cohorts: Cohort[] = [];
  /** Waiting requests of a fleet without instances, by the time at which they arrived. */
  private unassigned: { requests: number; readonly arrivedAt: number }[] = [];
  private now = 0;

  constructor(
    private readonly service: ServiceModel,
    private readonly place: Waiting,
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
    if (this.place === 'in one queue') {
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
    const late = this.assignLateRequests(instances, start);
    const table = this.service.tableOf(instances);
    const { capacity } = this.service;
    const shares = this.sharesOf(requests, instances);
    const before = this.cohorts.map(({ waiting }) => waiting);
    for (const [index, cohort] of this.cohorts.entries())
      cohort.waiting = Math.max(0, before[index] + shares[index] - capacity * seconds);
    const waits = this.waitsOf(before);
    const groups = this.cohorts.map((cohort, index): RequestGroup => ({
      table,
      utilization: Math.min(shares[index] / (capacity * seconds), table.maxUtilization),
      waitMilliseconds: waits[index],
      requests: shares[index] * cohort.instances,
    }));
    this.mergeIdleCohorts();
    return [...late, ...groups];
  }

  /** The requests that each instance of a cohort receives. */
  private sharesOf(requests: number, instances: number): number[] {
    if (this.place !== 'in the least loaded containers') return this.cohorts.map(() => requests / instances);
    const level = this.levelAfter(requests);
    return this.cohorts.map(({ waiting }) => Math.max(0, level - waiting));
  }

  /** The mean wait of the requests that a cohort receives, in milliseconds, from its waiting requests before and now. */
  private waitsOf(before: number[]): number[] {
    const after = this.cohorts.map(({ waiting }) => waiting);
    const wait = (first: number, last: number): number => (1000 * (first + last)) / 2 / this.service.capacity;
    // The least loaded container receives the next request at any time.
    return this.place === 'in the least loaded containers'
      ? before.map(() => wait(Math.min(...before), Math.min(...after)))
      : before.map((first, index) => wait(first, after[index]));
  }

  /** The number of waiting requests up to which the least loaded instances fill up. */
  private levelAfter(requests: number): number {
    const ascending = [...this.cohorts].sort((a, b) => a.waiting - b.waiting);
    let filled = 0;
    let total = requests;
    let level = 0;
    for (const { instances, waiting } of ascending) {
      if (filled > 0 && level <= waiting) break;
      filled += instances;
      total += instances * waiting;
      level = total / filled;
    }
    return level;
  }

  /** Assigns the requests that arrived before there were instances. They are counted now, with the wait since their arrival. */
  private assignLateRequests(instances: number, now: number): RequestGroup[] {
    const table = this.service.tableOf(instances);
    return this.unassigned.splice(0).map(({ requests, arrivedAt }) => {
      const [cohort] = this.cohorts;
      const before = cohort.waiting;
      cohort.waiting += requests / cohort.instances;
      const queueSeconds = (before + cohort.waiting) / 2 / this.service.capacity;
      const waitMilliseconds = 1000 * (now - arrivedAt + queueSeconds);
      return { table, utilization: table.maxUtilization, waitMilliseconds, requests };
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
