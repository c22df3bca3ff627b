import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LatencyTable } from '../../../cli/local/latency-table';
import { LoopbackClient } from '../../../cli/local/loopback-client';
import { LocalVariant } from '../../../cli/local/local-variants';
import { MeasuredModel, measureModels, TestedModel } from '../../../cli/local/measure-models';
import { VariantReport } from '../../../cli/local/report';
import { PreparedModel } from '../../../cli/local/server-setup';
import { jsonRequest } from '../../../lib/client/protocol/encode';
import { LatencyProfiles } from '../../../lib/capacity';

function reportOf(endpointName: string, measuredModels?: MeasuredModel[]): VariantReport {
  const variant = { endpointName, variantName: 'AllTraffic' } as LocalVariant;
  return { variant, outcome: 'PASSED', reason: '', differences: [], models: [], measuredModels };
}

const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'latency-table-')), 'table.csv');
const bert: MeasuredModel = { name: 'bert', times: [{ batch: 1, milliseconds: 12.3456 }] };

describe('the latency table of a local run', () => {
  test('contains the instance type that the host is like, the model and the release of the server', () => {
    const file = newFile();
    new LatencyTable(file, 'ml.c6i.large').add(reportOf('search', [bert]));
    expect(readFileSync(file, 'utf8')).toMatch(
      /^instance_type,configuration,batch,.*\nml\.c6i\.large,bert,1,12\.346,,,24\.10,\d{4}-\d\d-\d\d\n$/,
    );
  });

  test('has the label of this host if no instance type is named', () => {
    const file = newFile();
    new LatencyTable(file).add(reportOf('search', [bert]));
    expect(readFileSync(file, 'utf8')).toMatch(/\nthis-host,bert,1,12\.346,,,24\.10,\d{4}-\d\d-\d\d\n$/);
  });

  test('distinguishes models of the same name by endpoint and variant', () => {
    const file = newFile();
    const table = new LatencyTable(file, 'ml.c6i.large');
    table.add(reportOf('search', [bert]));
    table.add(reportOf('chat', [bert, { ...bert, name: 't5' }]));
    expect(LatencyProfiles.fromLatencyTableCsv(file).map(({ configuration }) => configuration)).toEqual([
      'bert (search, AllTraffic)',
      'bert (chat, AllTraffic)',
      't5',
    ]);
  });

  test('is not written without times', () => {
    const file = newFile();
    const table = new LatencyTable(file);
    table.add(reportOf('failed'));
    table.add(reportOf('plan', [{ name: 'bert', times: [], notMeasured: 'a stand-in responds for bert' }]));
    expect(table.isEmpty).toBe(true);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  test('has no instance type with GPUs, because the models run on the CPU', () => {
    expect(() => new LatencyTable(newFile(), 'ml.g5.xlarge')).toThrow(
      '--instance-type: got ml.g5.xlarge, which has GPUs; allowed: a type without GPUs, such as ml.c6i.large',
    );
  });
});

describe('a model', () => {
  const request = jsonRequest({}, [{ name: 'x', datatype: 'FP32', shape: [1, 1], elements: [7] }]);
  const exchange = { request, response: request };
  const target = { send: async () => undefined } as unknown as LoopbackClient;

  async function measure(
    spec: Partial<TestedModel['model']> = {},
    prepared: Partial<PreparedModel> = {},
  ): Promise<MeasuredModel> {
    const model = { name: 'bert', maxBatchSize: 4, inputs: [], outputs: [], ...spec };
    const preparedModel = {
      name: 'bert',
      backend: 'onnxruntime',
      standIn: false,
      hasResponseCache: false,
      ...prepared,
    };
    const models = [{ model, exchange, preparedModels: [preparedModel] }];
    const [measured] = await measureModels(target, models, new AbortController().signal);
    return measured;
  }

  test('is measured with each batch size', async () => {
    const { times, notMeasured } = await measure();
    expect(times.map(({ batch }) => batch)).toEqual([1, 2, 4]);
    expect(notMeasured).toBeUndefined();
  });

  test.each<[string, Partial<PreparedModel>, string]>([
    ['a stand-in', { standIn: true }, 'a stand-in responds for bert'],
    ['a response cache', { hasResponseCache: true }, 'bert has a response cache'],
    ['a queue delay', { queueDelayMicroseconds: 5000 }, 'each time would include the queue delay of bert, 5000 µs'],
  ])('with %s is not measured', async (_, prepared, reason) => {
    const { times, notMeasured } = await measure({}, prepared);
    expect(times).toEqual([]);
    expect(notMeasured).toContain(reason);
  });

  test('that is an ensemble is not measured, because it does not combine requests into batches', async () => {
    const { times, notMeasured } = await measure({}, { backend: 'ensemble' });
    expect(times).toEqual([]);
    expect(notMeasured).toContain('it is an ensemble, which combines no requests');
  });

  test('is measured next to an ensemble that uses it', async () => {
    const { times } = await measure({}, { name: 'pipeline', backend: 'ensemble' });
    expect(times).toHaveLength(3);
  });

  test('with generate requests is measured with the request of the smoke test', async () => {
    const { times, notMeasured } = await measure({ inferenceType: 'generate' });
    expect(times.map(({ batch }) => batch)).toEqual([1]);
    expect(notMeasured).toContain('a generate request is sent unchanged');
  });
});
