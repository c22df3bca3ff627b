import { RequestGroup } from '../latency/request-groups';
import { ServiceModel } from '../latency/service-model';

/** Instances that have the same number of waiting requests. */
interface Cohort {
  instances: number;
  /** Requests of each instance that wait because the load exceeded the capacity. */
  waiting: number;
}

/**
 * Requests that wait because the load exceeds, or exceeded, the capacity. With random routing, requests wait in the container that received
 * them, so a new instance does not help with requests that already wait. With routing to the least loaded instance and with asynchronous
 * endpoints, all instances share one backlog.
 */
export class Backlog {
  private cohorts: Cohort[] = [];
  /** Waiting requests of a fleet without instances, by the time at which they arrived. */
  private unassigned: { requests: number; readonly arrivedAt: number }[] = [];
  private now = 0;

  constructor(
    private readonly service: ServiceModel,
    private readonly isShared: boolean,
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
    if (this.isShared) {
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
    const perInstance = requests / instances;
    const utilization = perInstance / (capacity * seconds);
    const groups = this.cohorts.map((cohort): RequestGroup => {
      const before = cohort.waiting;
      cohort.waiting = Math.max(0, before + perInstance - capacity * seconds);
      return {
        table,
        utilization: Math.min(utilization, table.maxUtilization),
        waitMilliseconds: (1000 * (before + cohort.waiting)) / 2 / capacity,
        requests: perInstance * cohort.instances,
      };
    });
    this.mergeIdleCohorts();
    return [...late, ...groups];
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
