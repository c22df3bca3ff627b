import { Arrivals, BatchingSimulator } from '../../../lib/capacity';
import { linearTimes, TutorialRow, tutorialRows } from './helpers';

describe("the worked example of Triton's tutorial", () => {
  // Batch sizes of the requests A to E: 4, 2, 2, 6, 2. A and C arrive at the start, B after a third of an execution, D and E after two thirds.
  const arrivals = Arrivals.replayed([0, 10, 0, 20, 20], [4, 2, 2, 6, 2]);
  const model = { serviceTimes: linearTimes(30, 0, 8), instances: 1, maxBatchSize: 8, arrivals, requests: 5, seed: 1 };

  test('requires 5 executions without batching', () => {
    expect(BatchingSimulator.run(model).executions).toBe(5);
  });

  test('requires 3 executions with dynamic batching', () => {
    expect(BatchingSimulator.run({ ...model, dynamicBatching: {} }).executions).toBe(3);
  });
});

describe("perf_analyzer's tables in Triton's tutorial", () => {
  const rows = tutorialRows();
  const rowsOf = (configuration: string) => rows.filter((row) => row.configuration === configuration);
  const mean = (selected: TutorialRow[]) =>
    selected.reduce((sum, row) => sum + row.throughput, 0) / selected.length / 1000;

  const unbatched = rowsOf('no dynamic batching 1 instance');
  const batched = rowsOf('dynamic batching 1 instance');
  const twoInstances = rowsOf('dynamic batching 2 instances');
  // Fitted to the first table, the saturated rows of the second table, and the first row of the third table.
  const serviceTimes = [
    { batch: 2, milliseconds: 2 / mean(unbatched) },
    { batch: 8, milliseconds: 8 / mean(batched.filter((row) => row.concurrency >= 10)) },
  ];
  const gpuOverlapMilliseconds = serviceTimes[0].milliseconds - 2 / mean(twoInstances.slice(0, 1));

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

  test.each(batched.map((row) => [row.concurrency, row] as const))(
    'have approximately the simulated throughput of one instance at concurrency %i',
    (_, row) => {
      expect(Math.abs(throughput(row, 1) / row.throughput - 1)).toBeLessThan(0.15);
    },
  );

  test.each(twoInstances.map((row) => [row.concurrency, row] as const))(
    'have approximately the simulated throughput of two instances on one GPU at concurrency %i',
    (_, row) => {
      expect(Math.abs(throughput(row, 2) / row.throughput - 1)).toBeLessThan(0.2);
    },
  );
});
