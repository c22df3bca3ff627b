import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { BuildRun, DESCRIPTION, PROGRAMS } from './build-run';

// The comparison of the engine with the ONNX model, by a stand-in for tritonserver whose outputs are as large as wanted, and which fails as
// it is told.

/** What a model answers, and how it fails at a request. */
interface Script {
  readonly values?: number;
  readonly value?: number;
  readonly fails?: { [request: number]: 'rejects' | 'dies' | 'hangs' };
}

/** Two requests: opt is min. */
const profiles = [{ ids: { min: [1], opt: [1], max: [70_000] } }];
const TASK = { ...DESCRIPTION, profiles, inputs: [{ name: 'ids', dataType: 'FP32', shape: [-1] }], examples: [] };

const PROGRAM = `
import json, os, sys
import triton_client, triton_server
from comparison import serve_and_compare
from failure import BuildFailure
triton_client.SECONDS = triton_server.START_SECONDS = float(os.environ.get("LIMIT", 60))
try:
    result = serve_and_compare(json.load(sys.stdin), os.path.abspath("plan"), "source", os.path.abspath("served"), (10, 4, 0))
except BuildFailure as failure:
    result = str(failure)
with open("result.json", "w") as file:
    json.dump(result, file)
`;

let build: BuildRun;
beforeEach(() => {
  build = new BuildRun();
  fs.mkdirSync(build.path('tritonserver', 'bin'), { recursive: true });
  fs.mkdirSync(build.path('tritonserver', 'backends', 'onnxruntime'), { recursive: true });
  fs.copyFileSync(path.join(__dirname, 'scripted-tritonserver'), build.path('tritonserver', 'bin', 'tritonserver'));
  fs.writeFileSync(build.path('plan'), 'no engine');
});
afterEach(() => build.remove());

function compare(engine: Script, onnx: Script, environment: NodeJS.ProcessEnv = {}) {
  const scripts = { engine: { values: 10, value: 0.5, ...engine }, onnx: { values: 10, value: 0.5, ...onnx } };
  const { stdout: log, stderr } = spawnSync('python3', ['-c', PROGRAM], {
    cwd: build.folder,
    input: JSON.stringify(TASK),
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${build.path('tritonserver', 'bin')}:${process.env.PATH}`,
      PYTHONPATH: PROGRAMS,
      PYTHONDONTWRITEBYTECODE: '1',
      SCRIPT: JSON.stringify(scripts),
      SERVER_CALLS: build.path('calls'),
      ...environment,
    },
  });
  if (stderr) throw new Error(stderr);
  const calls = fs.existsSync(build.path('calls')) ? fs.readFileSync(build.path('calls'), 'utf8') : '';
  return {
    log,
    result: JSON.parse(fs.readFileSync(build.path('result.json'), 'utf8')),
    calls: calls
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

test('the server has one model after the other, on one GPU, and each shape once', () => {
  const { result, calls } = compare({ value: 0.5 }, { value: 0.5 });
  expect(result).toEqual({
    inputs: [{ name: 'ids', dataType: 'FP32', shape: [-1] }],
    outputs: [{ name: 'scores', dataType: 'FP32', shape: [-1] }],
    comparison: {
      tolerance: 0.02,
      largestDifference: 0,
      requests: 2,
      skipped: 0,
      values: 20,
      compared: 20,
      outputs: [{ name: 'scores', absolute: 0, relative: 0 }],
    },
  });
  const each = (model: string) => [
    expect.objectContaining({ model, gpus: '0' }),
    { model, shape: [1] },
    { model, shape: [70_000] },
  ];
  expect(calls).toEqual([...each('engine'), ...each('onnx')]);
});

test('of the GPUs that the environment allows, the server uses the first', () => {
  const { calls } = compare({}, {}, { CUDA_VISIBLE_DEVICES: '2,3' });
  expect(calls[0].gpus).toBe('2');
});

test('large outputs are compared without numpy by a sample, which log and result state', () => {
  fs.mkdirSync(build.path('none', 'numpy'), { recursive: true });
  fs.writeFileSync(build.path('none', 'numpy', '__init__.py'), 'raise ImportError');
  const environment = { PYTHONPATH: `${build.path('none')}:${PROGRAMS}` };
  const { result, log } = compare({ values: 1_200_000, value: 0.501 }, { values: 1_200_000 }, environment);
  expect(result.comparison).toMatchObject({ values: 2_400_000 });
  expect(result.comparison.compared).toBeGreaterThan(1_100_000);
  expect(result.comparison.compared).toBeLessThan(1_300_000);
  expect(result.comparison.largestDifference).toBeCloseTo(0.002, 5);
  expect(log).toMatch(/output scores: largest difference 0.001, relative 0.002 in a sample of \d+ of 1200000 values/);
});

describe('the engine stays, and is not compared, when ONNX Runtime', () => {
  test('ends the server, as when memory runs out', () => {
    const { result, log } = compare({}, { fails: { 0: 'dies' } });
    expect(result).toMatchObject({
      comparison: null,
      notCompared: 'ONNX Runtime fails: tritonserver ended with status -9',
    });
    expect(log).toContain('The engine is NOT COMPARED with the ONNX model: ONNX Runtime fails');
  });

  test('ends it at a later request: what was compared before counts', () => {
    const { result } = compare({}, { fails: { 1: 'dies' } });
    expect(result.comparison).toMatchObject({ requests: 1, skipped: 1 });
  });

  test('rejects a request', () => {
    const { result, log } = compare({}, { fails: { 0: 'rejects' } });
    expect(result.comparison).toMatchObject({ requests: 1, skipped: 1 });
    expect(log).toContain(
      'ONNX Runtime fails (random values, min shapes of profile 0 and opt shapes of profile 0): out of memory',
    );
  });

  test('does not answer', () => {
    const { result } = compare({}, { fails: { 0: 'hangs' } }, { LIMIT: '1' });
    expect(result.notCompared).toBe('ONNX Runtime fails: tritonserver sent nothing for 1.0 seconds');
  });
});

test('the engine stays, and is not compared, when the volume has no room for its outputs', () => {
  fs.mkdirSync(build.path('served'));
  fs.symlinkSync('/dev/full', build.path('served', 'answer-1'));
  const { result, log } = compare({}, {});
  expect(result.comparison).toMatchObject({ requests: 1, skipped: 1 });
  expect(log).toContain(
    'the outputs of the engine cannot be kept: [Errno 28] No space left on device (random values, max',
  );
});

test('a build goes on to measuring when ONNX Runtime ends the server', async () => {
  const { status, sidecar } = await build.run(TASK, {
    PATH: `${build.path('bin')}:${build.path('tritonserver', 'bin')}:${process.env.PATH}`,
    SCRIPT: JSON.stringify({ engine: { values: 10, value: 0.5 }, onnx: { fails: { 0: 'dies' } } }),
    SERVER_CALLS: build.path('calls-of-server'),
  });
  expect(status).toBe(0);
  expect(sidecar).toMatchObject({
    comparison: null,
    notCompared: 'ONNX Runtime fails: tritonserver ended with status -9',
  });
  expect(sidecar.latency.length).toBeGreaterThan(1);
});

describe('the build fails when the engine', () => {
  const sentence = 'The engine fails in the comparison with the ONNX model (random values, max shapes of profile 0):';

  test('ends the server', () => {
    expect(compare({ fails: { 1: 'dies' } }, {}).result).toBe(`${sentence} tritonserver ended with status -9`);
  });

  test('rejects a request', () => {
    expect(compare({ fails: { 1: 'rejects' } }, {}).result).toBe(`${sentence} out of memory`);
  });

  test('does not answer', () => {
    const { result } = compare({ fails: { 1: 'hangs' } }, {}, { LIMIT: '1' });
    expect(result).toBe(`${sentence} tritonserver sent nothing for 1.0 seconds`);
  });

  test('has not been loaded in time', () => {
    fs.writeFileSync(build.path('tritonserver', 'bin', 'tritonserver'), '#!/bin/sh\nexec sleep 600\n');
    expect(compare({}, {}, { LIMIT: '1' }).result).toBe(
      "Triton cannot serve the engine: read the job's log. tritonserver did not start within 1.0 seconds",
    );
  });

  test('has outputs of other shapes', () => {
    expect(compare({ values: 9 }, {}).result).toMatch(
      /^The engine and the ONNX model have different shapes of output scores /,
    );
  });

  test('answers otherwise', () => {
    expect(compare({ value: 0.6 }, {}).result).toMatch(/^The engine differs from the ONNX model in output scores /);
  });
});
