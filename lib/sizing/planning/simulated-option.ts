import { InstanceType } from '../../platform';
import { Arrivals } from '../arrivals';
import { HostRouting } from '../batching-simulator-props';
import { Estimate } from '../batching-simulation';
import { LatencyProfile } from '../latency-profile';
import { BindingConstraint, PlanEvidence } from '../plan-candidate';
import { serviceTable } from '../simulation/service-table';
import { ServiceTime } from '../service-time';
import { Demand } from './demand';
import { estimateLatency } from './estimate-latency';
import { isotonic } from './isotonic';
import { Fleet, SizingOption } from './sizing-option';

/** No fleet is planned with instances that are less busy than this; below it, more of them do not help. */
const LOWEST_UTILISATION = 0.02;

/** Sizes by simulation with the execution times of a profile, for one batch limit and queue delay. */
export class SimulatedOption implements SizingOption {
  public readonly evidence = PlanEvidence.SIMULATION;
  public readonly configuration: string;
  public readonly instanceType: string;
  public readonly dynamicBatching: boolean;
  public readonly instancesPerGpu: number;
  private readonly serviceTimes: ServiceTime[];
  private readonly instances: number;

  constructor(
    private readonly profile: LatencyProfile,
    public readonly maxBatchSize: number,
    public readonly maxQueueDelayMicroseconds: number,
    public readonly labels: string[],
  ) {
    this.configuration = profile.configuration ?? 'model';
    this.instanceType = profile.instanceType;
    this.dynamicBatching = maxBatchSize > 1;
    this.instancesPerGpu = profile.instancesPerGpu ?? 1;
    this.instances = (profile.gpus ?? InstanceType.of(profile.instanceType).gpuCount ?? 1) * this.instancesPerGpu;
    const { perExecutionMilliseconds = 0, perRequestMilliseconds = 0 } = profile.overheads ?? {};
    this.serviceTimes = isotonic(profile.serviceTimes).map(({ batch, milliseconds }) => ({
      batch,
      milliseconds: milliseconds + perExecutionMilliseconds + perRequestMilliseconds * batch,
    }));
  }

  public capacity({ serviceFactor }: Demand): number {
    const full = serviceTable(this.serviceTimes, 1, this.maxBatchSize)[this.maxBatchSize] * serviceFactor;
    return (1000 * this.instances * this.maxBatchSize) / full;
  }

  public size(demand: Demand): Fleet {
    const capacity = this.capacity(demand);
    const load = demand.requestsPerSecond / capacity; // in instances that are busy all the time
    const enough = Math.floor(load) + 1;
    let tooFew = enough - 1;
    let count = Math.max(enough, Math.ceil(load / 0.8));
    const quietest = Math.ceil(load / LOWEST_UTILISATION);
    for (let utilisation = 0.6; !this.keepsLimit(count, demand); utilisation /= 1.5) {
      if (count >= quietest) return this.fleet(Math.max(enough, Math.ceil(load / 0.8)), demand, BindingConstraint.LATENCY);
      tooFew = count;
      count = Math.min(Math.max(count + 1, Math.ceil(load / utilisation)), quietest);
    }
    while (count - tooFew > 1) {
      const middle = (count + tooFew) >> 1;
      if (this.keepsLimit(middle, demand)) count = middle;
      else tooFew = middle;
    }
    return this.fleet(count, demand, count > enough ? BindingConstraint.LATENCY : BindingConstraint.THROUGHPUT);
  }

  public latencyOf(count: number, demand: Demand): number | undefined {
    if (demand.requestsPerSecond >= count * this.capacity(demand)) return undefined;
    return this.estimate(count, demand).milliseconds;
  }

  public safeRate(count: number, demand: Demand): number {
    let low = 0;
    let high = this.capacity(demand);
    while (high - low > 0.005 * high) {
      const rate = (low + high) / 2;
      if (this.keepsLimit(count, { ...demand, requestsPerSecond: rate * count })) low = rate;
      else high = rate;
    }
    return low;
  }

  private fleet(count: number, demand: Demand, binding: BindingConstraint): Fleet {
    const { milliseconds } = this.estimate(count, demand);
    return { count, latency: milliseconds, keepsLimit: milliseconds <= demand.limit, binding };
  }

  private keepsLimit(count: number, demand: Demand): boolean {
    if (demand.requestsPerSecond >= count * this.capacity(demand)) return false;
    return this.estimate(count, demand, demand.limit).high <= demand.limit;
  }

  /** The latency of so many instances; with a limit, only as exact as it takes to tell on which side of it it is. */
  private estimate(count: number, demand: Demand, limit?: number): Estimate {
    const { percentile, routing, seed, serviceFactor } = demand;
    const together = count > 1 && routing === HostRouting.LEAST_OUTSTANDING_REQUESTS;
    const requestsPerSecond = demand.requestsPerSecond / (together ? 1 : count);
    // what random routing leaves of a renewal stream's burstiness at one of several hosts
    const burstiness = together ? demand.burstiness : 1 + (demand.burstiness - 1) / count;
    return estimateLatency(
      {
        serviceTimes: this.serviceTimes.map((row) => ({ ...row, milliseconds: row.milliseconds * serviceFactor })),
        instances: this.instances,
        maxBatchSize: this.maxBatchSize,
        dynamicBatching: this.dynamicBatching
          ? { maxQueueDelayMicroseconds: this.maxQueueDelayMicroseconds }
          : undefined,
        arrivals:
          burstiness === 1
            ? Arrivals.poisson({ requestsPerSecond })
            : Arrivals.gamma({ requestsPerSecond, burstiness }),
        hosts: together ? count : 1,
        routing,
        seed,
      },
      percentile,
      limit,
    );
  }
}
