import { DynamicBatchingOptions } from '../../../lib/model';
import { RoutingStrategy } from '../../../lib/platform';
import { Arrivals } from '../../../lib/capacity/sizing/arrivals';
import { ServiceTime } from '../../../lib/measurements/latency-profile';
import { Measurements } from '../../../lib/capacity/sizing/simulation/measurements';
import { RandomStream } from '../../../lib/measurements/random-stream';
import { scenarioOf } from '../../../lib/capacity/sizing/simulation/scenario';
import { simulate } from '../../../lib/capacity/sizing/simulation/simulate';
import { Load } from './load';

/** A configuration of a model and a fleet. */
export interface SimulatedSetting {
  readonly maxBatchSize: number;
  readonly dynamicBatching?: DynamicBatchingOptions;
  readonly modelInstances: number;
  readonly routingStrategy: RoutingStrategy;
  /** Number of instances of the endpoint. By default, the number of each minute. */
  readonly instanceCount?: number;
  /** Factor of the requests. */
  readonly loadFactor?: number;
  /** Factor of the execution times. */
  readonly timeFactor?: number;
  /** The percentile of the latency to calculate. */
  readonly percentile: number;
}

/** What the simulation predicts about the requests of a load. Times are in milliseconds. */
export interface Outcome {
  readonly meanLatency: number;
  readonly meanQueueTime: number;
  readonly latency: number;
  /** The lowest and the highest percentile of the latency in a round of the load. The more requests, the closer together. */
  readonly latencyRange: readonly [number, number];
  /** The percentile of the latency in the busiest fifth of the minutes. */
  readonly busyLatency: number;
  readonly meanBatch: number;
  /** Mean batch size in which an item is executed, so large batches count more often than in the mean batch size. */
  readonly meanBatchOfItems: number;
  /** Fraction of the time that the model instances are busy. */
  readonly utilization: number;
}

const SEED = 1;
const ARRIVALS_STREAM = 5;
const SIZES_STREAM = 6;
/** With routing to the least loaded instance, a larger fleet is simulated as a fleet of this size. */
const MAX_SIMULATED_HOSTS = 8;
/** Time without requests after each round, in which the queue empties. */
const PAUSE_MILLISECONDS = 600_000;
const MINUTE_MILLISECONDS = 60_000;

/** Simulates the requests of a load, minute by minute. The same load has the same random arrivals in each setting. */
export function replay(load: Load, serviceTimes: ServiceTime[], setting: SimulatedSetting): Outcome {
  const { routingStrategy, instanceCount, maxBatchSize, modelInstances, dynamicBatching, timeFactor = 1 } = setting;
  const isPooled = routingStrategy === RoutingStrategy.LEAST_OUTSTANDING_REQUESTS;
  const largest = instanceCount ?? Math.max(...load.minutes.map(({ instances }) => instances));
  const hosts = isPooled ? Math.min(largest, MAX_SIMULATED_HOSTS) : 1;
  const { times, isBusy, rounds, seconds } = arrivalsOf(load, setting, hosts);
  const sizes = sizesOf(load, times.length, maxBatchSize);
  const scenario = scenarioOf({
    serviceTimes: serviceTimes.map(({ batch, milliseconds }) => ({ batch, milliseconds: timeFactor * milliseconds })),
    maxBatchSize,
    dynamicBatching,
    instances: modelInstances,
    arrivals: Arrivals.replayed(times, sizes),
    requests: times.length,
    hosts,
    routingStrategy,
    seed: SEED,
  });
  return outcomeOf(simulate(scenario), { isBusy, rounds }, setting.percentile, seconds * 1000 * hosts * modelInstances);
}

interface ReplayedArrivals {
  readonly times: number[];
  readonly isBusy: boolean[];
  /** Index of the first request of each round. */
  readonly rounds: number[];
  /** Simulated time without the pauses. */
  readonly seconds: number;
}

/** Poisson arrivals with the rate of each minute. With random routing, those of one instance. */
function arrivalsOf(
  { minutes, share, rounds }: Load,
  { instanceCount, loadFactor = 1 }: SimulatedSetting,
  hosts: number,
): ReplayedArrivals {
  const random = new RandomStream(SEED, ARRIVALS_STREAM);
  const duration = share * MINUTE_MILLISECONDS;
  const times: number[] = [];
  const isBusy: boolean[] = [];
  const starts: number[] = [];
  let start = 0;
  for (let round = 0; round < rounds; round++) {
    starts.push(times.length);
    for (const { arrivals, instances, isBusy: isBusyMinute } of minutes) {
      const rate = (loadFactor * arrivals * hosts) / (instanceCount ?? instances) / MINUTE_MILLISECONDS;
      const end = start + duration;
      for (let time = start + random.exponential() / rate; time < end; time += random.exponential() / rate) {
        times.push(time);
        isBusy.push(isBusyMinute);
      }
      start = end;
    }
    start += PAUSE_MILLISECONDS;
  }
  return { times, isBusy, rounds: starts, seconds: (rounds * minutes.length * duration) / 1000 };
}

/** The batch size of each request. If the mean is not a whole number, the sizes below and above it are mixed. */
function sizesOf({ itemsPerRequest }: Load, requests: number, maxBatchSize: number): number[] | undefined {
  const mean = Math.min(maxBatchSize, Math.max(1, itemsPerRequest));
  if (mean < 1.01) return undefined;
  const random = new RandomStream(SEED, SIZES_STREAM);
  const smaller = Math.floor(mean);
  return Array.from({ length: requests }, () => (random.uniform() < mean - smaller ? smaller + 1 : smaller));
}

function outcomeOf(
  { latencies, executionsByBatch, executionTime, executionTimeOfRequests }: Measurements,
  { isBusy, rounds }: Pick<ReplayedArrivals, 'isBusy' | 'rounds'>,
  rank: number,
  capacityMilliseconds: number,
): Outcome {
  const executions = executionsByBatch.reduce((sum, count) => sum + count, 0);
  const items = executionsByBatch.reduce((sum, count, batch) => sum + count * batch, 0);
  const squares = executionsByBatch.reduce((sum, count, batch) => sum + count * batch * batch, 0);
  const meanLatency = latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length;
  const ofRounds = rounds.map((start, round) => percentileOf(rank, latencies.slice(start, rounds[round + 1])));
  return {
    latencyRange: [Math.min(...ofRounds), Math.max(...ofRounds)],
    meanLatency,
    meanQueueTime: meanLatency - executionTimeOfRequests / latencies.length,
    latency: percentileOf(rank, latencies),
    busyLatency: percentileOf(
      rank,
      latencies.filter((_, index) => isBusy[index]),
    ),
    meanBatch: items / executions,
    meanBatchOfItems: squares / items,
    utilization: executionTime / capacityMilliseconds,
  };
}

function percentileOf(rank: number, latencies: Float64Array): number {
  return Float64Array.from(latencies).sort()[Math.max(0, Math.ceil((rank / 100) * latencies.length) - 1)];
}
