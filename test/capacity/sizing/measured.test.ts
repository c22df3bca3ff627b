import { Arrivals, BatchingSimulator } from '../../../lib/capacity';
import { linearTimes, readData } from './helpers';

/**
 * Overheads of the host on which the runs were measured. The overheads were fitted once to all runs: the time for each request of a batch
 * (copies and response), and the time for each execution in addition to the simulated model.
 */
const OVERHEADS = { perRequestMilliseconds: 0.3, perExecutionMilliseconds: 1.5 };

interface Run {
  readonly configuration: string;
  readonly instances: number;
  readonly max_batch_size: number;
  readonly dynamic_batching: {
    preferred_batch_size?: number[];
    max_queue_delay_microseconds?: number;
    default_queue_policy?: { max_queue_size?: number; default_timeout_microseconds?: number };
  } | null;
  readonly seconds: number;
  readonly requests_per_second: number;
  readonly requests: number;
  readonly measured: { throughput: number; mean_ms: number; p95_ms: number; mean_batch: number; refused?: number };
}

const rejectsRequests = (run: Run) => run.dynamic_batching?.default_queue_policy !== undefined;

function simulate(run: Run) {
  const { dynamic_batching: batching } = run;
  return BatchingSimulator.run({
    serviceTimes: linearTimes(20, 5, run.max_batch_size),
    instances: run.instances,
    maxBatchSize: run.max_batch_size,
    dynamicBatching: batching
      ? {
          preferredBatchSizes: batching.preferred_batch_size,
          maxQueueDelayMicroseconds: batching.max_queue_delay_microseconds,
          maxQueueSize: batching.default_queue_policy?.max_queue_size,
          queueTimeoutMicroseconds: batching.default_queue_policy?.default_timeout_microseconds,
        }
      : undefined,
    arrivals: Arrivals.poisson(rejectsRequests(run) ? run.requests / run.seconds : run.measured.throughput),
    requests: 60_000,
    seed: 1,
    overheads: OVERHEADS,
  });
}

/** Returns the load as a fraction of the capacity without overheads. Without batching, each request is executed individually. */
function loadOf(run: Run): number {
  const batch = run.dynamic_batching ? run.max_batch_size : 1;
  return run.requests_per_second / ((1000 * run.instances * batch) / (20 + 5 * batch));
}

const relativeError = (simulated: number, measured: number) => Math.abs(simulated / measured - 1);
const runs: Run[] = [
  ...readData('batching-measurements.json').runs,
  ...readData('more-batching-measurements.json').runs,
];
const describeRun = (run: Run) => `${run.configuration} at ${run.requests_per_second}/s`;

describe('runs on a real Triton server', () => {
  const lowLoadRuns = runs.filter((run) => loadOf(run) < 0.65 && run.requests >= 1000);
  const highLoadRuns = runs.filter((run) => loadOf(run) > 0.8);

  test('include at least 24 runs at low load and 13 runs at high load', () => {
    expect(lowLoadRuns.length).toBeGreaterThanOrEqual(24);
    expect(highLoadRuns.length).toBeGreaterThanOrEqual(13);
  });

  test.each(lowLoadRuns.map((run) => [describeRun(run), run] as const))(
    'have approximately the simulated latency and batch size: %s',
    (_, run) => {
      const simulated = simulate(run);
      expect(relativeError(simulated.meanMilliseconds, run.measured.mean_ms)).toBeLessThan(0.1);
      expect(relativeError(simulated.meanBatch, run.measured.mean_batch)).toBeLessThan(0.1);
      expect(relativeError(simulated.p95Milliseconds, run.measured.p95_ms)).toBeLessThan(0.15);
    },
  );

  test.each(runs.filter(rejectsRequests).map((run) => [describeRun(run), run] as const))(
    'reject approximately the simulated fraction of requests: %s',
    (_, run) => {
      const { rejected, completedRequests } = simulate(run);
      const measuredShare = (run.measured.refused ?? 0) / run.requests;
      expect(Math.abs(rejected / (rejected + completedRequests) - measuredShare)).toBeLessThan(0.1);
    },
  );

  test.each(highLoadRuns.map((run) => [describeRun(run), run] as const))(
    'have the simulated latency, with a larger tolerance because of the high load: %s',
    (_, run) => {
      expect(relativeError(simulate(run).meanMilliseconds, run.measured.mean_ms)).toBeLessThan(0.25);
    },
  );
});
