import { Arrivals, BatchingSimulator } from '../../lib/sizing';
import { linearTimes, TutorialRow, tutorialRows } from './helpers';

describe("the worked example of Triton's tutorial", () => {
  // requests A to E of 4, 2, 2, 6, 2; A and C come at once, B after a third of an execution, D and E after two thirds
  const arrivals = Arrivals.replayed([0, 10, 0, 20, 20], [4, 2, 2, 6, 2]);
  const model = { serviceTimes: linearTimes(30, 0, 8), instances: 1, maxBatchSize: 8, arrivals, requests: 5, seed: 1 };

  test('takes 5 executions one by one', () => {
    expect(BatchingSimulator.run(model).executions).toBe(5);
  });

  test('takes 3 with dynamic batching', () => {
    expect(BatchingSimulator.run({ ...model, dynamicBatching: {} }).executions).toBe(3);
  });
});

describe("perf_analyzer's tables in Triton's tutorial", () => {
  const rows = tutorialRows();
  const table = (configuration: string) => rows.filter((row) => row.configuration === configuration);
  const mean = (some: TutorialRow[]) => some.reduce((sum, row) => sum + row.throughput, 0) / some.length / 1000;

  const alone = table('no dynamic batching 1 instance');
  const batched = table('dynamic batching 1 instance');
  const shared = table('dynamic batching 2 instances');
  // fitted on the first table, on the saturated rows of the second, and on the first row of the third
  const serviceTimes = [
    { batch: 2, milliseconds: 2 / mean(alone) },
    { batch: 8, milliseconds: 8 / mean(batched.filter((row) => row.concurrency >= 10)) },
  ];
  const gpuOverlapMilliseconds = serviceTimes[0].milliseconds - 2 / mean(shared.slice(0, 1));

  const throughput = ({ concurrency, requestBatch }: TutorialRow, instances: number) =>
    BatchingSimulator.run({
      serviceTimes,
      instances,
      gpuOverlapMilliseconds,
      maxBatchSize: 8,
      requestBatch,
      dynamicBatching: {},
      arrivals: Arrivals.closedLoop(concurrency),
      requests: 20_000,
      seed: 1,
    }).inferencesPerSecond;

  test.each(batched.map((row) => [row.concurrency, row] as const))('one instance, concurrency %i', (_, row) => {
    expect(Math.abs(throughput(row, 1) / row.throughput - 1)).toBeLessThan(0.15);
  });

  test.each(shared.map((row) => [row.concurrency, row] as const))('two on one GPU, concurrency %i', (_, row) => {
    expect(Math.abs(throughput(row, 2) / row.throughput - 1)).toBeLessThan(0.2);
  });
});
