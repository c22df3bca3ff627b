import { InstanceType } from '../../platform';
import { Arrivals } from '../arrivals';
import { RoutingStrategy } from '../../platform';
import { Estimate } from '../batching-simulation';
import { LatencyProfile } from '../latency-profile';
import { BindingConstraint, PlanEvidence } from '../plan-candidate';
import { serviceTable } from '../simulation/service-table';
import { ServiceTime } from '../service-time';
import { Demand } from './demand';
import { glanceAtLatency, measureLatency, StreamProps } from './estimate-latency';
import { isotonic } from './isotonic';
import { Fleet, SizingOption } from './sizing-option';

/** Instances that are busier than this are taken for overloaded: small errors of the measurements would make them so. */
const HIGHEST_UTILISATION = 0.95;
/** With instances less busy than this, more of them do not help. */
const LOWEST_UTILISATION = 0.02;
/** How exact a rough number of instances is. */
const ROUGH_STEP = 0.02;
/** How exact a safe rate is. */
const SAFE_RATE_STEP = 0.02;

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
    profile: LatencyProfile,
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
    const { enough, most, load } = this.bounds(demand);
    let tooFew = enough - 1;
    let sufficient = most + 1;
    let latency = Infinity;
    for (let tries = 0, count = enough; sufficient - tooFew > Math.max(1, ROUGH_STEP * count); tries++) {
      const { milliseconds } = this.estimate(count, demand, glanceAtLatency);
      if (milliseconds <= demand.limit) [sufficient, latency] = [count, milliseconds];
      else tooFew = count;
      const guess = tries < 3 ? this.guess(load, count, milliseconds, demand) : Math.floor((tooFew + sufficient) / 2);
      count = Math.max(Math.min(guess, sufficient - 1), tooFew + 1);
    }
    if (sufficient <= most) return this.fleet(sufficient, latency, true, demand);
    return this.fleet(enough, this.estimate(enough, demand, glanceAtLatency).milliseconds, false, demand);
  }

  public refine(rough: Fleet, demand: Demand): Fleet {
    const { enough, most } = this.bounds(demand);
    let tooFew = enough - 1;
    let sufficient = most + 1;
    let latency = rough.latency;
    for (let count = rough.count, step = 1; sufficient - tooFew > 1; step *= 2) {
      const measured = this.keepsLimit(count, demand);
      if (measured !== undefined) [sufficient, latency] = [count, measured];
      else tooFew = count;
      if (sufficient > most) count = Math.min(count + step, most);
      else if (tooFew < enough) count = Math.max(count - step, enough);
      else count = Math.floor((tooFew + sufficient) / 2);
    }
    return this.fleet(sufficient, latency, sufficient <= most, demand);
  }

  public latencyOf(count: number, demand: Demand): number | undefined {
    if (demand.requestsPerSecond >= count * this.capacity(demand)) return undefined;
    return this.estimate(count, demand, measureLatency).milliseconds;
  }

  public safeRate(count: number, demand: Demand): number {
    let low = 0;
    let high = this.capacity(demand) * HIGHEST_UTILISATION;
    while (high - low > SAFE_RATE_STEP * high) {
      const rate = (low + high) / 2;
      if (this.keepsLimit(count, { ...demand, requestsPerSecond: rate * count }) !== undefined) low = rate;
      else high = rate;
    }
    return low;
  }

  /** The latency, if it is within the limit. */
  private keepsLimit(count: number, demand: Demand): number | undefined {
    const { milliseconds, high } = this.estimate(count, demand, (props, percentile) =>
      measureLatency(props, percentile, demand.limit),
    );
    return high <= demand.limit ? milliseconds : undefined;
  }

  /** The smallest number of instances that keep up, and the largest worth trying. */
  private bounds(demand: Demand): { load: number; enough: number; most: number } {
    const load = demand.requestsPerSecond / this.capacity(demand); // in instances that are busy all the time
    const enough = Math.max(1, Math.ceil(load / HIGHEST_UTILISATION));
    return { load, enough, most: Math.max(enough, Math.ceil(load / LOWEST_UTILISATION)) };
  }

  private fleet(count: number, latency: number, keepsLimit: boolean, demand: Demand): Fleet {
    const more = count > this.bounds(demand).enough || !keepsLimit;
    return { count, latency, keepsLimit, binding: more ? BindingConstraint.LATENCY : BindingConstraint.THROUGHPUT };
  }

  /** Queueing makes latency grow about as 1 / (1 - utilization): how many instances bring it to the limit. */
  private guess(load: number, count: number, latency: number, demand: Demand): number {
    const alone = this.serviceTimes[0].milliseconds * demand.serviceFactor;
    const idle = (1 - load / count) * Math.max((latency - alone) / (demand.limit - alone), 0);
    return idle < 1 && demand.limit > alone ? Math.ceil(load / (1 - idle)) : 2 * count;
  }

  private estimate(
    count: number,
    demand: Demand,
    estimator: (props: StreamProps, percentile: number) => Estimate,
  ): Estimate {
    const { percentile, routing, seed, serviceFactor } = demand;
    const together = count > 1 && routing === RoutingStrategy.LEAST_OUTSTANDING_REQUESTS;
    const requestsPerSecond = demand.requestsPerSecond / (together ? 1 : count);
    // what random routing leaves of a renewal stream's burstiness at one of several hosts
    const burstiness = together ? demand.burstiness : 1 + (demand.burstiness - 1) / count;
    const props = {
      serviceTimes: this.serviceTimes.map((row) => ({ ...row, milliseconds: row.milliseconds * serviceFactor })),
      instances: this.instances,
      maxBatchSize: this.maxBatchSize,
      dynamicBatching: this.dynamicBatching ? { maxQueueDelayMicroseconds: this.maxQueueDelayMicroseconds } : undefined,
      arrivals: burstiness === 1 ? Arrivals.poisson(requestsPerSecond) : Arrivals.gamma(requestsPerSecond, burstiness),
      hosts: together ? count : 1,
      routing,
      seed,
    };
    return estimator(props, percentile);
  }
}
