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
  /** Waiting requests of a fleet without instances. */
  private unassigned = 0;

  constructor(
    private readonly service: ServiceModel,
    private readonly isShared: boolean,
  ) {}

  /** Number of waiting requests of all instances. */
  public get waiting(): number {
    return this.cohorts.reduce((sum, { instances, waiting }) => sum + instances * waiting, this.unassigned);
  }

  /** Sets the number of instances. Instances that are removed complete their requests before they stop. */
  public resize(instances: number): void {
    const current = this.cohorts.reduce((sum, cohort) => sum + cohort.instances, 0);
    if (instances === current) return;
    if (this.isShared) {
      const { waiting } = this;
      this.cohorts = instances > 0 ? [{ instances, waiting: waiting / instances }] : [];
      this.unassigned = instances > 0 ? 0 : waiting;
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

  /** Processes the requests that arrive evenly within a time. Returns the requests grouped by their wait. */
  public serve(requests: number, seconds: number): RequestGroup[] {
    const instances = this.cohorts.reduce((sum, cohort) => sum + cohort.instances, 0);
    if (instances === 0) {
      this.unassigned += requests;
      return [];
    }
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
    return groups;
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
