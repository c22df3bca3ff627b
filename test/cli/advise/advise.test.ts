import * as fs from 'node:fs';
import * as path from 'node:path';
import { Batching, Scaling } from '../../../lib';
import { adviseCommand } from '../../../cli/advise';
import type { SimulatedModel as AdvisedSettings } from '../../../cli/advise/model/advise-model';
import { adviceCode } from '../../../cli/advise/text/code';
import { CommandResult, runCommand } from '../run-command';
import { synthesize } from '../simulate/fixtures';
import { line, metricsOf, rising, SimulatedModel, toLog } from './simulated-metrics';
import { folderWith } from '../../model/folders';

const folder = folderWith({});

const write = (name: string, content: string): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
};
const CONFIG = `name: "classifier" backend: "onnxruntime" max_batch_size: 8 instance_group [ { kind: KIND_GPU } ]`;
const LONG_DELAY = `dynamic_batching { max_queue_delay_microseconds: 200000 preserve_ordering: true }`;

/** 20 minutes of a model with a queue delay that is far too long. */
const DELAYED: SimulatedModel = {
  serviceTimes: line(20, 2, 8),
  maxBatchSize: 8,
  dynamicBatching: { maxQueueDelayMicroseconds: 200_000, preserveOrdering: true },
  rates: rising(5, 15, 22),
};

function adviseOn(model: SimulatedModel, config: string, ...options: string[]): Promise<CommandResult> {
  const metrics = write('log.jsonl', toLog(metricsOf(model)));
  return runCommand(adviseCommand(), [metrics, '--config', write('config.pbtxt', config), ...options]);
}

describe('advise', () => {
  test('writes a name with a line break into one line of a comment', () => {
    const change = { batching: { change: {} }, fleet: {} } as unknown as AdvisedSettings;
    expect(adviceCode('a\nimport os', change, 'python')).toBe(
      '# the model a\\u000aimport os: remove batching, and dynamic_batching from a config.pbtxt',
    );
  });

  test('removes a queue delay that is too long, and keeps the other options of the batching in the code', async () => {
    const { stdout, stderr, status } = await adviseOn(DELAYED, `${CONFIG} ${LONG_DELAY}`);
    expect([stderr, status]).toEqual(['', undefined]);
    expect(stdout).toMatch(
      /Remove the queue delay of 200 ms\. In the simulation, the p99 latency in the server falls from 2\d\d to 2\d\d ms to [\d.]+ to [\d.]+ ms, by 79 to 88 %\./,
    );
    expect(stdout).toContain(
      [
        '// the model classifier',
        'model = model.withOverrides({',
        '  batching: Batching.dynamic({',
        '    preserveOrdering: true,',
        '  }),',
        '})',
      ].join('\n'),
    );
    expect(stdout).toContain('no latency objective is known: set --latency');
  });

  test('prints the code in the language of the app', async () => {
    const project = fs.mkdtempSync(path.join(folder, 'python-'));
    fs.writeFileSync(path.join(project, 'cdk.json'), '{ "app": "python3 app.py" }');
    const previous = process.cwd();
    process.chdir(project);
    const { stdout } = await adviseOn(DELAYED, `${CONFIG} ${LONG_DELAY}`);
    process.chdir(previous);
    expect(stdout).toContain(
      'model = model.with_overrides(\n    batching=Batching.dynamic(\n        preserve_ordering=True,\n    ),\n)',
    );
  });

  test('changes nothing where the batching is good and the objective is met', async () => {
    const { stdout, status } = await adviseOn(
      { ...DELAYED, dynamicBatching: {} },
      `${CONFIG} dynamic_batching {}`,
      ...['--latency', '150'],
    );
    expect(stdout).toContain('The batching needs no change');
    expect(stdout).toContain('The number of instances needs no change: it meets the objective of p99 within 150 ms.');
    expect(stdout).not.toContain('model.withOverrides');
    expect(status).toBeUndefined();
  });

  test('increases the number of instances where batching does not help', async () => {
    const { stdout } = await adviseOn(
      { serviceTimes: line(1, 40, 8), maxBatchSize: 8, dynamicBatching: {}, rates: rising(8, 23, 40) },
      `${CONFIG} dynamic_batching {}`,
      ...['--latency', '300'],
    );
    expect(stdout).toContain('Increase the number of instances from 1 to 2.');
    expect(stdout).toContain('// the endpoint\ninstanceCount: 2,');
  });

  test('reduces the number of instances to at most twice the measured load', async () => {
    const { stdout } = await adviseOn(
      { serviceTimes: line(20, 2, 8), maxBatchSize: 8, dynamicBatching: {}, rates: rising(1, 4, 30), instances: 6 },
      `${CONFIG} dynamic_batching {}`,
      ...['--latency', '500', '--percentile', '95'],
    );
    expect(stdout).toContain('Reduce the number of instances from 6 to 3, which saves 50 % of the cost.');
    expect(stdout).toContain('Deploy 3 first, and run the command again.');
  });

  test('says that no batching and no fleet can meet an objective below the time of one item', async () => {
    const { stdout } = await adviseOn(DELAYED, `${CONFIG} ${LONG_DELAY}`, '--latency', '5');
    expect(stdout).toContain('No batching and no fleet meets the objective of p99 within 5 ms');
    expect(stdout).toContain('Use a faster model or instance type, or a longer objective.');
  });

  test('judges each of several models, but not the number of instances', async () => {
    const files = ['classifier', 'detector'].map((name) =>
      write(`${name}.pbtxt`, `name: "${name}" ${CONFIG.slice(18)} ${LONG_DELAY}`),
    );
    const metrics = write(
      'two.jsonl',
      ['classifier', 'detector'].map((name) => toLog(metricsOf(DELAYED), name)).join(''),
    );
    const { stdout } = await runCommand(adviseCommand(), [metrics, '--config', ...files, '--latency', '300']);
    expect(stdout.match(/Remove the queue delay of 200 ms\./g)).toHaveLength(2);
    expect(stdout).toContain('The number of instances is not judged, because the endpoint has several models.');
  });

  test('does not decide about dynamic batching before a latency table shows what a batch costs', async () => {
    const model: SimulatedModel = { serviceTimes: line(40, 1, 1), maxBatchSize: 1, rates: rising(8, 20, 30) };
    const undecided = await adviseOn(model, CONFIG);
    expect(undecided.stdout).toContain('Whether to turn on dynamic batching cannot be decided');
    expect(undecided.stdout).not.toContain('withOverrides');

    const table = write('table.csv', 'instance_type,batch,milliseconds\nml.g5.xlarge,1,43\nml.g5.xlarge,8,50\n');
    const { stdout } = await adviseOn(model, CONFIG, '--latency-table', table);
    expect(stdout).toMatch(/Turn on dynamic batching\. In the simulation, .* by [78]\d %\./);
    expect(stdout).toContain('batching: Batching.dynamic(),');
  });

  test('reads the configuration and the objective from an assembly', async () => {
    const batching = Batching.dynamic({ maxQueueDelayMicroseconds: 200_000, preserveOrdering: true });
    const assembly = synthesize(folder, {
      id: 'Vision',
      scaling: Scaling.none(),
      model: { batching, maxBatchSize: 8 },
    });
    const metrics = write('log.jsonl', toLog(metricsOf(DELAYED), 'image-classifier'));
    const json = path.join(folder, 'advice.json');
    const { stdout, stderr } = await runCommand(adviseCommand(), [metrics, '--assembly', assembly, '--json', json]);
    expect(stderr).toBe('');
    expect(stdout).toContain('Remove the queue delay of 200 ms.');
    expect(stdout).toContain('it meets the objective of p99 within 1,000 ms.');
    expect(JSON.parse(fs.readFileSync(json, 'utf8'))).toMatchObject({
      models: [
        { name: 'image-classifier', verdict: 'change', batching: { dynamicBatching: { preserveOrdering: true } } },
      ],
    });
  });
});

describe('advise gives no advice', () => {
  const ONE = `${CONFIG} dynamic_batching {}`;
  const STEADY: SimulatedModel = { ...DELAYED, dynamicBatching: {} };

  test.each<[string, SimulatedModel, string, string]>([
    [
      'with too few minutes, and says how many more it needs',
      { ...STEADY, rates: rising(10, 20, 8) },
      ONE,
      'Only 6 complete minutes have executions. The advice needs at least 10: 4 more minutes with requests.',
    ],
    [
      'with too few executions',
      { ...STEADY, rates: rising(0.05, 0.1, 22) },
      ONE,
      'The advice needs at least 200: about',
    ],
    [
      'if the simulation does not reproduce the metrics, such as with another configuration',
      DELAYED,
      ONE,
      'does not reproduce the metrics',
    ],
    ['with bursts', { ...STEADY, rates: rising(30, 120, 30), burstiness: 30 }, ONE, 'Requests may arrive in bursts'],
    [
      'if all minutes are overloaded',
      { ...STEADY, serviceTimes: line(0, 40, 8), rates: rising(24.4, 24.9, 22) },
      ONE,
      'Add instances, and run the command again',
    ],
    ['about sequences', STEADY, `${CONFIG} sequence_batching {}`, 'It has sequence batching, which is not simulated.'],
    [
      'about priorities',
      STEADY,
      `${CONFIG} dynamic_batching { priority_levels: 2 default_priority_level: 1 }`,
      'It has priority levels or a queue policy',
    ],
    [
      'about requests that are larger than max_batch_size',
      { ...STEADY, maxBatchSize: 16, serviceTimes: line(20, 2, 16), requestBatch: 10, rates: rising(2, 4, 22) },
      ONE,
      'Its requests have 10.0 items, and max_batch_size is 8',
    ],
    [
      'about a model without a configuration',
      STEADY,
      `name: "other" ${ONE.slice(18)}`,
      'Its config.pbtxt is not known',
    ],
  ])('%s', async (_, model, config, sentence) => {
    const { stdout, stderr, status } = await adviseOn(model, config);
    expect(stdout).toContain(sentence);
    expect(stderr).toContain('error: nothing can be advised about classifier');
    expect(stdout).not.toContain('withOverrides');
    expect(status).toBe(1);
  });

  test('if all minutes have the same batches, and the wait depends on what a batch costs', async () => {
    const [minute] = metricsOf({ ...STEADY, rates: [100] });
    const minutes = Array.from({ length: 30 }, (_, index) => ({ ...minute, time: minute.time + index * 60_000 }));
    const config = write('config.pbtxt', ONE);
    const metrics = write('log.jsonl', toLog(minutes));
    const { stdout, status } = await runCommand(adviseCommand(), [metrics, '--config', config]);
    expect(stdout).toContain(
      "The advice needs minutes with at least twice the load, or a latency table: run 'local cdk.out --latency-table latency.csv'",
    );
    expect(status).toBe(1);
  });
});

const documentOf = (variantName: string): string =>
  JSON.stringify({ _aws: { Timestamp: 0 }, VariantName: variantName, ModelName: 'classifier' });

describe('an invalid input is an error', () => {
  test.each<[string, () => string[], string]>([
    [
      'no configuration',
      () => [write('log.jsonl', toLog(metricsOf(DELAYED)))],
      'got neither --assembly and --config; required: one of them',
    ],
    ['no file', () => ['missing/log', '--config', 'x'], 'there is no file missing/log'],
    [
      'a latency table of a different model',
      () => [
        write('log.jsonl', toLog(metricsOf(DELAYED))),
        ...['--config', write('c.pbtxt', `${CONFIG} ${LONG_DELAY}`)],
        ...[
          '--latency-table',
          write('t.csv', 'instance_type,batch,milliseconds\nml.g5.xlarge,1,430\nml.g5.xlarge,8,500\n'),
        ],
      ],
      'required: a table of the same model on the same instance type',
    ],
    [
      'a log with the documents of several variants',
      () => [
        write('log.jsonl', ['blue', 'green'].map((name) => documentOf(name)).join('\n')),
        ...['--config', write('c.pbtxt', CONFIG)],
      ],
      'has metrics of the variants blue, green; choose one with --variant',
    ],
    ['too many hours', () => ['vision', '--hours', '400', '--config', write('c.pbtxt', CONFIG)], '--hours: got 400'],
  ])('%s', async (_, args, message) => {
    const { stderr, status } = await runCommand(adviseCommand(), args());
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
