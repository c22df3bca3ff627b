import { Arrivals, BatchingSimulator } from '../../lib/sizing';
import { linearTimes, readData } from './helpers';

/**
 * Constants of the rig on which the runs were measured, fitted once to all of them: what a request costs in a batch
 * (its copies and its answer), and what each execution costs beside the model's sleep.
 */
const RIG = { perRequestMilliseconds: 0.3, perExecutionMilliseconds: 1.5 };

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

const refuses = (run: Run) => run.dynamic_batching?.default_queue_policy !== undefined;

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
          defaultQueuePolicy: batching.default_queue_policy && {
            maxQueueSize: batching.default_queue_policy.max_queue_size,
            defaultTimeoutMicroseconds: batching.default_queue_policy.default_timeout_microseconds,
          },
        }
      : undefined,
    arrivals: Arrivals.poisson(refuses(run) ? run.requests / run.seconds : run.measured.throughput),
    requests: 60_000,
    seed: 1,
    overheads: RIG,
  });
}

/** Capacity by the model's own times. Without batching, each request executes alone. */
function load(run: Run): number {
  const batch = run.dynamic_batching ? run.max_batch_size : 1;
  return run.requests_per_second / ((1000 * run.instances * batch) / (20 + 5 * batch));
}

const relative = (simulated: number, measured: number) => Math.abs(simulated / measured - 1);
const runs: Run[] = [
  ...readData('batching-measurements.json').runs,
  ...readData('more-batching-measurements.json').runs,
];
const name = (run: Run) => `${run.configuration} at ${run.requests_per_second}/s`;

describe('runs on a real Triton server', () => {
  const calm = runs.filter((run) => load(run) < 0.65 && run.requests >= 1000);
  const busy = runs.filter((run) => load(run) > 0.8);

  test('are all there', () => {
    expect(calm.length).toBeGreaterThanOrEqual(24);
    expect(busy.length).toBeGreaterThanOrEqual(13);
  });

  test.each(calm.map((run) => [name(run), run] as const))('%s', (_, run) => {
    const simulated = simulate(run);
    expect(relative(simulated.meanMilliseconds, run.measured.mean_ms)).toBeLessThan(0.1);
    expect(relative(simulated.meanBatch, run.measured.mean_batch)).toBeLessThan(0.1);
    expect(relative(simulated.p95Milliseconds, run.measured.p95_ms)).toBeLessThan(0.15);
  });

  test.each(runs.filter(refuses).map((run) => [name(run), run] as const))('%s refuses as many', (_, run) => {
    const { rejected, answered } = simulate(run);
    const share = (run.measured.refused ?? 0) / run.requests;
    expect(Math.abs(rejected / (rejected + answered) - share)).toBeLessThan(0.1);
  });

  test.each(busy.map((run) => [name(run), run] as const))('%s, where noise is amplified', (_, run) => {
    expect(relative(simulate(run).meanMilliseconds, run.measured.mean_ms)).toBeLessThan(0.25);
  });
});
