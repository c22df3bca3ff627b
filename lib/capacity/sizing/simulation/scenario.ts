import { DynamicBatchingOptions } from '../../../model';
import { RoutingStrategy } from '../../../platform';
import { BatchingSimulationOptions } from '../batching-simulation-options';
import { serviceTable } from './service-table';
import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';

/** Settings of the dynamic batcher of a host. Times are in milliseconds. */
export interface Batcher {
  readonly maxBatch: number;
  /** Preferred batch sizes, ascending. The default of Triton is `maxBatch`. */
  readonly preferred: number[];
  readonly delay: number;
  /** Time after which a request in the queue is rejected. 0 without a timeout. */
  readonly queueTimeout: number;
  readonly maxQueueSize: number;
  /** Whether batches are formed before an instance is available. False with a timeout or a limit of the queue. */
  readonly prefetching: boolean;
  readonly preservesOrder: boolean;
}

/** The validated options of a simulation, with defaults applied. Times are in milliseconds. */
export interface Scenario {
  readonly options: BatchingSimulationOptions;
  readonly requests: number;
  readonly hosts: number;
  readonly leastOutstanding: boolean;
  readonly instances: number;
  readonly gpus: number;
  /** Execution time by batch size, including overheads. */
  readonly serviceTimes: Float64Array;
  /** Part of an execution that overlaps with other executions on the same GPU. Undefined if executions overlap completely. */
  readonly overlap?: number;
  readonly requestBatch: number;
  /** Undefined without dynamic batching. */
  readonly batcher?: Batcher;
  readonly warmupRequests: number;
}

/** Validates the options of a simulation and applies the defaults. */
export function scenarioOf(options: BatchingSimulationOptions): Scenario {
  const { maxBatchSize, instances, overheads, arrivals } = options;
  requireInteger('instances', instances, 1, 1024);
  requireInteger('maxBatchSize', maxBatchSize, 1, 4096);
  requireInteger('requests', options.requests, 1, 2 ** 28);
  requireInteger('seed', options.seed, 0, Number.MAX_SAFE_INTEGER);
  const requestBatch = requireInteger('requestBatch', options.requestBatch ?? 1, 1, maxBatchSize);
  const gpus = requireInteger('gpus', options.gpus ?? 1, 1, instances);
  if (instances % gpus !== 0) fail('gpus', gpus, `a divisor of the ${instances} instances`);
  const sizes = arrivals._stream.batches ?? [requestBatch];
  for (const size of sizes) requireInteger('arrivals: batch', size, 1, maxBatchSize);
  const smallest = Math.min(...sizes);
  const { maxQueueSize, queueTimeoutMicroseconds } = options.dynamicBatching ?? {};
  if (arrivals._stream.concurrency && (maxQueueSize || queueTimeoutMicroseconds)) {
    // A client whose request is rejected would immediately send the next request, in an endless loop.
    fail('dynamicBatching', 'a queue that rejects requests', 'any with open arrivals, none with closed-loop clients');
  }
  const requests = Math.min(options.requests, arrivals._stream.count ?? Infinity);

  // Without dynamic batching, no execution is larger than a request.
  const largest = options.dynamicBatching ? maxBatchSize : Math.max(...sizes);
  const service = serviceTable(options.serviceTimes, smallest, largest).map(
    (milliseconds, batch) =>
      milliseconds + (overheads ? overheads.perExecutionMilliseconds + overheads.perRequestMilliseconds * batch : 0),
  );
  const overlap = options.gpuOverlapMilliseconds;
  if (overlap !== undefined && !(overlap >= 0 && overlap <= service[smallest])) {
    fail('gpuOverlapMilliseconds', overlap, `0 to the shortest execution, ${service[smallest]} ms`);
  }
  return {
    options,
    requests,
    hosts: requireInteger('hosts', options.hosts ?? 1, 1, 4096),
    leastOutstanding: options.routingStrategy === RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    instances,
    gpus,
    serviceTimes: service,
    overlap,
    requestBatch,
    batcher: options.dynamicBatching && batcherOf(options.dynamicBatching, maxBatchSize),
    warmupRequests: requireInteger('warmupRequests', options.warmupRequests ?? 0, 0, requests - 1),
  };
}

function batcherOf(options: DynamicBatchingOptions, maxBatch: number): Batcher {
  const { preferredBatchSizes = [], maxQueueSize = 0, queueTimeoutMicroseconds = 0 } = options;
  for (const size of preferredBatchSizes) requireInteger('preferredBatchSizes', size, 1, maxBatch);
  const preferred = preferredBatchSizes.length ? preferredBatchSizes : [maxBatch];
  return {
    maxBatch,
    preferred: [...new Set(preferred)].sort((a, b) => a - b),
    delay: (options.maxQueueDelayMicroseconds ?? 0) / 1000,
    queueTimeout: queueTimeoutMicroseconds / 1000,
    maxQueueSize: maxQueueSize || Infinity,
    prefetching: maxQueueSize === 0 && queueTimeoutMicroseconds === 0,
    preservesOrder: options.preserveOrdering ?? false,
  };
}

function requireInteger(property: string, value: number, low: number, high: number): number {
  if (!(Number.isInteger(value) && value >= low && value <= high))
    fail(property, value, `an integer from ${low} to ${high}`);
  return value;
}

function fail(property: string, value: unknown, allowed: string): never {
  throw new Error(
    `BatchingSimulator.run: ${inLanguageOfApp(property)}: got ${value}; allowed: ${allowed} ${rulePage('sizing.simulation')}`,
  );
}
