import { RoutingStrategy } from '../../../platform';
import { Arrivals } from '../arrivals';
import { Estimate } from '../simulation/estimates';
import { deviceCountOf } from '../device-count';
import { LatencyProfile, ServiceTime } from '../../../measurements/latency-profile';
import { serviceTable } from '../simulation/service-table';
import { Demand } from './demand';
import { estimateRoughly, estimatePrecisely, SimulationOptions } from './estimate-latency';
import { smoothServiceTimes } from './isotonic';
import { Fleet, SizingOption } from './sizing-option';

/** Maximum planned utilization. At a higher utilization, a small measurement error could hide an overload. */
const MAX_UTILIZATION = 0.95;
/** Minimum planned utilization. Fleets with more instances would be idle most of the time, and are not planned. */
export const MIN_UTILIZATION = 0.02;
/** The search for a rough number of instances ends at this relative accuracy. */
const ROUGH_STEP = 0.02;
/** The search for a safe rate ends at this relative accuracy. */
const SAFE_RATE_STEP = 0.02;

/** An option whose fleet is sized by simulation, for one profile, maximum batch size and queue delay. */
export class SimulatedOption implements SizingOption {
  public readonly isSimulated = true;
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
    public readonly caveats: string[],
  ) {
    this.configuration = profile.configuration ?? 'model';
    this.instanceType = profile.instanceType;
    this.dynamicBatching = maxBatchSize > 1;
    this.instancesPerGpu = profile.instancesPerGpu ?? 1;
    this.instances = (profile.gpus ?? deviceCountOf(profile.instanceType)) * this.instancesPerGpu;
    const { perExecutionMilliseconds = 0, perRequestMilliseconds = 0 } = profile.overheads ?? {};
    this.serviceTimes = smoothServiceTimes(profile.serviceTimes).map(({ batch, milliseconds }) => ({
      batch,
      milliseconds: milliseconds + perExecutionMilliseconds + perRequestMilliseconds * batch,
    }));
  }

  public capacity({ serviceFactor }: Demand): number {
    const fullBatchMilliseconds =
      serviceTable(this.serviceTimes, 1, this.maxBatchSize)[this.maxBatchSize] * serviceFactor;
    return (1000 * this.instances * this.maxBatchSize) / fullBatchMilliseconds;
  }

  public estimateFleet(demand: Demand): Fleet {
    const { minCount, maxCount, load } = this.bounds(demand);
    let tooFew = minCount - 1;
    let sufficient = maxCount + 1;
    let latency = Infinity;
    for (let tries = 0, count = minCount; sufficient - tooFew > Math.max(1, ROUGH_STEP * count); tries++) {
      const { milliseconds } = this.estimate(count, demand, estimateRoughly);
      if (milliseconds <= demand.limit) [sufficient, latency] = [count, milliseconds];
      else tooFew = count;
      const guess = tries < 3 ? this.guess(load, count, milliseconds, demand) : Math.floor((tooFew + sufficient) / 2);
      count = Math.max(Math.min(guess, sufficient - 1), tooFew + 1);
    }
    if (sufficient <= maxCount) return this.createFleet(sufficient, latency, true, demand);
    return this.createFleet(minCount, this.estimate(minCount, demand, estimateRoughly).milliseconds, false, demand);
  }

  public refineFleet(rough: Fleet, demand: Demand): Fleet {
    const { minCount, maxCount } = this.bounds(demand);
    let tooFew = minCount - 1;
    let sufficient = maxCount + 1;
    let latency = rough.latency;
    for (let count = rough.instanceCount, step = 1; sufficient - tooFew > 1; step *= 2) {
      const measured = this.latencyWithinLimit(count, demand);
      if (measured !== undefined) [sufficient, latency] = [count, measured];
      else tooFew = count;
      if (sufficient > maxCount) count = Math.min(count + step, maxCount);
      else if (tooFew < minCount) count = Math.max(count - step, minCount);
      else count = Math.floor((tooFew + sufficient) / 2);
    }
    return this.createFleet(sufficient, latency, sufficient <= maxCount, demand);
  }

  public latencyOf(count: number, demand: Demand): number | undefined {
    if (demand.requestsPerSecond >= count * this.capacity(demand)) return undefined;
    return this.estimate(count, demand, estimatePrecisely).milliseconds;
  }

  public latencyBound(count: number, demand: Demand): number {
    return count < this.bounds(demand).minCount ? Infinity : this.estimate(count, demand, estimatePrecisely).high;
  }

  public fastestFleet(maximum: number, demand: Demand): Fleet | undefined {
    const { minCount, maxCount } = this.bounds(demand);
    if (maximum < minCount) return undefined;
    // With a queue delay, a smaller fleet can be faster, because its batches fill up before the delay ends.
    const [fastest] = [minCount, Math.min(maxCount, maximum)]
      .map((count) => ({ count, latency: this.estimate(count, demand, estimateRoughly).milliseconds }))
      .sort((a, b) => a.latency - b.latency);
    return this.createFleet(fastest.count, fastest.latency, fastest.latency <= demand.limit, demand);
  }

  public safeRate(count: number, demand: Demand): number {
    let low = 0;
    let high = this.capacity(demand) * MAX_UTILIZATION;
    while (high - low > SAFE_RATE_STEP * high) {
      const rate = (low + high) / 2;
      if (this.latencyBound(count, { ...demand, requestsPerSecond: rate * count }) <= demand.limit) low = rate;
      else high = rate;
    }
    return low;
  }

  /** Returns the latency. Undefined if the latency might exceed the limit. */
  private latencyWithinLimit(count: number, demand: Demand): number | undefined {
    const { milliseconds, high } = this.estimate(count, demand, (options, percentile) =>
      estimatePrecisely(options, percentile, demand.limit),
    );
    return high <= demand.limit ? milliseconds : undefined;
  }

  /** Returns the minimum number of instances for the load, and the maximum useful number. */
  private bounds(demand: Demand): { load: number; minCount: number; maxCount: number } {
    const load = demand.requestsPerSecond / this.capacity(demand); // the load, in fully utilized instances
    const minCount = Math.max(1, Math.ceil(load / MAX_UTILIZATION));
    return { load, minCount, maxCount: Math.max(minCount, Math.ceil(load / MIN_UTILIZATION)) };
  }

  private createFleet(count: number, latency: number, meetsLimit: boolean, demand: Demand): Fleet {
    const isLatencyBound = count > this.bounds(demand).minCount || !meetsLimit;
    return {
      instanceCount: count,
      latency,
      meetsLimit,
      bindingConstraint: isLatencyBound ? 'LATENCY' : 'THROUGHPUT',
    };
  }

  /** Estimates the number of instances whose latency is at the limit. The latency is about proportional to 1 / (1 - utilization). */
  private guess(load: number, count: number, latency: number, demand: Demand): number {
    const minimum = this.serviceTimes[0].milliseconds * demand.serviceFactor;
    const idleFraction = (1 - load / count) * Math.max((latency - minimum) / (demand.limit - minimum), 0);
    return idleFraction < 1 && demand.limit > minimum ? Math.ceil(load / (1 - idleFraction)) : 2 * count;
  }

  private estimate(
    count: number,
    demand: Demand,
    estimator: (options: SimulationOptions, percentile: number) => Estimate,
  ): Estimate {
    const { percentile, routingStrategy, seed, serviceFactor } = demand;
    // With random routing, hosts are independent, so it is sufficient to simulate one host with its part of the load.
    const simulatesAllHosts = count > 1 && routingStrategy === RoutingStrategy.LEAST_OUTSTANDING_REQUESTS;
    const requestsPerSecond = demand.requestsPerSecond / (simulatesAllHosts ? 1 : count);
    // Random routing reduces the burstiness of the requests that arrive at each host.
    const burstiness = simulatesAllHosts ? demand.burstiness : 1 + (demand.burstiness - 1) / count;
    const options = {
      serviceTimes: this.serviceTimes.map((row) => ({ ...row, milliseconds: row.milliseconds * serviceFactor })),
      instances: this.instances,
      maxBatchSize: this.maxBatchSize,
      dynamicBatching: this.dynamicBatching ? { maxQueueDelayMicroseconds: this.maxQueueDelayMicroseconds } : undefined,
      arrivals: burstiness === 1 ? Arrivals.poisson(requestsPerSecond) : Arrivals.gamma(requestsPerSecond, burstiness),
      hosts: simulatesAllHosts ? count : 1,
      routingStrategy,
      seed,
    };
    return estimator(options, percentile);
  }
}
