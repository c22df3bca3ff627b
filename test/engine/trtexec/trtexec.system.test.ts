import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import flags from './flags.json';
import index from './runs/index.json';
import images from '../../../lib/facts/triton-images.json';

// Tests the parser of trtexec's output with the published output of real runs. No
// test starts a real trtexec.

const MODULES = path.join(__dirname, '../../../lib/engine/container');

interface Run {
  readonly ends: { readonly status?: number; readonly signal?: string };
  readonly cause?: string;
}
const RUNS = Object.entries<Run>(index.runs);

/** Runs Python statements, which print a value as JSON. Returns the value. */
function python(statements: string, input: unknown): unknown {
  const script = `import json, sys\nfrom trtexec_output import *\ndata = json.load(sys.stdin)\n${statements}`;
  const { stdout, stderr } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: MODULES, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

/* eslint-disable @typescript-eslint/no-explicit-any */
let results: { [run: string]: any };
beforeAll(() => {
  const outputs = RUNS.map(([run]) => fs.readFileSync(path.join(__dirname, 'runs', `${run}.txt`), 'utf8'));
  const parsed = python('print(json.dumps([read_output(text) for text in data]))', outputs) as any[];
  results = Object.fromEntries(RUNS.map(([run], position) => [run, parsed[position]]));
});

describe('the parser of trtexec’s output', () => {
  test.each(RUNS.filter(([, { cause }]) => cause))('finds the cause of the failed run %s', (run, { cause }) => {
    expect(results[run].failure).toMatchObject({ cause });
    expect(results[run].performance).toBeNull();
  });

  test.each(RUNS.filter(([, { ends }]) => ends.status === 0))('detects that the run %s passed', (run) => {
    expect(results[run]).toMatchObject({ outcome: 'passed', failure: null });
  });

  test('names the operator that TensorRT does not support', () => {
    const sentences = ['7', '10'].map((version) => results[`unsupported-operator-${version}`].failure.sentence);
    expect(sentences).toEqual([
      expect.stringContaining('the operator EfficientNMS_TRT: '),
      expect.stringContaining('the operator GridSample3D: '),
    ]);
  });

  test('reads the measurements of a build with TensorRT 10.3', () => {
    expect(results['built-10.3']).toMatchObject({
      version: '10.3.0',
      device: { name: 'NVIDIA RTX A5000', computeCapability: '8.6', memoryMiB: 24238 },
      engine: { buildSeconds: 48.0138, sizeMiB: 51.3226, contextMiB: 125.562, weightsBytes: 51088640 },
      performance: {
        throughputQps: 191.317,
        queries: 577,
        latency: { min: 5.94817, max: 6.54626, mean: 6.02724, p90: 6.11475, p99: 6.44324 },
        gpuCompute: { mean: 5.21617, p99: 5.63098 },
        enqueue: { mean: 0.607313 },
        variationPercent: 1.57058,
      },
      inputs: [{ name: 'input.1', shape: [32, 3, 224, 224] }],
      outputs: [{ name: '495', shape: [32, 1000] }],
    });
  });

  test('reads the profile of a build with TensorRT 8.0, which prints only the 99th percentile', () => {
    expect(results['built-8.0-bert']).toMatchObject({
      device: { name: 'Tesla T4', computeCapability: '7.5' },
      engine: { buildSeconds: 654.341, loadedMiB: 518 },
      performance: { throughputQps: 55.5346, latency: { median: 18.874, p99: 19.7075 } },
      profiles: [
        {
          token_ids: { min: [1, 128], opt: [16, 128], max: [128, 128] },
          attn_mask: { min: [1, 128], opt: [16, 128], max: [128, 128] },
        },
      ],
      inputs: [{ name: 'token_ids', shape: [16, 128] }, { name: 'attn_mask' }],
      outputs: [{ name: 'output', shape: [16, 128, 768] }, { name: '1634' }],
    });
  });

  test('reads the types of tensors if trtexec prints them', () => {
    expect(results['typed-bindings-10.16'].inputs[1]).toEqual({ name: 'input_ids', shape: [1, 32], type: 'int64' });
  });
});

describe('the parser, with lines in the formats of samples/common', () => {
  /** Parses one or more outputs of trtexec. Returns the result of each output. */
  const parse = (...outputs: string[][]) =>
    python(
      'print(json.dumps([read_output(text) for text in data]))',
      outputs.map((lines) => lines.map((line) => `[11/22/2026-10:00:00] ${line}`).join('\n')),
    ) as any[];

  test('reads profiles that builds and --dumpOptimizationProfile print', () => {
    // sampleEngines.cpp:782 and sampleReporting.cpp:525 of 10.4, sampleOptions.cpp of 8.6
    const results = parse(
      ['[I] Set shape of input tensor ids for optimization profile 0 to: MIN=1x16 OPT=8x128 MAX=16x512'],
      ['[I] Model input ids (profile 0): min=1x16, opt=8x128, max=16x512'],
      ['[I] Input build shape: ids=1x16+8x128+16x512'],
      ['[I] Model input ids (profile 1): min=1x16, opt=8x128, max=16x512'],
    );
    const shapes = { ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } };
    expect(results.map(({ profiles }) => profiles)).toEqual([[shapes], [shapes], [shapes], [{}, shapes]]);
  });

  test('reads input shapes that trtexec has assumed', () => {
    const line =
      '[W] Dynamic dimensions required for input: ids, but no shapes were provided. Automatically overriding shape to: 1x1';
    expect(parse([line])[0].assumedShapes).toEqual({ ids: [1, 1] });
  });

  test('returns the exhausted memory of a tactic (a candidate kernel) as the cause only if there is no other error', () => {
    const outOfMemory =
      '[E] Error[2]: [virtualMemoryBuffer.cpp::resizePhysical::140] Error Code 2: OutOfMemory (no further information)';
    const saveFails = ['[E] Saving engine to file failed.', '[E] Engine set up failed'];
    const skippedTactic =
      '[W] [TRT] UNSUPPORTED_STATE: Skipping tactic 0 due to insufficient memory on requested size of 7742685184';
    const noImplementation =
      '[E] Error[10]: Error Code 10: Internal Error (Could not find any implementation for node Conv_0.)';
    const results = parse(
      [outOfMemory, ...saveFails],
      [outOfMemory, '[E] Engine set up failed'],
      [skippedTactic, noImplementation],
      [noImplementation],
    );
    expect(results.map(({ failure }) => failure.cause)).toEqual([
      'save',
      'gpu-memory',
      'gpu-memory',
      'no-implementation',
    ]);
  });

  test('returns the first unknown error that contains more than a position in the ONNX file', () => {
    const { failure } = parse([
      '[E] [TRT] ModelImporter.cpp:138: While parsing node number 103 [Where -> "/Where_6_output_0"]:',
      '[E] [TRT] ModelImporter.cpp:140: --- Begin node ---',
      '[E] Error[4]: ITensor::getDimensions: Error Code 4: Shape Error (broadcast dimensions must be conformable)',
      '[E] Engine set up failed',
    ])[0];
    expect(failure).toMatchObject({ cause: 'unknown', lineNumber: 3, line: expect.stringContaining('broadcast') });
  });

  test('returns a failure for a run that passed and then crashed, for example because of a plugin', () => {
    const passed = '&&&& PASSED TensorRT.trtexec [TensorRT v100001] # ./trtexec --onnx=7.29.onnx\n';
    const { outcome, failure } = python('print(json.dumps(read_output(*data)))', [passed, -11]) as any;
    expect([outcome, failure.cause]).toEqual(['failed', 'crash']);
  });

  test('reads types of layers in the formats of TensorRT 8.6 and 10', () => {
    const layers = ['Row major linear FP16 format', 'Half', 'Float'].map((type) => ({
      Outputs: [{ 'Format/Datatype': type }],
    }));
    expect(python('print(json.dumps(layer_types(data)))', { Layers: layers })).toEqual({ FP16: 2, FP32: 1 });
  });
});

test('the table of flags contains the TensorRT version of each release', () => {
  const minorVersion = (version: string) => version.split('.').slice(0, 2).join('.');
  const knownVersions = flags.versions.map(({ version }) => minorVersion(version));
  const releasesWithoutColumn = images.releases.filter(
    ({ tensorRt }) => !knownVersions.includes(minorVersion(tensorRt)),
  );
  expect(releasesWithoutColumn.map(({ release }) => release)).toEqual([]);
});
