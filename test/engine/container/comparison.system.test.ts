import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { BuildRun, BUILD_DESCRIPTION, PROGRAMS_FOLDER } from './build-run';

// Tests the comparison of the engine with the ONNX model. The stand-in for tritonserver returns outputs of any size, and can fail on
// demand.

/** Behavior of a model on the stand-in. */
interface FakeModel {
  /** Number of values in the output. */
  readonly outputSize?: number;
  /** Value of all elements of the output. */
  readonly outputValue?: number;
  /** Failures by the number of the request, from 0. */
  readonly failures?: { [request: number]: 'rejects' | 'dies' | 'hangs' };
}

/** A profile that results in two requests, because opt equals min. */
const profiles = [{ ids: { min: [1], opt: [1], max: [70_000] } }];
const COMPARED_DESCRIPTION = {
  ...BUILD_DESCRIPTION,
  profiles,
  inputs: [{ name: 'ids', dataType: 'FP32', shape: [-1] }],
  examples: [],
};

const PROGRAM = `
import json, os, sys
import triton_client, triton_server
from comparison import serve_and_compare
from failure import BuildFailure

# A slow host needs more time than the product allows or these tests wait, so each limit applies only to what the stand-in delays.
triton_server.START_SECONDS = float(os.environ.get("START_LIMIT", 60))
send = triton_client.Client._response

def send_with_limits(client, method, path, *arguments, **options):
    is_inference = path.endswith("/infer")
    is_limited = is_inference and count_requests() == int(os.environ.get("LIMITED_REQUEST", -1))
    triton_client.SECONDS = 1.0 if is_limited else 60.0
    return send(client, method, path, *arguments, **options)

def count_requests():
    with open(os.environ["SERVER_CALLS"]) as file:
        return file.read().count("shape")

triton_client.Client._response = send_with_limits
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

const DEFAULTS: FakeModel = { outputSize: 10, outputValue: 0.5 };

function compare(engine: FakeModel, onnx: FakeModel, environment: NodeJS.ProcessEnv = {}) {
  const scripts = { engine: { ...DEFAULTS, ...engine }, onnx: { ...DEFAULTS, ...onnx } };
  const { stdout: log, stderr } = spawnSync('python3', ['-c', PROGRAM], {
    cwd: build.folder,
    input: JSON.stringify(COMPARED_DESCRIPTION),
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${build.path('tritonserver', 'bin')}:${process.env.PATH}`,
      PYTHONPATH: PROGRAMS_FOLDER,
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

test('the models are served one after the other on one GPU, and each shape is requested once', () => {
  const { result, calls } = compare({ outputValue: 0.5 }, { outputValue: 0.5 });
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
  // Calls of the server for one model: the start of the server, and one request for each shape.
  const expectedCalls = (model: string) => [
    expect.objectContaining({ model, gpus: '0' }),
    { model, shape: [1] },
    { model, shape: [70_000] },
  ];
  expect(calls).toEqual([...expectedCalls('engine'), ...expectedCalls('onnx')]);
});

test('the server uses the first GPU of CUDA_VISIBLE_DEVICES', () => {
  const { calls } = compare({}, {}, { CUDA_VISIBLE_DEVICES: '2,3' });
  expect(calls[0].gpus).toBe('2');
});

test('without numpy, only a sample of large outputs is compared, and the log and the result contain the size of the sample', () => {
  fs.mkdirSync(build.path('none', 'numpy'), { recursive: true });
  fs.writeFileSync(build.path('none', 'numpy', '__init__.py'), 'raise ImportError');
  const environment = { PYTHONPATH: `${build.path('none')}:${PROGRAMS_FOLDER}` };
  const { result, log } = compare(
    { outputSize: 1_200_000, outputValue: 0.501 },
    { outputSize: 1_200_000 },
    environment,
  );
  expect(result.comparison).toMatchObject({ values: 2_400_000 });
  expect(result.comparison.compared).toBeGreaterThan(1_100_000);
  expect(result.comparison.compared).toBeLessThan(1_300_000);
  expect(result.comparison.largestDifference).toBeCloseTo(0.002, 5);
  expect(log).toMatch(/output scores: largest difference 0.001, relative 0.002 in a sample of \d+ of 1200000 values/);
});

describe('the engine is kept without a complete comparison if ONNX Runtime', () => {
  test('crashes the server, for example because of exhausted memory', () => {
    const { result, log } = compare({}, { failures: { 0: 'dies' } });
    expect(result).toMatchObject({
      comparison: null,
      notCompared: 'ONNX Runtime fails: tritonserver ended with status -9',
    });
    expect(log).toContain('The engine is NOT COMPARED with the ONNX model: ONNX Runtime fails');
  });

  test('crashes the server at a later request (the earlier comparisons are kept)', () => {
    const { result } = compare({}, { failures: { 1: 'dies' } });
    expect(result.comparison).toMatchObject({ requests: 1, skipped: 1 });
  });

  test('rejects a request', () => {
    const { result, log } = compare({}, { failures: { 0: 'rejects' } });
    expect(result.comparison).toMatchObject({ requests: 1, skipped: 1 });
    expect(log).toContain(
      'ONNX Runtime fails (random values, min shapes of profile 0 and opt shapes of profile 0): out of memory',
    );
  });

  test('does not respond', () => {
    const { result } = compare({}, { failures: { 0: 'hangs' } }, { LIMITED_REQUEST: '2' });
    expect(result.notCompared).toBe('ONNX Runtime fails: tritonserver sent nothing for 1.0 seconds');
  });
});

test('if the volume is full, the engine is kept, and outputs that cannot be stored are not compared', () => {
  fs.mkdirSync(build.path('served'));
  fs.symlinkSync('/dev/full', build.path('served', 'outputs-1'));
  const { result, log } = compare({}, {});
  expect(result.comparison).toMatchObject({ requests: 1, skipped: 1 });
  expect(log).toContain(
    'the outputs of the engine cannot be kept: [Errno 28] No space left on device (random values, max',
  );
});

describe('the build fails if the engine', () => {
  const messageStart =
    'The engine fails in the comparison with the ONNX model (random values, max shapes of profile 0):';

  test('crashes the server', () => {
    expect(compare({ failures: { 1: 'dies' } }, {}).result).toBe(`${messageStart} tritonserver ended with status -9`);
  });

  test('rejects a request', () => {
    expect(compare({ failures: { 1: 'rejects' } }, {}).result).toBe(`${messageStart} out of memory`);
  });

  test('does not respond', () => {
    const { result } = compare({ failures: { 1: 'hangs' } }, {}, { LIMITED_REQUEST: '1' });
    expect(result).toBe(`${messageStart} tritonserver sent nothing for 1.0 seconds`);
  });

  test('is not loaded before the timeout', () => {
    fs.writeFileSync(build.path('tritonserver', 'bin', 'tritonserver'), '#!/bin/sh\nexec sleep 600\n');
    expect(compare({}, {}, { START_LIMIT: '1' }).result).toBe(
      "Triton cannot serve the engine: read the job's log. tritonserver did not start within 1.0 seconds",
    );
  });

  test('has outputs with different shapes', () => {
    expect(compare({ outputSize: 9 }, {}).result).toMatch(
      /^The engine and the ONNX model have different shapes of output scores /,
    );
  });

  test('has different outputs', () => {
    expect(compare({ outputValue: 0.6 }, {}).result).toMatch(
      /^The engine differs from the ONNX model in output scores /,
    );
  });
});
