import * as fs from 'node:fs';
import * as path from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Backend, ModelFiles, Tensor, TritonModel } from '../../../lib/model';
import { describeEngine } from '../../../lib/model/engine/engine-description';
import { buildOf, engineTargetOf } from '../../../lib/model/engine/engine-build';
import { InstanceType, LatencyObjective } from '../../../lib/platform';
import { CapacityPlanner, LatencyProfiles } from '../../../lib/capacity';
import { cacheFolder } from '../../../lib/files/cache-folder';
import { findInstallation } from '../../oracle/server/installation';
import { BuildRun, BuildResult } from './build-run';
import { RUNS_ALL } from '../../setup/proof';

// A real Triton server runs the ONNX model and, instead of the engine, a second ONNX file, because TensorRT is not available. The engine file and
// the output of trtexec are stand-ins.

const TEXT = path.join(__dirname, '../../model/fixtures/text.onnx');
const PYTHON = path.join(__dirname, '../../../cli/local/python');

let build: BuildRun;
/** Environment variables with the paths that the server requires. */
let environment: NodeJS.ProcessEnv;
beforeEach(() => {
  build = new BuildRun();
  const { tritonserver, libraries, python } = findInstallation();
  const backends = build.path('backends');
  fs.cpSync(path.join(cacheFolder('venv'), 'backends', 'python'), path.join(backends, 'python'), { recursive: true });
  const onnxRuntime = path.join(backends, 'onnxruntime');
  fs.mkdirSync(onnxRuntime);
  fs.copyFileSync(path.join(PYTHON, 'onnxruntime.py'), path.join(onnxRuntime, 'model.py'));
  fs.copyFileSync(path.join(PYTHON, 'cpu_backend.py'), path.join(onnxRuntime, 'cpu_backend.py'));
  fs.writeFileSync(path.join(onnxRuntime, 'image.json'), '{}');
  // The server and the folder of its backends are next to each other, as in the image.
  fs.mkdirSync(build.path('tritonserver', 'bin'), { recursive: true });
  fs.mkdirSync(build.path('tritonserver', 'backends', 'onnxruntime'), { recursive: true });
  fs.copyFileSync(path.join(__dirname, 'tritonserver'), build.path('tritonserver', 'bin', 'tritonserver'));
  environment = {
    PATH: [build.path('bin'), build.path('tritonserver', 'bin'), path.dirname(python), process.env.PATH].join(':'),
    LD_LIBRARY_PATH: libraries,
    TRITON_SERVER: tritonserver,
    TRITON_BACKENDS: backends,
    ENGINE_ONNX: TEXT,
  };
});
afterEach(() => build.remove());

/** Writes a copy of the ONNX file with a different bias in the last layer, so its outputs differ. Returns the path of the copy. */
function writeOnnxWithBias(value: number): string {
  const model = fs.readFileSync(TEXT);
  const biasIndex = model.indexOf('head.bias', model.indexOf('head.bias') + 1);
  const rawDataIndex = model.indexOf(Buffer.from([0x4a, 8]), biasIndex - 40); // tag and length of the field raw_data, which has eight bytes
  model.writeFloatLE(value, rawDataIndex + 2);
  const file = build.path('engine.onnx');
  fs.writeFileSync(file, model);
  return file;
}

function expectNoEngine({ status, files }: BuildResult) {
  expect(status).toBe(1);
  expect(files).toEqual(['trtexec.log']);
}

test('an engine with the outputs of the ONNX model is written, with its measurements', async () => {
  const { status, files, sidecar, calls } = await build.run({}, environment);
  expect(status).toBe(0);
  expect(files.sort()).toEqual(['model.plan', 'model.plan.json', 'trtexec.log']);
  const tensors = { inputs: [{ name: 'token_ids', dataType: 'INT32', shape: [-1, 8] }, { name: 'attn_mask' }] };
  expect(sidecar).toMatchObject({
    gpu: 'NVIDIA A10G',
    computeCapability: '8.6',
    tensorRtVersion: '10.4.0',
    image: '24.09',
    driver: '535.247.01',
    key: 'd2c8',
    bytes: fs.statSync(build.path('output', 'model.plan')).size,
    // 51 MiB of weights and 125.562 MiB of execution memory
    deviceMemoryBytes: 185138676,
    executionMemoryBytes: 131661300,
    ...tensors,
    outputs: [{ name: 'logits', dataType: 'FP32', shape: [-1, 2] }],
    comparison: { tolerance: 0.02, largestDifference: 0, requests: 3, skipped: 0 },
  });
  // The measurements of trtexec at the batch sizes 1, powers of two, opt and max.
  expect(sidecar.latency.map(({ batch }: { batch: number }) => batch)).toEqual([1, 2, 4, 6]);
  expect(sidecar.latency[1]).toEqual({
    profile: 0,
    batch: 2,
    shapes: { token_ids: [2, 8], attn_mask: [2, 8] },
    mean: 6.02724,
    median: 6.0061,
    p90: 6.11475,
    p95: 6.14783,
    p99: 6.44324,
    throughput: 191.317,
  });
  expect(calls.at(-1)).toContain('--shapes=attn_mask:6x8,token_ids:6x8');
});

if (RUNS_ALL)
  test('an engine with NaN outputs is rejected', async () => {
    const buildResult = await build.run({}, { ...environment, ENGINE_ONNX: writeOnnxWithBias(NaN) });
    expectNoEngine(buildResult);
    expect(buildResult.message).toMatch(
      /^The engine gives NaN or infinity where the ONNX model has a number, .* in 1 of 2 values /,
    );
  });

if (RUNS_ALL)
  test('the examples of the model are used as requests', async () => {
    const inputs = ['token_ids', 'attn_mask'].map((name) => ({
      name,
      datatype: 'INT32',
      shape: [2, 8],
      data: [
        [1, 2, 3, 1, 2, 3, 1, 2],
        [1, 1, 1, 1, 0, 0, 0, 0],
      ],
    }));
    const { sidecar, log } = await build.run({ examples: [{ inputs }] }, environment);
    expect(sidecar.comparison.requests).toBe(1);
    expect(log).toContain('example 1, output logits: largest difference 0, relative 0');
  });

if (RUNS_ALL)
  test('inputs and outputs are read from Triton if the graph was not known at synth', async () => {
    const TENSORS =
      'input [{ name: "token_ids" data_type: TYPE_INT32 dims: [-1, 8] }, { name: "attn_mask" data_type: TYPE_INT32 dims: [-1, 8] }]\n' +
      'output [{ name: "logits" data_type: TYPE_FP32 dims: [-1, 2] }]\n';
    const { sidecar } = await build.run({ inputs: [], outputs: [] }, { ...environment, TENSORS });
    expect(sidecar.outputs).toEqual([{ name: 'logits', dataType: 'FP32', shape: [-1, 2] }]);
    expect(sidecar.comparison).toMatchObject({ requests: 3, skipped: 0 });
  });

if (RUNS_ALL)
  test('if Triton cannot load an engine, the message contains the reason', async () => {
    const buildResult = await build.run({}, { ...environment, ENGINE_ONNX: undefined });
    expectNoEngine(buildResult);
    expect(buildResult.message).toMatch(
      /^Triton cannot serve the engine with the inputs and outputs of the ONNX graph: .*unable to find backend library for backend 'tensorrt'/,
    );
  });

if (RUNS_ALL)
  test('an image without ONNX Runtime skips the comparison, and the log contains the reason', async () => {
    fs.rmdirSync(build.path('tritonserver', 'backends', 'onnxruntime'));
    const { status, sidecar, log } = await build.run({}, environment);
    expect(status).toBe(0);
    expect(sidecar).toMatchObject({ comparison: null, notCompared: 'the image has no onnxruntime backend' });
    expect(log).toContain('The engine is NOT COMPARED with the ONNX model: the image has no onnxruntime backend');
  });

if (RUNS_ALL)
  test('an ONNX file that ONNX Runtime cannot load, for example because of plugins, is not compared', async () => {
    fs.writeFileSync(build.path('source', 'onnx', 'text.onnx'), 'no ONNX file');
    const { sidecar } = await build.run({}, environment);
    expect(sidecar.comparison).toBeNull();
    expect(sidecar.notCompared).toContain('cannot load text.onnx');
  });

if (RUNS_ALL)
  test('the engine that is built for a model passes the rules, and its measurements result in a capacity plan', async () => {
    const modelToBuild = new TritonModel({
      name: 'text',
      backend: Backend.TENSORRT,
      files: ModelFiles.fromEngineBuild(TEXT),
      maxBatchSize: 2,
    });
    const target = engineTargetOf({ gpuModel: 'NVIDIA A10G', computeCapability: '8.6' }, '24.09');
    const fileBuild = buildOf({ files: modelToBuild._forTargets([target])._entries() });
    if (!fileBuild) throw new Error('the model has no engine to build');
    // Published measurements at batch sizes 1 and 2.
    const replay = { '--onnx': 'built-10.3', ':2x8': 'measured-8.6-batch-2', '': 'measured-8.6-batch-1' };
    const { status, log } = await build.run(describeEngine(fileBuild, 'd2c8'), {
      ...environment,
      TRTEXEC_REPLAY: JSON.stringify(replay),
    });
    expect([status, log]).toEqual([0, expect.stringContaining('The engine is complete')]);

    const folder = build.path('model', '1');
    fs.mkdirSync(folder, { recursive: true });
    for (const name of ['model.plan', 'model.plan.json'])
      fs.copyFileSync(build.path('output', name), path.join(folder, name));
    const files = ModelFiles.fromDirectory(build.path('model'));
    const builtModel = new TritonModel({ name: 'text', backend: Backend.TENSORRT, files, maxBatchSize: 2 });
    expect(builtModel.inputs).toEqual([Tensor.int32('token_ids', [8]), Tensor.int32('attn_mask', [8])]);
    const a10gTarget = { tritonRelease: '24.09', instanceType: InstanceType.G5_XLARGE };
    expect(builtModel.validate(a10gTarget)).toEqual([]);
    const ruleIdsOf = (model: TritonModel, deploymentTarget = a10gTarget) =>
      model.validate(deploymentTarget).map(({ ruleId }) => ruleId);
    expect(ruleIdsOf(new TritonModel({ name: 'text', backend: Backend.TENSORRT, files, maxBatchSize: 4 }))).toEqual([
      'engine.batch',
    ]);
    expect(ruleIdsOf(builtModel, { ...a10gTarget, instanceType: InstanceType.G6_XLARGE })).toEqual(['trt.version']);
    expect(ruleIdsOf(builtModel, { ...a10gTarget, tritonRelease: '25.04' })).toEqual(['trt.version']);

    const sidecar = path.join(folder, 'model.plan.json');
    const profiles = LatencyProfiles.fromEngines([{ path: sidecar, instanceType: 'ml.g5.xlarge' }]);
    expect(profiles[0].serviceTimes).toEqual([
      { batch: 1, milliseconds: 5.06068 },
      { batch: 2, milliseconds: 9.43979 },
    ]);
    const { pick } = CapacityPlanner.fromLatencyProfiles(profiles).plan({
      requestsPerSecond: 300,
      latencyObjective: LatencyObjective.p99(Duration.millis(100)),
    });
    // 1000 / 5.06 ms are 198 requests per second.
    expect(pick).toMatchObject({ instanceType: 'ml.g5.xlarge', instanceCount: 2 });
  });
