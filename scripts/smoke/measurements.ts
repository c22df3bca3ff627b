import assert from 'assert/strict';
import { describe, test } from 'node:test';
import { runExpectingError, read, runSuccessfully, write } from './installed';

const ROWS = 2000;
/** Maximum number of combinations that `plan` simulates. */
const MAX_COMBINATIONS = 1000;
const DEMAND = ['--requests-per-second', '500', '--latency', '500'];

/** The results of the BERT-large experiment, and rows that are slower and more expensive than all of them. */
function largeResults(): string {
  const reference = read('model-artifacts/bert-large-inference-recommender.csv').trimEnd();
  const slower = Array.from(
    { length: ROWS - reference.split('\n').length + 1 },
    (_, index) => `slow-${index},no,no,,ml.g4dn.xlarge,4,1,16,300,${100 + (index % 10)},${2000 + index},220.92`,
  );
  return `${[reference, ...slower].join('\n')}\n`;
}

/** Measured execution times by batch size on four instance types. */
function latencyTable(): string {
  const types = ['ml.g4dn.xlarge', 'ml.g5.xlarge', 'ml.g6.xlarge', 'ml.g6e.xlarge'];
  const rows = types.flatMap((type, typeIndex) =>
    Array.from(
      { length: MAX_COMBINATIONS / types.length },
      (_, batch) => `${type},${batch + 1},${3 + typeIndex + 0.2 * (batch + 1)}`,
    ),
  );
  return `${['instance_type,batch,milliseconds', ...rows].join('\n')}\n`;
}

describe('plan', () => {
  test('sizes a fleet from 2,000 results of Inference Recommender', async () => {
    write('results.csv', largeResults());
    const files = ['--json', 'plan.json'];
    const stdout = await runSuccessfully(['plan', ...DEMAND, '--inference-recommender', 'results.csv', ...files]);
    assert.match(stdout, /is 23 × ml\.g4dn\.2xlarge running trt-db \(21\.62 USD per hour, 499 ms\)/);
    const { pick } = JSON.parse(read('plan.json'));
    assert.deepEqual([pick.instanceType, pick.instanceCount], ['ml.g4dn.2xlarge', 23]);
  });

  test('sizes a fleet from 1,000 measured batches', async () => {
    write('latencies.csv', latencyTable());
    await runSuccessfully(['plan', ...DEMAND, '--latency-table', 'latencies.csv', '--json', 'batches.json']);
    assert.equal(JSON.parse(read('batches.json')).pick.instanceType, 'ml.g4dn.xlarge'); // cheapest, and fastest here
  });

  test('rejects a missing file', async () => {
    assert.match(
      await runExpectingError(['plan', ...DEMAND, '--latency-table', 'absent.csv']),
      /absent\.csv: this file or folder does not exist/,
    );
  });
});

describe('simulate', () => {
  const TABLE = 'instance_type,batch,milliseconds\nml.g5.xlarge,1,20\nml.g5.xlarge,8,40\n';

  test('finds the cheapest scaling for a day', async () => {
    write('batches.csv', TABLE);
    await runSuccessfully(['trace', 'make', 'daily', '--peak', '300', '--days', '1', '--out', 'day.csv']);
    const files = ['--json', 'simulation.json'];
    const options = ['--latency-table', 'batches.csv', '--latency', '150', '--routing', 'random', ...files];
    const stdout = await runSuccessfully(['simulate', '--trace', 'day.csv', ...options]);
    assert.match(stdout, /meets the objective of p99 within 150 ms in all 1,440 minutes/);
    assert.equal(JSON.parse(read('simulation.json')).minutes.length, 1440);
  });

  test('rejects a trace without requests', async () => {
    const options = ['--latency-table', write('one.csv', TABLE), '--latency', '150'];
    const trace = write('text.csv', 'nothing\n');
    assert.match(await runExpectingError(['simulate', '--trace', trace, ...options]), /text\.csv: got 0 rows/);
  });
});

describe('advise', () => {
  test('judges the metrics of a day', async () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) =>
      JSON.stringify({
        _aws: { Timestamp: Date.UTC(2026, 10, 16, 0, minute) },
        VariantName: 'AllTraffic',
        ModelName: 'classifier',
        ...{ SuccessfulRequests: 60, Inferences: 60, Executions: 60, QueueDuration: 12, ComputeDuration: 1200 },
      }),
    );
    const metrics = write('server.log', `${minutes.join('\n')}\n`);
    const config = write('config.pbtxt', 'name: "classifier" max_batch_size: 8');
    const stdout = await runSuccessfully(['advise', metrics, '--config', config, '--json', 'advice.json']);
    assert.match(stdout, /classifier: 1438 complete minutes/);
    assert.equal(JSON.parse(read('advice.json')).models[0].verdict, 'keep');
  });

  test('rejects metrics without a configuration', async () => {
    const metrics = write('empty.log', '\n');
    assert.match(await runExpectingError(['advise', metrics]), /required: one of them/);
  });
});
