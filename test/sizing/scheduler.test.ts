import { DynamicBatchingOptions, TimeoutAction } from '../../lib/model';
import { RoutingStrategy } from '../../lib/platform';
import { Arrivals, BatchingSimulator } from '../../lib/sizing';
import { basics, constantTime } from './helpers';

/** Requests of one at given times, 10 ms for any execution, one instance, batches up to 8. */
const replay = (atMilliseconds: number[], dynamicBatching?: DynamicBatchingOptions) =>
  BatchingSimulator.run({ ...basics, dynamicBatching, arrivals: Arrivals.replayed(atMilliseconds) });
const sizes = ({ executionsByBatch }: { executionsByBatch: { [batch: string]: number } }) => executionsByBatch;

describe('dynamic batching', () => {
  test('an idle instance takes a request at once, the others wait and share the next execution', () => {
    const result = replay([0, 1, 2, 3], {});
    expect(sizes(result)).toEqual({ 1: 1, 3: 1 });
    expect(result.meanMilliseconds).toBe((10 + 19 + 18 + 17) / 4);
  });

  test('without it each request executes alone', () => {
    expect(sizes(replay([0, 1, 2, 3]))).toEqual({ 1: 4 });
  });

  test('without a delay a batch stops growing at the first preferred size', () => {
    expect(sizes(replay([0, 1, 2, 3, 4], { preferredBatchSizes: [2, 4] }))).toEqual({ 1: 1, 2: 2 });
  });

  test('requests that had to wait for room before the instances leave in the largest preferred size', () => {
    const result = replay([0, 1, 2, 3, 4, 5, 6, 7, 8], { preferredBatchSizes: [2, 4] });
    expect(sizes(result)).toEqual({ 1: 1, 2: 2, 4: 1 });
  });

  test('a delay makes a lone request wait', () => {
    expect(replay([0], { maxQueueDelayMicroseconds: 5000 }).meanMilliseconds).toBe(15);
  });

  test('a full batch does not wait for the delay', () => {
    const result = replay([0, 1, 2, 3, 4, 5, 6, 7], { maxQueueDelayMicroseconds: 50_000 });
    expect(sizes(result)).toEqual({ 8: 1 });
    expect(result.simulatedMilliseconds).toBe(17);
  });

  test('a preferred size does not wait for the delay', () => {
    const result = replay([0, 1], { preferredBatchSizes: [2], maxQueueDelayMicroseconds: 50_000 });
    expect(result.simulatedMilliseconds).toBe(11);
  });

  test('answers in order wait for the slower ones before them', () => {
    const run = (preserveOrdering: boolean) =>
      BatchingSimulator.run({
        ...basics,
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

describe('queue policies', () => {
  test('a full queue refuses', () => {
    const result = replay([0, 1, 2, 3, 4], { defaultQueuePolicy: { maxQueueSize: 2 } });
    expect(result.rejected).toBe(2);
    expect(result.answered).toBe(3);
  });

  test('late requests are refused when a batch is formed', () => {
    const late = { defaultTimeoutMicroseconds: 5000 };
    expect(replay([0, 1, 9, 21], { defaultQueuePolicy: late }).rejected).toBe(1);
  });

  test('or served after the others', () => {
    const late = { defaultTimeoutMicroseconds: 5000, timeoutAction: TimeoutAction.DELAY };
    const result = replay([0, 1, 9, 21], { defaultQueuePolicy: late });
    expect(result.rejected).toBe(0);
    expect(result.answered).toBe(4);
  });

  test('an end that does not wake the batcher leaves a waiting request for half a second', () => {
    const waits = Array.from(
      { length: 20 },
      (_, seed) =>
        BatchingSimulator.run({
          ...basics,
          seed,
          dynamicBatching: { defaultQueuePolicy: { maxQueueSize: 100 } },
          arrivals: Arrivals.replayed([0, 1]),
        }).p99Milliseconds,
    );
    expect(waits).toContain(19);
    expect(Math.max(...waits)).toBeGreaterThan(500);
  });

  test('closed-loop clients of a queue that refuses would never end', () => {
    expect(() =>
      BatchingSimulator.run({
        ...basics,
        dynamicBatching: { defaultQueuePolicy: { maxQueueSize: 1 } },
        arrivals: Arrivals.closedLoop(4),
      }),
    ).toThrow('sizing.simulation');
  });
});

describe('priorities', () => {
  const run = (priorityShares: number[]) =>
    BatchingSimulator.run({
      ...basics,
      serviceTimes: constantTime(10),
      maxBatchSize: 1,
      dynamicBatching: { priorityLevels: 2, defaultPriorityLevel: 2 },
      priorityShares,
      arrivals: Arrivals.poisson(70),
    });

  test('make the latency of most lower and that of the rest higher', () => {
    const equal = run([0, 1]);
    const mixed = run([0.5, 0.5]);
    expect(mixed.p50Milliseconds).toBeLessThan(equal.p50Milliseconds);
    expect(mixed.p99Milliseconds).toBeGreaterThan(equal.p99Milliseconds);
  });

  test('need a share for each level', () => {
    expect(() => run([1])).toThrow('allowed: one for each of the 2 priority levels');
  });
});

describe('several hosts', () => {
  const p99 = (hosts: number, routing?: RoutingStrategy) =>
    BatchingSimulator.run({
      ...basics,
      requests: 60_000,
      hosts,
      routing,
      dynamicBatching: {},
      arrivals: Arrivals.poisson(hosts * 500),
    }).p99Milliseconds;

  test('behind random routing are as slow as one with its share of the load', () => {
    expect(Math.abs(p99(4, RoutingStrategy.RANDOM) / p99(1) - 1)).toBeLessThan(0.05);
  });

  test('see of a burst what random routing leaves of it', () => {
    const many = { ...basics, requests: 200_000, dynamicBatching: {} };
    const four = BatchingSimulator.run({
      ...many,
      hosts: 4,
      arrivals: Arrivals.gamma(2000, 5),
    });
    const one = BatchingSimulator.run({ ...many, arrivals: Arrivals.gamma(500, 2) });
    expect(Math.abs(four.p99Milliseconds / one.p99Milliseconds - 1)).toBeLessThan(0.05);
  });

  test('are faster when requests go where the fewest are', () => {
    expect(p99(4, RoutingStrategy.LEAST_OUTSTANDING_REQUESTS)).toBeLessThan(0.95 * p99(4));
  });
});

describe('instances that share a GPU', () => {
  const inferencesPerSecond = (gpus: number, gpuOverlapMilliseconds?: number) =>
    BatchingSimulator.run({
      ...basics,
      instances: 2,
      gpus,
      gpuOverlapMilliseconds,
      arrivals: Arrivals.closedLoop(8),
    }).inferencesPerSecond;

  test.each([
    ['not at all when everything overlaps', 1, undefined, 200],
    ['completely when nothing does', 1, 0, 100],
    ['by what does not overlap', 1, 2, 125],
    ['not at all on GPUs of their own', 2, 2, 200],
  ])('slow each other down %s', (_, gpus, overlap, expected) => {
    expect(inferencesPerSecond(gpus, overlap)).toBeCloseTo(expected, -1);
  });
});

describe('wrong input is refused', () => {
  const run = (changes: object) => () =>
    BatchingSimulator.run({ ...basics, arrivals: Arrivals.poisson(1), ...changes });

  test.each([
    [{ instances: 0 }, 'instances: got 0; allowed: an integer from 1'],
    [{ requests: 1.5 }, 'requests: got 1.5'],
    [{ seed: -1 }, 'seed: got -1'],
    [{ maxBatchSize: 16, dynamicBatching: {} }, 'required: 1 to 16, since times are never extrapolated'],
    [{ dynamicBatching: { preferredBatchSizes: [9] } }, 'preferredBatchSizes: got 9; allowed: an integer from 1 to 8'],
    [{ serviceTimes: [] }, 'got batches none'],
    [{ instances: 3, gpus: 2 }, 'a divisor of the 3 instances'],
    [{ gpuOverlapMilliseconds: 11 }, 'gpuOverlapMilliseconds: got 11; allowed: 0 to the shortest execution, 10 ms'],
  ])('%j', (changes, message) => {
    expect(run(changes)).toThrow(message);
  });

  test('rates', () => {
    expect(() => Arrivals.poisson(0)).toThrow('got 0; allowed: above 0');
    expect(() => Arrivals.gamma(1, 0)).toThrow('burstiness: got 0');
    expect(() => Arrivals.closedLoop(0)).toThrow('concurrency: got 0');
    expect(() => Arrivals.replayed([0, 1], [1])).toThrow('one for each of the 2 times');
  });
});
