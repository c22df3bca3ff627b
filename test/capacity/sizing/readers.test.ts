import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PriceList, PriceListOptions } from '../../../lib/measurements';
import { CapacityPlanner, LatencyProfiles } from '../../../lib/capacity';
import {
  readLatencyTableCsv,
  readModelAnalyzerCsv,
  readPerfAnalyzerCsvs,
} from '../../../lib/capacity/sizing/readers/profile-csvs';
import { readRecommendations } from '../../../lib/measurements/readers/read-recommendations';

const folder = mkdtempSync(join(tmpdir(), 'readers-'));
function writeTable(...lines: string[]): string {
  const path = join(folder, 'table.csv');
  writeFileSync(path, lines.join('\n'));
  return path;
}

describe('a table of execution times', () => {
  test('is read with columns in any order, and with any punctuation in the header', () => {
    const path = writeTable(
      '\uFEFFBatch,Milliseconds,GPU model,"Instance type",instances per GPU',
      '1,3,NVIDIA T4,ml.g4dn.xlarge,1',
      '8,10,NVIDIA T4,ml.g4dn.xlarge,1',
      '',
      '1,4.5,NVIDIA T4,ml.g4dn.xlarge,2',
    );
    expect(readLatencyTableCsv(path)).toEqual([
      {
        instanceType: 'ml.g4dn.xlarge',
        gpuModel: 'NVIDIA T4',
        instancesPerGpu: 1,
        serviceTimes: [
          { batch: 1, milliseconds: 3 },
          { batch: 8, milliseconds: 10 },
        ],
      },
      {
        instanceType: 'ml.g4dn.xlarge',
        gpuModel: 'NVIDIA T4',
        instancesPerGpu: 2,
        serviceTimes: [{ batch: 1, milliseconds: 4.5 }],
      },
    ]);
  });

  test.each([
    ['without a column', ['batch,milliseconds', '1,3'], 'no column instance_type; it has batch, milliseconds'],
    [
      'with text instead of a number',
      ['instance_type,batch,milliseconds', 'ml.g5.xlarge,one,3'],
      "line 2: batch: got 'one'",
    ],
    [
      'with an empty cell',
      ['instance_type,batch,milliseconds', 'ml.g5.xlarge,,3'],
      'batch: got nothing; it is required',
    ],
  ])('%s is rejected', (_, lines, message) => {
    expect(() => readLatencyTableCsv(writeTable(...lines))).toThrow(message);
  });
});

describe('measurements of an engine build', () => {
  const measurement = (profile: number, batch: number, mean: number) => ({ profile, batch, mean, p99: 2 * mean });
  const engine = { gpu: 'NVIDIA A10G', image: '25.04', builtAt: '2026-11-22T11:43:55Z' };
  function writeSidecar(content: object): string {
    const path = join(folder, 'model.plan.json');
    writeFileSync(path, JSON.stringify(content));
    return path;
  }
  const readProfiles = (content: object, configuration?: string) =>
    LatencyProfiles.fromEngines([{ path: writeSidecar(content), instanceType: 'ml.g5.xlarge', configuration }]);

  test('are read as a profile of mean times, with the conditions of the measurement', () => {
    const latency = [measurement(0, 1, 3), measurement(0, 8, 10)];
    const profile = {
      instanceType: 'ml.g5.xlarge',
      gpuModel: 'NVIDIA A10G',
      tritonRelease: '25.04',
      measuredOn: '2026-11-22',
      serviceTimes: [
        { batch: 1, milliseconds: 3 },
        { batch: 8, milliseconds: 10 },
      ],
    };
    expect(readProfiles({ ...engine, latency })).toEqual([profile]);
    // The record of an engine in S3 contains the same data.
    expect(readProfiles({ key: 'd2c8', sidecar: { ...engine, latency } })).toEqual([profile]);
  });

  test('are read as one profile for each optimization profile of the engine', () => {
    const latency = [measurement(0, 1, 3), measurement(1, 1, 30)];
    expect(readProfiles({ ...engine, latency }, 'FP16').map(({ configuration }) => configuration)).toEqual([
      'FP16, profile 0',
      'FP16, profile 1',
    ]);
  });

  test('of two engines on one instance type require different names', () => {
    const engines = [1, 2].map(() => ({
      path: writeSidecar({ latency: [measurement(0, 1, 3)] }),
      instanceType: 'ml.g5.xlarge',
    }));
    expect(() => LatencyProfiles.fromEngines(engines)).toThrow(
      /got batch 1 of the model on ml\.g5\.xlarge twice; .*sizing\.engine/,
    );
  });

  test.each([
    ['no latency', engine, /model\.plan\.json: got no latency; .*sizing\.engine/],
    ['a time of 0', { latency: [measurement(0, 1, 0)] }, 'latency[0]: mean: got 0; allowed: a number above 0'],
    ['no batch', { latency: [{ profile: 0, mean: 3 }] }, 'latency[0]: batch: got null; allowed: a finite number'],
  ])('with %s are rejected', (_, content, message) => {
    expect(() => readProfiles(content)).toThrow(message);
  });
});

describe("perf_analyzer's CSV", () => {
  const header =
    'Concurrency,Inferences/Second,Client Send,Network+Server Send/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Client Recv,p50 latency';
  const rows = ['2,84.2,237,1768,11216,212,11831,20,0,23793', '1,69.2,225,2148,64,206,11781,19,0,13891'];

  test('is read as the server compute time at a concurrency equal to the number of instances', () => {
    const path = writeTable(header, ...rows);
    expect(readPerfAnalyzerCsvs([{ path, batch: 4, instanceType: 'ml.g5.xlarge' }])).toEqual([
      { instanceType: 'ml.g5.xlarge', serviceTimes: [{ batch: 4, milliseconds: 12.006 }] },
    ]);
    const [profileOfTwoInstances] = readPerfAnalyzerCsvs([
      { path, batch: 4, instanceType: 'ml.g5.xlarge', instancesPerGpu: 2 },
    ]);
    expect(profileOfTwoInstances.serviceTimes[0].milliseconds).toBe(12.063);
  });

  test('with request rates, as written with --request-rate-range, is rejected', () => {
    const path = writeTable('Request Rate,Inferences/Second,Client Send,Client Recv,p50 latency', '10,10,0,0,100');
    expect(() => readPerfAnalyzerCsvs([{ path, batch: 1, instanceType: 'ml.g5.xlarge' }])).toThrow(
      /latencies at request rates, which --request-rate-range.*--concurrency-range .*sizing\.perf-analyzer/,
    );
  });

  test('without a row for the required concurrency is rejected', () => {
    const path = writeTable(header, rows[1]);
    expect(() => readPerfAnalyzerCsvs([{ path, batch: 1, instanceType: 'ml.g5.12xlarge' }])).toThrow(
      'no row with concurrency 4, the number of model instances',
    );
  });
});

test("Model Analyzer's CSV is read as execution times by instance group", () => {
  const path = writeTable(
    'Model,Batch,Concurrency,Model Config Path,Instance Group,Max Batch Size,Satisfies Constraints,Throughput (infer/sec),p99 Latency (ms)',
    'bert,1,1,bert_config_0,1:GPU,8,Yes,100,12',
    'bert,8,1,bert_config_0,1:GPU,8,Yes,400,25',
    'bert,8,16,bert_config_0,1:GPU,8,Yes,420,300',
    'bert,8,2,bert_config_1,2:GPU,8,Yes,500,40',
    'bert,8,1,bert_config_2,1:CPU,8,Yes,10,900',
  );
  expect(readModelAnalyzerCsv({ path, instanceType: 'ml.g5.xlarge' })).toEqual([
    {
      configuration: 'bert',
      instanceType: 'ml.g5.xlarge',
      instancesPerGpu: 1,
      serviceTimes: [
        { batch: 1, milliseconds: 10 },
        { batch: 8, milliseconds: 20 },
      ],
    },
    {
      configuration: 'bert',
      instanceType: 'ml.g5.xlarge',
      instancesPerGpu: 2,
      serviceTimes: [{ batch: 8, milliseconds: 32 }],
    },
  ]);
});

test('a table of Inference Recommender results requires only the columns of a plan', () => {
  const path = writeTable('instance_type,invocations_per_minute_per_instance,model_latency_ms', 'ml.g5.xlarge,600,80');
  expect(readRecommendations(path)).toEqual([
    {
      configuration: 'model',
      instanceType: 'ml.g5.xlarge',
      invocationsPerMinute: 600,
      modelLatencyMilliseconds: 80,
    },
  ]);
});

describe('impossible values', () => {
  const HEADER =
    'instance_type,configuration,initial_instance_count,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd';

  test.each([
    ['an infinite rate', 'ml.g5.xlarge,a,1,Infinity,80,5', /invocations_per_minute_per_instance: got Infinity/],
    ['a latency of zero', 'ml.g5.xlarge,a,1,600,0,5', /model_latency_ms: got 0; allowed: a number above 0/],
  ])('are rejected in a table: %s', (_, row, message) => {
    expect(() => readRecommendations(writeTable(HEADER, row))).toThrow(message);
  });

  test('are reported together, with their lines', () => {
    const path = writeTable(HEADER, 'ml.g5.xlarge,a,0,600,80,-5', 'ml.g5.xlarge,a,1,600,80,5', ',a,1,600,80,5');
    expect(() => readRecommendations(path)).toThrow(
      /table\.csv: 3 problems\n  - line 2: initial_instance_count.*\n  - line 2: cost_per_hour_usd.*\n  - line 4: instance_type: got nothing/,
    );
  });

  test('are reported up to a maximum number', () => {
    const path = writeTable(HEADER, ...Array.from({ length: 1000 }, () => 'ml.g5.xlarge,a,1,-1,80,5'));
    expect(() => readRecommendations(path)).toThrow('  … and 980 more');
  });

  test.each([
    ['a negative price', { Metrics: { CostPerHour: -1 } }, 'recommendations[0]: usdPerInstanceHour: got -1'],
    [
      'an object instead of an instance type',
      { EndpointConfiguration: { InstanceType: {} } },
      'recommendations[0]: instanceType: got {}',
    ],
  ])('are rejected in a described job: %s', (_, invalidFields, message) => {
    const valid = { EndpointConfiguration: { InstanceType: 'ml.g5.xlarge' }, Metrics: { MaxInvocations: 600 } };
    const path = join(folder, 'results.json');
    writeFileSync(path, JSON.stringify({ InferenceRecommendations: [{ ...valid, ...invalidFields }] }));
    expect(() => readRecommendations(path)).toThrow(message);
  });

  test.each([
    ['a list', '[]', 'got no JSON object'],
    ['a text', '{"InferenceRecommendations": "many"}', 'InferenceRecommendations: allowed: an array of objects'],
    ['an incomplete file', '{"InferenceRecommendations": [', 'allowed: JSON'],
  ])('are rejected if a file contains %s instead of results', (_, text, message) => {
    const path = join(folder, 'results.json');
    writeFileSync(path, text);
    expect(() => readRecommendations(path)).toThrow(message);
  });

  test('do not include NaN, which is read as a missing number, and is kept in names', () => {
    const path = join(folder, 'results.json');
    const names =
      '"EndpointConfiguration": {"InstanceType": "ml.g5.xlarge"}, "ModelConfiguration": {"EnvironmentParameters": [{"Key": "if", "Value": "NaN"}]}';
    const text = `{"InferenceRecommendations": [{${names}, "Metrics": {"MaxInvocations": NaN, "ModelLatency": -Infinity}}]}`;
    writeFileSync(path, text);
    expect(readRecommendations(path)).toEqual([{ configuration: 'if=NaN', instanceType: 'ml.g5.xlarge' }]);
  });

  test('in profiles are rejected', () => {
    const serviceTimes = [{ batch: 0.5, milliseconds: 0 }];
    expect(() => CapacityPlanner.fromLatencyProfiles([{ instanceType: 'ml.g5.xlarge', serviceTimes }])).toThrow(
      /2 problems\n.*profiles\[0\]: serviceTimes\[0\]\.batch: got 0\.5.*\n.*milliseconds: got 0; allowed: a number above 0/,
    );
  });

  test.each([Infinity, NaN, 0, '1.4'])('are rejected as a price: %s', (price) => {
    const usdPerHour = { 'ml.g5.xlarge': price as number };
    expect(() => PriceList.of({ asOf: '2026-11-21', region: 'us-east-1', usdPerHour })).toThrow(
      /PriceList\.of, options: usdPerHour\['ml\.g5\.xlarge'\]: got .*sizing\.price/,
    );
  });

  test.each([undefined, null, {}, { 'ml.g5.xlarge': 1.4 }])('lack all prices, which one error lists: %p', (options) => {
    expect(() => PriceList.of(options as unknown as PriceListOptions)).toThrow(
      /^PriceList\.of: 3 problems\n.*asOf: got nothing.*\n.*region: got nothing.*\n.*usdPerHour: got nothing; allowed: .*sizing\.price/,
    );
  });

  test.each([
    [[1.4], 'usdPerHour: got [1.4]'],
    ['1.4', 'usdPerHour: got "1.4"'],
    [{ 'g5.xlarge': 1.4 }, "allowed: the name of a SageMaker instance type, such as 'ml.g5.xlarge'"],
  ])('are rejected as a list of prices: %p', (usdPerHour, message) => {
    const options = { asOf: '2026-11-21', region: 'us-east-1', usdPerHour } as unknown as PriceListOptions;
    expect(() => PriceList.of(options)).toThrow(message);
  });

  test('can lack types, whose price is then not known', () => {
    const prices = PriceList.of({ asOf: '2026-11-21', region: 'us-east-1', usdPerHour: {} });
    expect(prices.usdPerHour('ml.g5.xlarge')).toBeUndefined();
  });
});
