import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInferenceRecommenderCsv } from '../../lib/sizing/readers/inference-recommender';
import { readLatencyTableCsv } from '../../lib/sizing/readers/latency-table';
import { readModelAnalyzerCsv } from '../../lib/sizing/readers/model-analyzer';
import { readPerfAnalyzerCsvs } from '../../lib/sizing/readers/perf-analyzer';

const folder = mkdtempSync(join(tmpdir(), 'readers-'));
function file(...lines: string[]): string {
  const path = join(folder, 'table.csv');
  writeFileSync(path, lines.join('\n'));
  return path;
}

describe('a table of execution times', () => {
  test('is read by header, whatever the order and punctuation', () => {
    const path = file(
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
    ['with text for a number', ['instance_type,batch,milliseconds', 'ml.g5.xlarge,one,3'], "row 1: batch: got 'one'"],
    ['with a gap', ['instance_type,batch,milliseconds', 'ml.g5.xlarge,,3'], 'batch: got nothing; it is required'],
  ])('%s is refused', (_, lines, message) => {
    expect(() => readLatencyTableCsv(file(...lines))).toThrow(message);
  });
});

describe("perf_analyzer's CSV", () => {
  const header =
    'Concurrency,Inferences/Second,Client Send,Network+Server Send/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Client Recv,p50 latency';
  const rows = ['2,84.2,237,1768,11216,212,11831,20,0,23793', '1,69.2,225,2148,64,206,11781,19,0,13891'];

  test("gives the server's compute time at as many requests as there are instances", () => {
    const path = file(header, ...rows);
    expect(readPerfAnalyzerCsvs([{ path, batch: 4, instanceType: 'ml.g5.xlarge' }])).toEqual([
      { instanceType: 'ml.g5.xlarge', serviceTimes: [{ batch: 4, milliseconds: 12.006 }] },
    ]);
    const [two] = readPerfAnalyzerCsvs([{ path, batch: 4, instanceType: 'ml.g5.xlarge', instancesPerGpu: 2 }]);
    expect(two.serviceTimes[0].milliseconds).toBe(12.063);
  });

  test('of request rates, as load --csv writes it, is refused with what is needed', () => {
    const path = file('Request Rate,Inferences/Second,Client Send,Client Recv,p50 latency', '10,10,0,0,100');
    expect(() => readPerfAnalyzerCsvs([{ path, batch: 1, instanceType: 'ml.g5.xlarge' }])).toThrow(
      /latencies at request rates, as 'load --csv'.*--concurrency-range .*sizing\.perf-analyzer/,
    );
  });

  test('without that row is refused', () => {
    const path = file(header, rows[1]);
    expect(() => readPerfAnalyzerCsvs([{ path, batch: 1, instanceType: 'ml.g5.12xlarge' }])).toThrow(
      'no row with concurrency 4, the number of model instances',
    );
  });
});

test("Model Analyzer's CSV gives execution times by instance group", () => {
  const path = file(
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

test('a table of Inference Recommender results needs only what a plan needs', () => {
  const path = file('instance_type,invocations_per_minute_per_instance,model_latency_ms', 'ml.g5.xlarge,600,80');
  expect(readInferenceRecommenderCsv(path)).toEqual([
    {
      configuration: 'model',
      instanceType: 'ml.g5.xlarge',
      invocationsPerMinute: 600,
      latencyMilliseconds: 80,
    },
  ]);
});
