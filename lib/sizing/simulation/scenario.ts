import { DynamicBatchingOptions, QueuePolicy, TimeoutAction } from '../../model';
import { RoutingStrategy } from '../../platform';
import { BatchingSimulationProps } from '../batching-simulator-props';
import { serviceTable } from './service-table';
import { rulePage } from '../../findings/rule-page';

/** Waiting rules of one priority level. */
export interface LevelPolicy {
  readonly delays: boolean;
  readonly timeout: number;
  readonly maxSize: number;
}

/** How one host forms batches. Times in milliseconds. */
export interface Batcher {
  readonly maxBatch: number;
  /** Ascending; Triton takes `maxBatch` where none is given. */
  readonly preferred: number[];
  readonly delay: number;
  readonly levels: LevelPolicy[];
  /** Whether batches may wait for instances; Triton does not let them where there are priorities, timeouts or limits. */
  readonly prefetching: boolean;
  readonly preservesOrder: boolean;
}

/** A simulation's props, checked and with every default filled in. Times in milliseconds. */
export interface Scenario {
  readonly props: BatchingSimulationProps;
  readonly requests: number;
  readonly hosts: number;
  readonly leastOutstanding: boolean;
  readonly instances: number;
  readonly gpus: number;
  /** Execution time by batch size, overheads included. */
  readonly service: Float64Array;
  /** The part of it that needs no GPU of its own; undefined where instances do not slow each other down. */
  readonly overlap?: number;
  readonly requestBatch: number;
  /** Absent without dynamic batching. */
  readonly batcher?: Batcher;
  /** Cumulative shares of the priority levels; empty if all requests have the same. */
  readonly cumulativeShares: number[];
  readonly defaultLevel: number;
  readonly warmup: number;
}

export function scenarioOf(props: BatchingSimulationProps): Scenario {
  const { maxBatchSize, instances, overheads, arrivals } = props;
  requireInteger('instances', instances, 1, 1024);
  requireInteger('maxBatchSize', maxBatchSize, 1, 4096);
  requireInteger('requests', props.requests, 1, 2 ** 28);
  requireInteger('seed', props.seed, 0, Number.MAX_SAFE_INTEGER);
  const requestBatch = requireInteger('requestBatch', props.requestBatch ?? 1, 1, maxBatchSize);
  const gpus = requireInteger('gpus', props.gpus ?? 1, 1, instances);
  if (instances % gpus !== 0) fail('gpus', gpus, `a divisor of the ${instances} instances`);
  const sizes = arrivals._stream.batches ?? [requestBatch];
  for (const size of sizes) requireInteger('arrivals: batch', size, 1, maxBatchSize);
  const smallest = Math.min(...sizes);
  if (arrivals._stream.concurrency && props.dynamicBatching && rejects(props.dynamicBatching)) {
    // a refused client would ask again at once, for ever
    fail('dynamicBatching', 'a queue policy that rejects', 'any with open arrivals, none with closed-loop clients');
  }
  const requests = Math.min(props.requests, arrivals._stream.count ?? Infinity);

  // without dynamic batching no execution is larger than a request
  const largest = props.dynamicBatching ? maxBatchSize : Math.max(...sizes);
  const service = serviceTable(props.serviceTimes, smallest, largest).map(
    (milliseconds, batch) =>
      milliseconds + (overheads ? overheads.perExecutionMilliseconds + overheads.perRequestMilliseconds * batch : 0),
  );
  const overlap = props.gpuOverlapMilliseconds;
  if (overlap !== undefined && !(overlap >= 0 && overlap <= service[smallest])) {
    fail('gpuOverlapMilliseconds', overlap, `0 to the shortest execution, ${service[smallest]} ms`);
  }
  return {
    props,
    requests,
    hosts: requireInteger('hosts', props.hosts ?? 1, 1, 4096),
    leastOutstanding: props.routing === RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    instances,
    gpus,
    service,
    overlap,
    requestBatch,
    batcher: props.dynamicBatching && batcherOf(props.dynamicBatching, maxBatchSize),
    ...priorities(props),
    warmup: requireInteger('warmupRequests', props.warmupRequests ?? 0, 0, requests - 1),
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

function rejects({ defaultQueuePolicy, priorityQueuePolicies = {} }: DynamicBatchingOptions): boolean {
  return [defaultQueuePolicy ?? {}, ...Object.values(priorityQueuePolicies)].some(
    (policy) =>
      policy.maxQueueSize || (policy.defaultTimeoutMicroseconds && policy.timeoutAction !== TimeoutAction.DELAY),
  );
}

function levelPolicy(policy: QueuePolicy): LevelPolicy {
  return {
    delays: policy.timeoutAction === TimeoutAction.DELAY,
    timeout: (policy.defaultTimeoutMicroseconds ?? 0) / 1000,
    maxSize: policy.maxQueueSize || Infinity,
  };
}

function priorities(props: BatchingSimulationProps): { cumulativeShares: number[]; defaultLevel: number } {
  const { priorityLevels = 0, defaultPriorityLevel = 1 } = props.dynamicBatching ?? {};
  const shares = props.priorityShares ?? [];
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
    `BatchingSimulator.run: ${property}: got ${value}; allowed: ${allowed} ${rulePage('sizing.simulation')}`,
  );
}
