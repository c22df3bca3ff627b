import { DynamicBatchingOptions } from '../../model';
import { RoutingStrategy } from '../../platform';
import { Arrivals } from './arrivals';
import { ExecutionOverheads, ServiceTime } from '../../measurements/latency-profile';

/** Options of `BatchingSimulator.run`. */
export interface BatchingSimulationOptions {
  /**
   * Execution times of one model instance by batch size, in milliseconds. Times between two batch sizes are interpolated. Times are not
   * extrapolated, so the list must include `maxBatchSize`.
   */
  readonly serviceTimes: ServiceTime[];

  /** Number of model instances on each host, at least 1. */
  readonly instances: number;

  /** Maximum batch size of one execution, from 1 to 4096. Without dynamic batching, set the batch size of the largest request. */
  readonly maxBatchSize: number;

  /**
   * Dynamic batching of requests.
   *
   * @default - no dynamic batching, so each request is executed individually
   */
  readonly dynamicBatching?: DynamicBatchingOptions;

  /** Arrival times of the requests. */
  readonly arrivals: Arrivals;

  /** Number of requests to simulate, at least 1. If replayed arrivals contain fewer requests, the simulation ends earlier. */
  readonly requests: number;

  /** Seed of the random numbers: an integer from 0 to 2^53 - 1. The same seed produces exactly the same result. */
  readonly seed: number;

  /**
   * Time of an execution in addition to the execution time of the model. The instance is also busy during this time.
   *
   * @default - no overheads
   */
  readonly overheads?: ExecutionOverheads;

  /**
   * Batch size of each request, from 1 to `maxBatchSize`.
   *
   * @default 1
   */
  readonly requestBatch?: number;

  /**
   * Number of GPUs of each host. The model instances are distributed evenly over the GPUs, so `instances` must be a multiple of this
   * number.
   *
   * @default 1
   */
  readonly gpus?: number;

  /**
   * Part of each execution that overlaps with executions of other instances on the same GPU (kernel launches, copies, work on the CPU), in
   * milliseconds. The rest of an execution uses the GPU exclusively, so instances on the same GPU wait for each other.
   *
   * To measure the overlap, calculate t - b / r. t is the time of one execution of batch size b without other executions. r is the throughput
   * of two instances that continuously execute batches of size b, in inferences per millisecond.
   *
   * @default - executions overlap completely, so instances do not slow each other down
   */
  readonly gpuOverlapMilliseconds?: number;

  /**
   * Number of hosts of the endpoint.
   *
   * @default 1
   */
  readonly hosts?: number;

  /**
   * Strategy by which requests are routed to hosts.
   *
   * @default RoutingStrategy.RANDOM
   */
  readonly routingStrategy?: RoutingStrategy;

  /**
   * Number of requests at the start that are simulated but not included in the result, because the queues are still filling up.
   *
   * @default 0
   */
  readonly warmupRequests?: number;
}
