import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../../lib/measurements';
import { FleetSimulator } from '../../../../lib/capacity';
import { LatencyObjective, RoutingStrategy } from '../../../../lib/platform';
import { Scaling } from '../../../../lib/scaling';
import { DeterministicQueue } from './deterministic-queue';
import { percentileOf, shortestQueueLatencies } from './shortest-queue';

const EXECUTION_MILLISECONDS = 10;
const RATE_OF_SERVER = 1000 / EXECUTION_MILLISECONDS;
const UTILIZATIONS = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98];
const SEEDS = [1, 2, 3, 4, 5];

/** A fleet of a fixed size without batching, and its latencies according to theory, in execution times. */
export interface QueueingFleet {
  readonly name: string;
  readonly instances: number;
  readonly gpus: number;
  readonly routingStrategy: RoutingStrategy;
  /** The percentiles of the latency at a utilization. */
  latency(utilization: number): (percentile: number) => number;
}

const exactLatency =
  (servers: number) =>
  (utilization: number): ((percentile: number) => number) => {
    const queue = new DeterministicQueue(servers, utilization);
    return (percentile) => queue.latency(percentile);
  };

const LEAST_OUTSTANDING = RoutingStrategy.LEAST_OUTSTANDING_REQUESTS;

export const FLEETS: QueueingFleet[] = [
  { name: '1 instance', instances: 1, gpus: 1, routingStrategy: LEAST_OUTSTANDING, latency: exactLatency(1) },
  {
    name: '1 instance with 4 GPUs',
    instances: 1,
    gpus: 4,
    routingStrategy: LEAST_OUTSTANDING,
    latency: exactLatency(4),
  },
  {
    name: '4 instances, least outstanding requests',
    instances: 4,
    gpus: 1,
    routingStrategy: LEAST_OUTSTANDING,
    latency: (utilization) => {
      const latencies = shortestQueueLatencies(4, utilization);
      return (percentile) => percentileOf(latencies, percentile);
    },
  },
];

/** With random routing, each instance is a queue of its own. */
export const RANDOM_ROUTING: QueueingFleet = {
  name: '4 instances, random routing',
  instances: 4,
  gpus: 1,
  routingStrategy: RoutingStrategy.RANDOM,
  latency: exactLatency(1),
};

/** A latency according to theory and according to the simulation, in milliseconds. */
export interface Comparison {
  readonly expected: number;
  /** The mean over all seeds. */
  readonly simulated: number;
  /** The largest deviation of a seed, as a fraction of the expected latency. */
  readonly largestDeviation: number;
}

/** The median and the 99th percentile at a utilization. */
export interface QueueingRow {
  readonly utilization: number;
  readonly median: Comparison;
  readonly p99: Comparison;
}

/** Simulates a minute at each utilization, with several seeds. */
export function queueingRows(fleet: QueueingFleet): QueueingRow[] {
  const runs = SEEDS.map((seed) => simulate(fleet, seed));
  return UTILIZATIONS.map((utilization, index) => {
    const latency = fleet.latency(utilization);
    const compare = (percentile: number, valueOf: (minute: ReturnType<typeof simulate>[0]) => number): Comparison => {
      const expected = latency(percentile) * EXECUTION_MILLISECONDS;
      const values = runs.map((minutes) => valueOf(minutes[index]));
      return {
        expected,
        simulated: values.reduce((sum, value) => sum + value, 0) / values.length,
        largestDeviation: Math.max(...values.map((value) => Math.abs(value / expected - 1))),
      };
    };
    return {
      utilization,
      median: compare(50, ({ medianMilliseconds = NaN }) => medianMilliseconds),
      p99: compare(99, ({ latencyMilliseconds = NaN }) => latencyMilliseconds),
    };
  });
}

function simulate({ instances, gpus, routingStrategy }: QueueingFleet, seed: number) {
  const { minutes } = FleetSimulator.run({
    trace: TrafficTrace.steps(
      UTILIZATIONS.map((utilization) => ({
        requestsPerSecond: utilization * instances * gpus * RATE_OF_SERVER,
        duration: Duration.minutes(1),
      })),
    ),
    profile: {
      instanceType: 'ml.g4dn.xlarge',
      gpus,
      serviceTimes: [{ batch: 1, milliseconds: EXECUTION_MILLISECONDS }],
    },
    maxBatchSize: 1,
    latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
    routingStrategy,
    scaling: Scaling.none(),
    instanceCount: instances,
    seed,
  });
  return minutes;
}
