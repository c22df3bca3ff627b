import { Arrivals } from '../../sizing/arrivals';
import { LatencyProfile, ServiceTime } from '../../../measurements/latency-profile';
import { scenarioOf } from '../../sizing/simulation/scenario';
import { serviceTable } from '../../sizing/simulation/service-table';
import { simulate } from '../../sizing/simulation/simulate';
import { DynamicBatchingOptions } from '../../../model';
import { RoutingStrategy } from '../../../platform';
import { deviceCountOf } from '../../sizing/device-count';
import { smoothServiceTimes } from '../../sizing/planning/isotonic';
import { Exceedances } from './exceedances';
import { LoadPointLatencies, LoadTable } from './load-table';

/** Part of the requests that is omitted, because the queues are still filling up. */
const WARM_UP = 1 / 8;
/** Simulated loads, as fractions of the capacity. At higher loads, queues change more slowly than the load of most endpoints. */
const UTILIZATIONS = [
  0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.84, 0.88, 0.91, 0.94, 0.96,
];
const SATURATED_LATENCIES = 100;
/** With routing to the least loaded host, a larger fleet is simulated as a fleet of this size. */
const MAX_SIMULATED_HOSTS = 16;

/** The model on an instance type, its batching, and how requests arrive. */
export interface ServiceOptions {
  readonly profile: LatencyProfile;
  readonly maxBatchSize?: number;
  readonly dynamicBatching?: DynamicBatchingOptions;
  readonly routingStrategy: RoutingStrategy;
  readonly burstiness: number;
  readonly seed: number;
  /** Simulated requests for each load. */
  readonly requestsPerLoad: number;
}

/** Capacity and latencies of instances of one type. The tables of latencies are simulated on first use. */
export class ServiceModel {
  /** Requests per second that an instance can process. */
  public readonly capacity: number;
  /** Number of GPUs of an instance, or 1 for an instance without a GPU. */
  public readonly devices: number;
  /** Number of model instances of an instance. */
  public readonly modelInstances: number;
  /**
   * The latencies after the wait for a backlog: the rest of the execution that is next to end, and an execution of a full batch.
   */
  public readonly saturated: LoadTable;
  private readonly serviceTimes: ServiceTime[];
  private readonly maxBatchSize: number;
  private readonly tables = new Map<number, LoadTable>();

  constructor(private readonly options: ServiceOptions) {
    const { profile, dynamicBatching } = options;
    const { perExecutionMilliseconds = 0, perRequestMilliseconds = 0 } = profile.overheads ?? {};
    this.serviceTimes = smoothServiceTimes(profile.serviceTimes).map(({ batch, milliseconds }) => ({
      batch,
      milliseconds: milliseconds + perExecutionMilliseconds + perRequestMilliseconds * batch,
    }));
    const largestBatch = Math.max(...profile.serviceTimes.map(({ batch }) => batch));
    this.maxBatchSize = dynamicBatching ? (options.maxBatchSize ?? largestBatch) : 1;
    this.devices = profile.gpus ?? deviceCountOf(profile.instanceType);
    this.modelInstances = this.devices * (profile.instancesPerGpu ?? 1);
    const fullBatch = serviceTable(this.serviceTimes, 1, this.maxBatchSize)[this.maxBatchSize];
    this.capacity = (1000 * this.modelInstances * this.maxBatchSize) / fullBatch;
    this.saturated = new LoadTable([1], () => saturatedLatencies(fullBatch, fullBatch / this.modelInstances));
  }

  /** The latencies of a fleet with this number of instances. */
  public tableOf(instances: number): LoadTable {
    const { routingStrategy, burstiness } = this.options;
    const isPooled = routingStrategy === RoutingStrategy.LEAST_OUTSTANDING_REQUESTS;
    // With random routing, hosts differ only in the burstiness of their requests, which decreases with the number of hosts.
    const hosts = isPooled || burstiness !== 1 ? hostsFor(instances) : 1;
    let table = this.tables.get(hosts);
    if (!table) {
      table = new LoadTable(UTILIZATIONS, (utilization, factor) => this.simulate(utilization, factor, hosts, isPooled));
      this.tables.set(hosts, table);
    }
    return table;
  }

  private simulate(utilization: number, factor: number, hosts: number, isPooled: boolean): LoadPointLatencies {
    const { dynamicBatching, routingStrategy, seed } = this.options;
    const requests = this.options.requestsPerLoad * factor;
    const simulatedHosts = isPooled ? hosts : 1;
    const rate = utilization * this.capacity * simulatedHosts;
    const burstiness = isPooled ? this.options.burstiness : 1 + (this.options.burstiness - 1) / hosts;
    const { latencies } = simulate(
      scenarioOf({
        serviceTimes: this.serviceTimes,
        instances: this.modelInstances,
        maxBatchSize: this.maxBatchSize,
        dynamicBatching,
        arrivals: burstiness === 1 ? Arrivals.poisson(rate) : Arrivals.gamma(rate, burstiness),
        hosts: simulatedHosts,
        routingStrategy,
        requests,
        seed,
      }),
    );
    const inOrder = latencies.subarray(requests * WARM_UP);
    const ascending = inOrder.filter((latency, index) => index % factor === 0 && !Number.isNaN(latency)).sort();
    return {
      latencies: ascending,
      meanMilliseconds: inOrder.reduce((total, latency) => total + latency, 0) / inOrder.length,
      exceedances: new Exceedances(inOrder, ascending, 60 * rate),
    };
  }
}

/** Larger fleets are simulated with an even number of hosts. */
function hostsFor(instances: number): number {
  const hosts = Math.min(instances, MAX_SIMULATED_HOSTS);
  return hosts > MAX_SIMULATED_HOSTS / 2 ? hosts - (hosts % 2) : hosts;
}

/** Latencies that are distributed evenly: an execution, and the rest of an interval. */
function saturatedLatencies(execution: number, interval: number): LoadPointLatencies {
  const latencies = new Float64Array(SATURATED_LATENCIES).map(
    (_, index) => execution + (interval * (index + 0.5)) / SATURATED_LATENCIES,
  );
  return { latencies, meanMilliseconds: execution + interval / 2 };
}
