import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Batching, InstanceType, ModelConfig, TritonRealtimeEndpoint } from '../../../lib';
import type { InstancePool } from '../../../lib';
import { adviseCommand } from '../../../cli/advise';
import { configuredModel } from '../../../cli/advise/deployed/configured-model';
import { readVariant } from '../../../cli/advise/deployed/from-assembly';
import { ModelMinute } from '../../../cli/advise/metrics/minutes';
import { classifier } from '../../endpoint/fixtures';
import { runCommand } from '../run-command';
import { synthesize } from '../simulate/fixtures';
import { line, metricsOf, rising, toLog } from './simulated-metrics';
import { folderWith } from '../../model/folders';

const folder = folderWith({});

const write = (name: string, content: string): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
};
const CONFIG = 'name: "classifier" max_batch_size: 8 dynamic_batching {}';
const OBJECTIVE = ['--latency', '500', '--percentile', '95'];
const REDUCED = 'Reduce the number of instances from 6 to 3';
/** Six instances, of which three are sufficient. */
const MINUTES = metricsOf({
  ...{ serviceTimes: line(20, 2, 8), maxBatchSize: 8, dynamicBatching: {}, rates: rising(1, 4, 42), instances: 6 },
});

/** The output of the command. */
async function outputOf(metrics: string, config = CONFIG): Promise<string> {
  const files = [write('log.jsonl', metrics), '--config', write('config.pbtxt', config)];
  const { stdout } = await runCommand(adviseCommand(), [...files, ...OBJECTIVE]);
  return stdout;
}

const adviseOn = (minutes: readonly ModelMinute[], config?: string): Promise<string> =>
  outputOf(toLog(minutes), config);

test('of many models without a configuration, only the first are printed', async () => {
  const documents = Array.from({ length: 1000 }, (_, index) => ({
    _aws: { Timestamp: 0 },
    ModelName: `model-${index}`,
  }));
  const log = write('many.jsonl', documents.map((document) => JSON.stringify(document)).join('\n'));
  const args = [log, '--config', write('config.pbtxt', CONFIG)];
  const { stdout, stderr } = await runCommand(adviseCommand(), args);
  expect(stdout.match(/^model-\d+: 0 complete minutes$/gm)).toHaveLength(20);
  expect(stdout).toContain('and 980 more without advice, which --json lists');
  expect(stderr.length).toBeLessThan(1000);
});

describe('failed requests, whose load is in no other metric,', () => {
  const failing = (failedRequests: number): Promise<string> =>
    adviseOn(MINUTES.map((minute) => ({ ...minute, failedRequests, cacheMisses: 1000 })));

  test('prevent every advice about a model above 1 %', async () => {
    const output = await failing(11_400);
    expect(output).toMatch(/No advice\. 9\d(\.\d)? % of the requests failed \(456,000\)\. Find the cause in the log/);
    expect(output).not.toMatch(/Reduce|response cache|batching needs/);
  });

  test('do not matter below 1 %', async () => expect(await failing(1)).toContain(REDUCED));
});

describe('model instances on the same device', () => {
  test('prevent fewer instances of the endpoint', async () => {
    const output = await adviseOn(MINUTES, `${CONFIG} instance_group [ { count: 2 kind: KIND_GPU } ]`);
    expect(output).toContain(
      'The number of instances is not reduced, because several model instances run on the same device, and the metrics do not show how much they ' +
        'slow each other down.',
    );
    expect(output).not.toContain('Reduce');
  });

  test.each<[string, number, boolean]>([
    ['', 4, false],
    ['instance_group [ { kind: KIND_GPU } ]', 4, false],
    ['instance_group [ { count: 2 kind: KIND_GPU } ]', 4, true],
    ['instance_group [ { kind: KIND_GPU gpus: [ 0 ] }, { kind: KIND_GPU gpus: [ 1 ] } ]', 4, false],
    ['instance_group [ { kind: KIND_GPU }, { kind: KIND_GPU gpus: [ 1 ] } ]', 4, true],
    ['instance_group [ { count: 2 kind: KIND_MODEL } ]', 4, true],
    ['instance_group [ { count: 2147483647 kind: KIND_GPU gpus: [ 0 ] } ]', 4, true],
  ])('%s with %i devices: %p', (groups, devices, sharesDevice) => {
    const config = ModelConfig.fromText(`${CONFIG} ${groups}`);
    expect(configuredModel('classifier', config, devices)).toMatchObject({ sharesDevice });
  });
});

describe('instance pools', () => {
  const { G5_XLARGE, G6_XLARGE } = InstanceType;
  const unsimulatedOf = (...instancePools: InstancePool[]): (string | undefined)[] => {
    const outdir = fs.mkdtempSync(path.join(folder, 'cdk.out-'));
    const app = new App({ outdir });
    new TritonRealtimeEndpoint(new Stack(app, 'Vision'), 'Vision', { model: classifier(), instancePools });
    app.synth();
    return [...readVariant(outdir).models.values()].map(({ unsimulated }) => unsimulated);
  };
  const DIFFERENT = ['instance pools that differ in the number of GPUs or in the configuration'];

  test('with the same number of GPUs and the same configuration are simulated', () =>
    expect(unsimulatedOf({ instanceType: G5_XLARGE }, { instanceType: G6_XLARGE })).toEqual([undefined]));

  test('with different numbers of GPUs are not', () =>
    expect(unsimulatedOf({ instanceType: G5_XLARGE }, { instanceType: InstanceType.of('ml.g5.12xlarge') })).toEqual(
      DIFFERENT,
    ));

  test('with different configurations are not', () =>
    expect(
      unsimulatedOf(
        { instanceType: G5_XLARGE },
        {
          instanceType: G6_XLARGE,
          model: classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds: 1000 }) }),
        },
      ),
    ).toEqual(DIFFERENT));
});

describe('minutes with another number of instances', () => {
  /** One of six instances is missing in some minutes. */
  const lost = (count: number): ModelMinute[] =>
    MINUTES.map((minute, index) => (index % 2 === 1 && index < 2 * count ? { ...minute, instances: 5 } : minute));

  test('are left out if they are few', async () => expect(await adviseOn(lost(4))).toContain(REDUCED));

  test('prevent a judgement if they are more, and are not blamed on autoscaling', async () => {
    const output = await adviseOn(lost(6));
    expect(output).toContain(
      'The number of instances is not judged, because 6 of 40 minutes have another number than 6. If the endpoint scales, ' +
        "use 'trace fetch' and 'simulate'.",
    );
    expect(output).not.toContain('Reduce');
  });

  test('are blamed on autoscaling if the endpoint scales', async () => {
    const assembly = synthesize(folder, { id: 'Vision', model: { batching: Batching.dynamic(), maxBatchSize: 8 } });
    const metrics = write('scaled.jsonl', toLog(lost(6), 'image-classifier'));
    const { stdout } = await runCommand(adviseCommand(), [metrics, '--assembly', assembly, ...OBJECTIVE]);
    expect(stdout).toContain('Autoscaling changes the number of instances.');
  });
});
