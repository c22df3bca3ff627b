import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import flags from './flags.json';
import index from './runs/index.json';
import images from '../../../lib/facts/triton-images.json';

// Tests the parser of trtexec's output with the published output of real runs, and the stand-in for trtexec, which replays these runs. No
// test starts a real trtexec.

const MODULES = path.join(__dirname, '../../../lib/engine/container');
const STAND_IN = path.join(__dirname, 'trtexec');

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

  test('returns the line with the cause, without time and severity, and the line number', () => {
    expect(results['memory-10.3'].failure).toMatchObject({
      line: 'Error[1]: [defaultAllocator.cpp::allocate::31] Error Code 1: Cuda Runtime (out of memory)',
      lineNumber: 3,
    });
  });

  test('reads the measurements of a build with TensorRT 10.3', () => {
    expect(results['built-10.3']).toMatchObject({
      version: '10.3.0',
      device: { name: 'NVIDIA RTX A5000', computeCapability: '8.6', memoryMiB: 24238 },
      engine: { buildSeconds: 48.0138, sizeMiB: 51.3226, contextMiB: 125.562, weightsBytes: 51088640 },
      performance: {
        throughputQps: 191.317,
        queries: 577,
        latency: {
          min: 5.94817,
          max: 6.54626,
          mean: 6.02724,
          median: 6.0061,
          p90: 6.11475,
          p95: 6.14783,
          p99: 6.44324,
        },
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

  test('reads the latencies of runs with batch sizes 1 and 2', () => {
    const medians = [1, 2].map((batch) => results[`measured-8.6-batch-${batch}`].performance.latency.median);
    expect(medians).toEqual([5.05786, 9.4397]);
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

describe('the stand-in for trtexec', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trtexec-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  function runStandIn(version: string, replay: string, ...options: string[]) {
    const env = { ...process.env, TRTEXEC_VERSION: version, TRTEXEC_REPLAY: replay };
    return spawnSync(STAND_IN, options, { env, encoding: 'utf8' });
  }

  test('replays a successful run, and writes files that are marked as stand-ins', () => {
    const file = (name: string) => path.join(folder, name);
    const { status, stdout } = runStandIn(
      '10.4.0',
      'built-10.3',
      '--onnx=model.onnx',
      '--fp16',
      `--saveEngine=${file('model.plan')}`,
      `--exportTimes=${file('times.json')}`,
      `--exportLayerInfo=${file('layers.json')}`,
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Throughput: 191.317 qps\n');
    expect(fs.readFileSync(file('model.plan'), 'utf8')).toMatch(
      /^stand-in for a TensorRT engine, no engine: [0-9a-f]{64}\n$/,
    );
    expect(JSON.parse(fs.readFileSync(file('times.json'), 'utf8'))[0]).toMatchObject({
      latencyMs: 5.96491,
      computeMs: 5.15379,
    });
    expect(JSON.parse(fs.readFileSync(file('layers.json'), 'utf8')).Bindings).toEqual(['input.1', '495']);
  });

  test('omits the measurements with --skipInference', () => {
    const { stdout } = runStandIn('10.4.0', 'built-10.3', '--onnx=model.onnx', '--skipInference');
    const { outcome, performance, engine } = python('print(json.dumps(read_output(*data)))', [stdout, 0]) as any;
    expect([outcome, performance, engine.buildSeconds]).toEqual(['passed', null, 48.0138]);
  });

  test('rejects unknown and duplicate flags', () => {
    const errorOf = (version: string, ...options: string[]) =>
      runStandIn(version, 'built-10.3', '--onnx=model.onnx', ...options).stderr.match(/\[E\] (.*)\n/)?.[1];
    expect(errorOf('11.0.0', '--fp16')).toBe('Unknown option: --fp16 ');
    expect(errorOf('10.4.0', '--fp16', '--fp16')).toBe('Unknown option: --fp16 ');
    expect(errorOf('10.4.0', '--workspace=2048')).toBe('Unknown option: --workspace 2048');
    expect(errorOf('8.6.1', '--profile=0', '--workspace=2048')).toBe('Unknown option: --profile 0');
    expect(errorOf('10.4.0', '--profile=0', '--minShapes=a:1', '--profile=1', '--minShapes=a:2')).toBeUndefined();
    expect(errorOf('10.4.0', '--minShapes=a:1', '--minShapes=a:2')).toMatch(/^Multiple --minShapes/);
  });

  test('can replay a different run if it loads an engine', () => {
    const replay = JSON.stringify({
      'images:2x': 'measured-8.6-batch-2',
      '--loadEngine': 'measured-8.6-batch-1',
      '': 'built-10.3',
    });
    const throughput = (...options: string[]) =>
      /Throughput: (\S+)/.exec(runStandIn('8.6.1', replay, ...options).stdout)?.[1];
    expect(throughput('--loadEngine=a.plan', '--shapes=images:2x3x640x640')).toBe('116.432');
    expect(throughput('--loadEngine=a.plan', '--shapes=images:1x3x640x640')).toBe('215.68');
    expect(throughput('--onnx=a.onnx')).toBe('191.317');
  });

  test('ends with the status or the signal of the replayed run', () => {
    expect(runStandIn('8.6.1', 'save-fails-8.5', '--onnx=a.onnx')).toMatchObject({ status: 1, signal: null });
    const killed = runStandIn('8.6.1', 'killed-9', '--onnx=a.onnx');
    expect(killed.signal).toBe('SIGKILL');
    const { failure } = python('print(json.dumps(read_output(*data)))', [killed.stdout, -9]) as any;
    expect(failure.cause).toBe('killed');
  });
});

test('the table of flags contains a line number in the source code of trtexec for each flag that it describes', () => {
  const lines: { [flag: string]: (number | null)[] } = flags.lines;
  const flagsWithoutLine = flags.about.filter(({ flag }) => !lines[flag]?.some((line) => line));
  expect(flagsWithoutLine).toEqual([]);
  const columns = new Set(Object.values(lines).map((lineNumbers) => lineNumbers.length));
  expect([...columns]).toEqual([flags.versions.length]);
});

test('the table of flags contains the TensorRT version of each release', () => {
  const minorVersion = (version: string) => version.split('.').slice(0, 2).join('.');
  const knownVersions = flags.versions.map(({ version }) => minorVersion(version));
  const releasesWithoutColumn = images.releases.filter(
    ({ tensorRt }) => !knownVersions.includes(minorVersion(tensorRt)),
  );
  expect(releasesWithoutColumn.map(({ release }) => release)).toEqual([]);
});
