import { DynamicBatchingOptions } from '../model';
import { RoutingStrategy } from '../platform';
import { Arrivals } from './arrivals';
import { ExecutionOverheads, ServiceTime } from './service-time';

/** What is simulated. */
export interface BatchingSimulationProps {
  /**
   * Execution time of one model instance by batch size, in milliseconds. Times between are interpolated, none is
   * extrapolated: the table has to reach `maxBatchSize`.
   */
  readonly serviceTimes: ServiceTime[];

  /** Model instances on each host, at least 1. */
  readonly instances: number;

  /** Largest batch of one execution, from 1 to 4096. Without dynamic batching, the largest request. */
  readonly maxBatchSize: number;

  /**
   * How requests are joined. `allowTimeoutOverride` of queue policies has no effect: simulated requests set no timeout.
   *
   * @default - no dynamic batching: each request executes alone
   */
  readonly dynamicBatching?: DynamicBatchingOptions;

  /** When requests come. */
  readonly arrivals: Arrivals;

  /** How many requests are simulated, at least 1. Replayed arrivals end earlier if there are fewer. */
  readonly requests: number;

  /** The seed of all random numbers: an integer from 0 to 2^53 - 1. The same seed gives the same result, bit for bit. */
  readonly seed: number;

  /**
   * Time beside the model's own, during which the instance is busy too.
   *
   * @default - none
   */
  readonly overheads?: ExecutionOverheads;

  /**
   * Batch size of each request, from 1 to `maxBatchSize`.
   *
   * @default 1
   */
  readonly requestBatch?: number;

  /**
   * Share of the requests of each priority level, level 1 first; one for each of `dynamicBatching.priorityLevels`.
   *
   * @default - all have the default priority level
   */
  readonly priorityShares?: number[];

  /**
   * GPUs of each host; the instances are spread over them evenly, so `instances` has to be a multiple.
   *
   * @default 1
   */
  readonly gpus?: number;

  /**
   * The part of each execution that overlaps with executions of other instances on the same GPU, in milliseconds
   * (launches, copies, work on the CPU). The rest has the GPU for itself, so instances that share one wait for each
   * other. Measure it as t - b / r: t is the time of one execution of batch b alone, r the throughput of two instances
   * in inferences per millisecond, both kept busy with batches of b.
   *
   * @default - everything overlaps: instances do not slow each other down
   */
  readonly gpuOverlapMilliseconds?: number;

  /**
   * Number of hosts behind the endpoint.
   *
   * @default 1
   */
  readonly hosts?: number;

  /**
   * How requests find their host.
   *
   * @default RoutingStrategy.RANDOM
   */
  readonly routing?: RoutingStrategy;

  /**
   * Requests at the start that are simulated but not counted, while queues fill up.
   *
   * @default 0
   */
  readonly warmupRequests?: number;
}
