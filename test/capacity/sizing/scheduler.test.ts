import { DynamicBatchingOptions } from '../../../lib/model';
import { RoutingStrategy } from '../../../lib/platform';
import { Arrivals, BatchingSimulator } from '../../../lib/capacity';
import { baseOptions } from './helpers';

/** Simulates requests with a batch size of 1 that arrive at these times, on one instance that executes batches of up to 8 in 10 ms. */
const replay = (atMilliseconds: number[], dynamicBatching?: DynamicBatchingOptions) =>
  BatchingSimulator.run({ ...baseOptions, dynamicBatching, arrivals: Arrivals.replayed(atMilliseconds) });
const executionsByBatch = (result: { executionsByBatch: { [batch: string]: number } }) => result.executionsByBatch;

describe('with dynamic batching,', () => {
  test('an idle instance executes a request immediately, and later requests share the next execution', () => {
    const result = replay([0, 1, 2, 3], {});
    expect(executionsByBatch(result)).toEqual({ 1: 1, 3: 1 });
    expect(result.meanMilliseconds).toBe((10 + 19 + 18 + 17) / 4);
  });

  test('an execution can contain several requests, but without dynamic batching each request has a separate execution', () => {
    expect(executionsByBatch(replay([0, 1, 2, 3]))).toEqual({ 1: 4 });
  });

  test('a batch without a queue delay stops growing at the first preferred size', () => {
    expect(executionsByBatch(replay([0, 1, 2, 3, 4], { preferredBatchSizes: [2, 4] }))).toEqual({ 1: 1, 2: 2 });
  });

  test('requests that wait while all instances are busy are batched at the largest preferred size', () => {
    const result = replay([0, 1, 2, 3, 4, 5, 6, 7, 8], { preferredBatchSizes: [2, 4] });
    expect(executionsByBatch(result)).toEqual({ 1: 1, 2: 2, 4: 1 });
  });

  test('a single request waits for the queue delay', () => {
    expect(replay([0], { maxQueueDelayMicroseconds: 5000 }).meanMilliseconds).toBe(15);
  });

  test('a full batch does not wait for the queue delay', () => {
    const result = replay([0, 1, 2, 3, 4, 5, 6, 7], { maxQueueDelayMicroseconds: 50_000 });
    expect(executionsByBatch(result)).toEqual({ 8: 1 });
    expect(result.simulatedMilliseconds).toBe(17);
  });

  test('a batch with a preferred size does not wait for the queue delay', () => {
    const result = replay([0, 1], { preferredBatchSizes: [2], maxQueueDelayMicroseconds: 50_000 });
    expect(result.simulatedMilliseconds).toBe(11);
  });

  test('and preserved ordering, responses wait for slower previous responses', () => {
    const run = (preserveOrdering: boolean) =>
      BatchingSimulator.run({
        ...baseOptions,
        serviceTimes: [
          { batch: 1, milliseconds: 5 },
          { batch: 4, milliseconds: 50 },
        ],
        maxBatchSize: 4,
        instances: 2,
        dynamicBatching: { preserveOrdering },
        arrivals: Arrivals.replayed([0, 1], [4, 1]),
      }).meanMilliseconds;
    expect(run(false)).toBe((50 + 5) / 2);
    expect(run(true)).toBe((50 + 49) / 2);
  });
});

describe('with limits of the queue,', () => {
  test('a full queue rejects requests', () => {
    const result = replay([0, 1, 2, 3, 4], { maxQueueSize: 2 });
    expect(result.rejected).toBe(2);
    expect(result.completedRequests).toBe(3);
  });

  test('requests that exceed their timeout are rejected when a batch is formed', () => {
    expect(replay([0, 1, 9, 21], { queueTimeoutMicroseconds: 5000 }).rejected).toBe(1);
  });

  test('a request waits for half a second if the end of an execution does not wake the batcher', () => {
    const waits = Array.from(
      { length: 20 },
      (_, seed) =>
        BatchingSimulator.run({
          ...baseOptions,
          seed,
          dynamicBatching: { maxQueueSize: 100 },
          arrivals: Arrivals.replayed([0, 1]),
        }).p99Milliseconds,
    );
    expect(waits).toContain(19);
    expect(Math.max(...waits)).toBeGreaterThan(500);
  });

  test('closed-loop arrivals with a queue that rejects requests are an error, because the simulation would not end', () => {
    expect(() =>
      BatchingSimulator.run({
        ...baseOptions,
        dynamicBatching: { maxQueueSize: 1 },
        arrivals: Arrivals.closedLoop(4),
      }),
    ).toThrow('sizing.simulation');
  });
});

describe('several hosts', () => {
  const p99 = (hosts: number, routingStrategy?: RoutingStrategy) =>
    BatchingSimulator.run({
      ...baseOptions,
      requests: 60_000,
      hosts,
      routingStrategy,
      dynamicBatching: {},
      arrivals: Arrivals.poisson(hosts * 500),
    }).p99Milliseconds;

  test('with random routing have the latency of a single host with its fraction of the load', () => {
    expect(Math.abs(p99(4, RoutingStrategy.RANDOM) / p99(1) - 1)).toBeLessThan(0.05);
  });

  test('with random routing have the latency of a single host that receives smaller bursts', () => {
    const options = { ...baseOptions, requests: 200_000, dynamicBatching: {} };
    const four = BatchingSimulator.run({
      ...options,
      hosts: 4,
      arrivals: Arrivals.gamma(2000, 5),
    });
    const one = BatchingSimulator.run({ ...options, arrivals: Arrivals.gamma(500, 2) });
    expect(Math.abs(four.p99Milliseconds / one.p99Milliseconds - 1)).toBeLessThan(0.05);
  });

  test('are faster with routing by least outstanding requests', () => {
    expect(p99(4, RoutingStrategy.LEAST_OUTSTANDING_REQUESTS)).toBeLessThan(0.95 * p99(4));
  });
});

describe('two instances on one host', () => {
  const inferencesPerSecond = (gpus: number, gpuOverlapMilliseconds?: number) =>
    BatchingSimulator.run({
      ...baseOptions,
      instances: 2,
      gpus,
      gpuOverlapMilliseconds,
      arrivals: Arrivals.closedLoop(8),
    }).inferencesPerSecond;

  test.each([
    ['do not slow each other down if executions overlap completely', 1, undefined, 200],
    ['take turns if executions do not overlap', 1, 0, 100],
    ['slow each other down by the part of an execution that does not overlap', 1, 2, 125],
    ['do not slow each other down on separate GPUs', 2, 2, 200],
  ])('%s', (_, gpus, overlap, expected) => {
    expect(inferencesPerSecond(gpus, overlap)).toBeCloseTo(expected, -1);
  });
});

describe('invalid input is rejected', () => {
  const run = (changes: object) => () =>
    BatchingSimulator.run({ ...baseOptions, arrivals: Arrivals.poisson(1), ...changes });

  test.each([
    [{ instances: 0 }, 'instances: got 0; allowed: an integer from 1'],
    [{ maxBatchSize: 16, dynamicBatching: {} }, 'required: 1 to 16, since times are never extrapolated'],
    [{ dynamicBatching: { preferredBatchSizes: [9] } }, 'preferredBatchSizes: got 9; allowed: an integer from 1 to 8'],
    [{ instances: 3, gpus: 2 }, 'a divisor of the 3 instances'],
    [{ gpuOverlapMilliseconds: 11 }, 'gpuOverlapMilliseconds: got 11; allowed: 0 to the shortest execution, 10 ms'],
  ])('in the options %j', (changes, message) => {
    expect(run(changes)).toThrow(message);
  });

  test('in arrivals', () => {
    expect(() => Arrivals.poisson(0)).toThrow('got 0; allowed: above 0');
    expect(() => Arrivals.gamma(1, 0)).toThrow('burstiness: got 0');
    expect(() => Arrivals.closedLoop(0)).toThrow('concurrency: got 0');
    expect(() => Arrivals.replayed([0, 1], [1])).toThrow('one for each of the 2 times');
  });
});
