import { DynamicBatchingOptions, QueuePolicy, TimeoutAction } from '../../../model';
import { RoutingStrategy } from '../../../platform';
import { BatchingSimulationOptions } from '../batching-simulation-options';
import { serviceTable } from './service-table';
import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';

/** Queue policy of a priority level. */
export interface LevelPolicy {
  /** Whether requests that exceed the timeout are delayed instead of rejected. */
  readonly delaysTimedOut: boolean;
  readonly timeout: number;
  readonly maxSize: number;
}

/** Settings of the dynamic batcher of a host. Times are in milliseconds. */
export interface Batcher {
  readonly maxBatch: number;
  /** Preferred batch sizes, ascending. The default of Triton is `maxBatch`. */
  readonly preferred: number[];
  readonly delay: number;
  readonly levels: LevelPolicy[];
  /** Whether batches are formed before an instance is available. False with priorities, timeouts or queue limits. */
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
  /** Cumulative shares of the priority levels. Empty if all requests have the default level. */
  readonly cumulativeShares: number[];
  readonly defaultLevel: number;
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
  if (arrivals._stream.concurrency && options.dynamicBatching && rejectsRequests(options.dynamicBatching)) {
    // A client whose request is rejected would immediately send the next request, in an endless loop.
    fail('dynamicBatching', 'a queue policy that rejects', 'any with open arrivals, none with closed-loop clients');
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
    ...prioritiesOf(options),
    warmupRequests: requireInteger('warmupRequests', options.warmupRequests ?? 0, 0, requests - 1),
  };
}

function batcherOf(options: DynamicBatchingOptions, maxBatch: number): Batcher {
  const { priorityLevels = 0, defaultQueuePolicy } = options;
  const preferredBatchSizes = options.preferredBatchSizes ?? [];
  for (const size of preferredBatchSizes) requireInteger('preferredBatchSizes', size, 1, maxBatch);
  const preferred = preferredBatchSizes.length ? preferredBatchSizes : [maxBatch];
  const levels = Array.from({ length: Math.max(priorityLevels, 1) }, (_, level) =>
    levelPolicy((priorityLevels && options.priorityQueuePolicies?.[level + 1]) || defaultQueuePolicy || {}),
  );
  return {
    maxBatch,
    preferred: [...new Set(preferred)].sort((a, b) => a - b),
    delay: (options.maxQueueDelayMicroseconds ?? 0) / 1000,
    levels,
    prefetching:
      priorityLevels === 0 &&
      !levels[0].timeout &&
      levels[0].maxSize === Infinity &&
      !defaultQueuePolicy?.allowTimeoutOverride,
    preservesOrder: options.preserveOrdering ?? false,
  };
}

function rejectsRequests({ defaultQueuePolicy, priorityQueuePolicies = {} }: DynamicBatchingOptions): boolean {
  return [defaultQueuePolicy ?? {}, ...Object.values(priorityQueuePolicies)].some(
    (policy) =>
      policy.maxQueueSize || (policy.defaultTimeoutMicroseconds && policy.timeoutAction !== TimeoutAction.DELAY),
  );
}

function levelPolicy(policy: QueuePolicy): LevelPolicy {
  return {
    delaysTimedOut: policy.timeoutAction === TimeoutAction.DELAY,
    timeout: (policy.defaultTimeoutMicroseconds ?? 0) / 1000,
    maxSize: policy.maxQueueSize || Infinity,
  };
}

function prioritiesOf(options: BatchingSimulationOptions): { cumulativeShares: number[]; defaultLevel: number } {
  const { priorityLevels = 0, defaultPriorityLevel = 1 } = options.dynamicBatching ?? {};
  const shares = options.priorityShares ?? [];
  if (shares.length && shares.length !== priorityLevels) {
    fail('priorityShares', `${shares.length} shares`, `one for each of the ${priorityLevels} priority levels`);
  }
  const total = shares.reduce((sum, share) => sum + share, 0);
  let sum = 0;
  return { cumulativeShares: shares.map((share) => (sum += share) / total), defaultLevel: defaultPriorityLevel - 1 };
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
