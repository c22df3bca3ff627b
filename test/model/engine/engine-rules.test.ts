import * as path from 'path';
import {
  Backend,
  DataType,
  EnginePrecision,
  EngineProfile,
  EngineShapes,
  InstanceGroup,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelOverrides,
} from '../../../lib/model';
import type { ValidateOptions } from '../../../lib/model-config';
import type { EngineOptions } from '../../../lib/model/engine/engine-options';
import { engineTargetOf } from '../../../lib/model/engine/engine-target';
import { InstanceType } from '../../../lib/platform';
import { folderWith } from '../folders';
import { initializer, onnxBytes, onnxNode, onnxTensor } from '../onnx-bytes';

const FP32 = 1;
const INT32 = 6;
const INT64 = 7;
const TOKENS: EngineShapes = { min: [1, 16], opt: [8, 128], max: [16, 512] };
const ON_A10G = { tritonRelease: '25.04', instanceType: InstanceType.G5_XLARGE };

function onnxFile(graph: Parameters<typeof onnxBytes>[0], opset = 17): string {
  return path.join(folderWith({ 'bert.onnx': onnxBytes(graph, 8, { '': opset }) }), 'bert.onnx');
}

/** Open batch and length. */
const GRAPH = {
  inputs: [onnxTensor('token_ids', INT32, [-1, -1])],
  outputs: [onnxTensor('logits', FP32, [-1, 2])],
};
const BERT = onnxFile(GRAPH);
/** The same with quantized weights. */
const QUANTIZED = onnxFile({
  ...GRAPH,
  nodes: [onnxNode('QuantizeLinear', ['x', 's'], ['q'], {}), onnxNode('DequantizeLinear', ['q', 's'], ['y'], {})],
});

/** What the rules say of an engine that is fine unless something else is given. */
function findings(
  options: EngineOptions = {},
  model: TritonModelOverrides = {},
  target: ValidateOptions = ON_A10G,
  file = BERT,
): string[] {
  const files = ModelFiles.engineFrom(file, { profiles: [EngineProfile.of({ token_ids: TOKENS })], ...options });
  return validate({ files, ...model }, target);
}

function validate(model: TritonModelOverrides, target: ValidateOptions = ON_A10G): string[] {
  const all = new TritonModel({ name: 'bert', backend: Backend.TENSORRT, maxBatchSize: 16, ...model }).validate(target);
  return all.map(({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

/** Instances that use two profiles. */
const BOTH = { instanceGroups: [InstanceGroup.gpu({ profiles: ['0', '1'] })] };

function shapes(given: Partial<EngineShapes>): EngineOptions {
  return { profiles: [EngineProfile.of({ token_ids: { ...TOKENS, ...given } })] };
}

test('an engine that fits its graph, its image and its GPU is fine', () => {
  expect(findings()).toEqual([]);
});

test('engine.backend: an engine is run by TensorRT', () => {
  expect(findings({}, { backend: Backend.ONNXRUNTIME })).toContain(
    "error engine.backend backend: got 'onnxruntime' with ModelFiles.engineFrom; allowed: Backend.TENSORRT, which runs engines",
  );
});

describe('options', () => {
  test.each([
    [
      '24.01',
      { precision: EnginePrecision.BF16 },
      'files.precision: got BF16; TensorRT 8.6.1.6 of Triton 24.01 allows FP32, FP16, INT8',
    ],
    [
      '24.01',
      { precision: EnginePrecision.FP8 },
      'files.precision: got FP8; TensorRT 8.6.1.6 of Triton 24.01 allows FP32, FP16, INT8',
    ],
    ['24.01', { precision: EnginePrecision.STRONGLY_TYPED }, 'files.precision: got STRONGLY_TYPED; '],
    ['23.03', { optimizationLevel: 5 }, 'files.optimizationLevel: got 5; TensorRT 8.5.3.1 of Triton 23.03 allows none'],
    [
      '24.01',
      { profiles: [EngineProfile.of({ token_ids: TOKENS }), EngineProfile.of({ token_ids: TOKENS })] },
      'files.profiles: got 2 profiles; TensorRT 8.6.1.6 of Triton 24.01 allows one profile',
    ],
  ])('engine.options: the TensorRT of Triton %s lacks %o', (tritonRelease, options, message) => {
    expect(findings(options, 'profiles' in options ? BOTH : {}, { tritonRelease }, QUANTIZED)).toEqual([
      expect.stringContaining(`error engine.options ${message}`),
    ]);
  });

  test('engine.options is a warning where the version is from reports only', () => {
    const optimized = { precision: EnginePrecision.BF16 };
    expect(findings(optimized, {}, { tritonRelease: '22.10' })).toEqual([
      expect.stringMatching(/^warning engine.options files.precision: got BF16; TensorRT 8.5 \(reported by users\)/),
    ]);
  });

  test('TensorRT 10 has them all', () => {
    const profiles = [EngineProfile.of({ token_ids: TOKENS }), EngineProfile.of({ token_ids: TOKENS })];
    expect(findings({ precision: EnginePrecision.BF16, optimizationLevel: 5, profiles }, BOTH)).toEqual([]);
  });
});

test.each([
  [EnginePrecision.BF16, InstanceType.G4DN_XLARGE, '8.0 or higher; ml.g4dn.xlarge has 7.5 (NVIDIA T4)'],
  [EnginePrecision.FP8, InstanceType.G5_XLARGE, '8.9 or higher; ml.g5.xlarge has 8.6 (NVIDIA A10G)'],
])('engine.precision: %s is not on every GPU', (precision, instanceType, message) => {
  expect(findings({ precision }, {}, { tritonRelease: '25.04', instanceType }, QUANTIZED)).toEqual([
    expect.stringContaining(
      `error engine.precision files.precision: got ${precision}, which requires a GPU with compute capability ${message}`,
    ),
  ]);
  const l4 = { tritonRelease: '25.04', instanceType: InstanceType.G6_XLARGE };
  expect(findings({ precision }, {}, l4, QUANTIZED)).toEqual([]);
});

test('engine.precision: INT8 is on a B300, and trtexec does not choose it there', () => {
  const on = (name: string) => ({ tritonRelease: '26.05', instanceType: InstanceType.of(name) });
  const int8 = { precision: EnginePrecision.INT8 };
  expect(findings(int8, {}, on('ml.p6-b300.48xlarge'), QUANTIZED)).toEqual([
    expect.stringMatching(
      /^warning engine.precision files.precision: got INT8, which trtexec does not choose for compute capability 10.3/,
    ),
  ]);
  expect(findings(int8, {}, on('ml.p6-b200.48xlarge'), QUANTIZED)).toEqual([]);
});

test.each([
  ['ml.p3.2xlarge', '25.04', '24.09', '(removed in 10.5); allowed: Triton 24.09 or older'],
  ['ml.g6.xlarge', '22.05', '22.12', '(added in 8.5); allowed: Triton 22.10 or newer'],
  ['ml.p6-b300.48xlarge', '25.04', '25.09', '(added in 10.13); allowed: Triton 25.09 or newer'],
])('trt.gpu: no engine for %s is built with Triton %s, and one is with %s', (name, broken, fixed, message) => {
  const instanceType = InstanceType.of(name);
  const build = (tritonRelease: string, customImage = false): string[] =>
    findings({}, {}, { tritonRelease, instanceType, customImage }).filter((text) => text.includes('trt.gpu'));
  expect(build(broken)).toEqual([expect.stringContaining(message)]);
  expect(build(broken)[0]).toMatch(/^error/);
  expect(build(fixed)).toEqual([]);
  // An image of one's own may have another TensorRT.
  expect(build(broken, true)[0]).toMatch(/^warning/);
});

describe('TensorRT 11', () => {
  const OWN = { tritonRelease: '26.06', instanceType: InstanceType.G4DN_XLARGE, customImage: true };
  const argumentsOf = (options: EngineOptions): string[] => {
    const files = ModelFiles.engineFrom(BERT, { profiles: [EngineProfile.of({ token_ids: TOKENS })], ...options });
    const target = engineTargetOf({ gpuModel: 'NVIDIA T4', computeCapability: '7.5' }, '26.06');
    return files._engine?.forTargets([target]).entries('model.plan', 16)[0].build?.arguments ?? [];
  };

  test.each([EnginePrecision.FP16, EnginePrecision.INT8, EnginePrecision.FP32])(
    'engine.options: an image of one’s own from Triton 26.06 on has no --fp16, so %s is an error with the way out',
    (precision) => {
      expect(findings({ precision }, {}, OWN, QUANTIZED)).toEqual([
        `error engine.options files.precision: got ${precision}; TensorRT 11 or newer of Triton 26.06 allows STRONGLY_TYPED, the data types of ` +
          'the ONNX file: omit precision, and convert the file for a narrower type, for example with ModelOpt AutoCast',
      ]);
    },
  );

  test.each([undefined, EnginePrecision.STRONGLY_TYPED])(
    'precision %s keeps the types of the ONNX file',
    (precision) => {
      expect(findings({ precision }, {}, OWN)).toEqual([]);
      expect(argumentsOf({ precision }).map((word) => word.split('=')[0])).toEqual([
        '--minShapes',
        '--optShapes',
        '--maxShapes',
      ]);
    },
  );

  test('engine.tensorrt-unknown: of older images of one’s own it is not known', () => {
    expect(findings({}, {}, { ...OWN, tritonRelease: '26.05' })).toEqual([
      expect.stringMatching(/^warning engine.tensorrt-unknown/),
    ]);
  });

  test('trt.gpu: it has no Volta', () => {
    expect(findings({}, {}, { ...OWN, instanceType: InstanceType.of('ml.p3.2xlarge') })).toEqual([
      expect.stringMatching(
        /^error trt.gpu .*TensorRT 11 or newer of Triton 26.06 does not support \(removed in 10.5\)/,
      ),
    ]);
  });
});

test('engine.opset: the ONNX parser reads opsets up to one', () => {
  const future = onnxFile(GRAPH, 21);
  expect(findings({}, {}, { tritonRelease: '24.05' }, future)).toEqual([
    'warning engine.opset files: got bert.onnx with opset 21; TensorRT 10.0.1.6 of Triton 24.05 reads at most opset 20, so the build may fail: export the model with an opset up to that, or use a newer release',
  ]);
  expect(findings({}, {}, ON_A10G, future)).toEqual([]);
});

test('engine.tensorrt-unknown: an image of which nothing is known cannot be checked', () => {
  expect(findings({ precision: EnginePrecision.BF16 }, {}, { customImage: true })).toEqual([
    expect.stringMatching(/^warning engine.tensorrt-unknown files: the TensorRT of your own image is not known/),
  ]);
});

describe('plugins', () => {
  const folder = folderWith({ 'norm.so': '', 'other/norm.so': '', 'norm.py': '', 'a norm.so': '' });
  const plugins = (...names: string[]): EngineOptions => ({ plugins: names.map((name) => path.join(folder, name)) });

  test.each([
    [['norm.py'], '[0]: got norm.py; allowed: a library (.so)'],
    [['a norm.so'], "[0]: got 'a norm.so'; allowed: letters"],
    [['norm.so', 'other/norm.so'], '[1]: got a second norm.so; allowed: each name once'],
  ])('engine.plugin: %j', (names, message) => {
    expect(findings(plugins(...names))).toEqual([
      expect.stringContaining(`error engine.plugin files.plugins${message}`),
    ]);
  });

  test('engine.plugin: before Triton 23.07 the server cannot be told to load them', () => {
    expect(findings(plugins('norm.so'), {}, { tritonRelease: '23.03' })).toEqual([
      expect.stringContaining('error engine.plugin files.plugins: got plugins with Triton 23.03'),
    ]);
  });

  test('a library is fine, and a missing one is not', () => {
    expect(findings(plugins('norm.so'))).toEqual([]);
    expect(findings(plugins('lost.so'))).toEqual([
      expect.stringMatching(/^error files.missing .*lost.so does not exist/),
    ]);
  });
});

describe('profiles against the graph', () => {
  test('engine.profiles-required: more than the batch is open', () => {
    expect(findings({ profiles: undefined })).toEqual([
      "error engine.profiles-required files.profiles: got none; 'token_ids' ([-1, -1]) has open dimensions: set profiles: " +
        '[EngineProfile.of({ token_ids: { min: […], opt: […], max: […] } })]',
    ]);
  });

  test('engine.profile-inputs: each open input has shapes, and no other name has', () => {
    const misspelled = EngineProfile.of({ token_id: TOKENS });
    expect(findings({ profiles: [EngineProfile.of({ token_ids: TOKENS }), misspelled] }, BOTH)).toEqual([
      "error engine.profile-inputs files.profiles[1]: got the input 'token_id'; allowed: 'token_ids'; did you mean 'token_ids'?",
      "error engine.profile-inputs files.profiles[1]: got no shapes of 'token_ids' ([-1, -1]); each input with open dimensions requires shapes",
    ]);
  });

  test.each([
    [{ opt: [8, 600] }, 'got min [1, 16], opt [8, 600], max [16, 512]; allowed: min at most opt, opt at most max'],
    [{ min: [1] }, 'got min [1], opt [8, 128], max [16, 512]; allowed: shapes with the same number of dimensions'],
    [{ min: [-1, 16] }, 'got min [-1, 16], opt [8, 128], max [16, 512]; allowed: whole numbers of at least 0'],
  ])('engine.profile-range: %o', (given, message) => {
    expect(findings(shapes(given))).toContainEqual(
      expect.stringContaining(`error engine.profile-range files.profiles[0][token_ids]: ${message}`),
    );
  });

  test('engine.profile-shape: the batch dimension belongs to a profile', () => {
    expect(findings(shapes({ min: [16], opt: [128], max: [512] }))).toEqual([
      'error engine.profile-shape files.profiles[0][token_ids]: got 1 dimensions; the graph has 2 ([-1, -1]): the batch dimension belongs to ' +
        'a profile, [1, 512] for one item',
    ]);
  });

  test('engine.profile-shape: what is fixed in the graph is not open in a profile', () => {
    const fixed = onnxFile({ ...GRAPH, inputs: [onnxTensor('token_ids', INT32, [-1, 128])] });
    expect(findings({}, {}, ON_A10G, fixed)).toEqual([
      'error engine.profile-shape files.profiles[0][token_ids]: got a size other than 128 for dimension 1, which is fixed in the graph ([-1, 128])',
    ]);
  });
});

describe('profiles against config.pbtxt', () => {
  test('engine.batch: no batch is larger than the profiles allow', () => {
    expect(findings({}, { maxBatchSize: 32 })).toEqual([
      'error engine.batch maxBatchSize (max_batch_size): got 32; allowed: at most 16, the largest batch of the profiles in files',
    ]);
    const large = EngineProfile.of({ token_ids: { min: [17, 16], opt: [32, 16], max: [32, 64] } });
    const profiles = [EngineProfile.of({ token_ids: TOKENS }), large];
    expect(findings({ profiles }, { maxBatchSize: 32, ...BOTH })).toEqual([]);
    const first = [InstanceGroup.gpu({ profiles: ['0'] })];
    expect(findings({ profiles }, { maxBatchSize: 32, instanceGroups: first })).toContainEqual(
      expect.stringContaining('engine.batch'),
    );
  });

  test('engine.batch: a request alone fits a profile', () => {
    expect(findings(shapes({ min: [4, 16] }))).toEqual([
      expect.stringMatching(/^warning engine.batch .*the smallest batch of the profiles in files is 4/),
    ]);
  });

  test('engine.profile-index: instances use profiles that there are, and all of them', () => {
    expect(findings({}, BOTH)).toEqual([
      "error engine.profile-index instanceGroups[0].profiles[1] (instance_group[0].profile[1]): got '1'; allowed: 0, the profiles in files",
    ]);
    const profiles = [EngineProfile.of({ token_ids: TOKENS }), EngineProfile.of({ token_ids: TOKENS })];
    expect(findings({ profiles })).toEqual([
      "warning engine.profile-index instanceGroups (instance_group): no instance uses profile 1 of files; list the profiles to use in the instance groups' profiles",
    ]);
    expect(findings({ profiles }, BOTH)).toEqual([]);
  });

  test('engine.dims: fixed dimensions are inside a profile', () => {
    const outputs = [Tensor.fp32('logits', [2])];
    expect(findings({}, { inputs: [Tensor.int32('token_ids', [1024])], outputs })).toEqual([
      "error engine.dims inputs[0].dims (input[0].dims): got [1024] for 'token_ids'; allowed: inside [1, 16] to [16, 512] without the batch " +
        'dimension, the profiles in files',
    ]);
    expect(findings({}, { inputs: [Tensor.int32('token_ids', [512])], outputs })).toEqual([]);
  });
});

describe('the graph against config.pbtxt', () => {
  test('names and types are those of the graph', () => {
    expect(findings({}, { inputs: [Tensor.fp32('token_ids', [-1])], outputs: [Tensor.fp32('scores', [2])] })).toEqual([
      "error io.unexpected-output outputs[0].name (output[0].name): got 'scores'; allowed: 'logits', as in the graph of bert.onnx",
      "error onnx.io-dtype inputs[0].dataType (input[0].data_type): got TYPE_FP32 for 'token_ids'; allowed: TYPE_INT32, as in the graph of bert.onnx",
    ]);
  });

  test('external data has to be there', () => {
    const file = onnxFile({ ...GRAPH, initializers: [initializer('w', { location: 'lost.data' })] });
    expect(findings({}, {}, ON_A10G, file)).toEqual([
      expect.stringMatching(
        /^error onnx.external-data files: got bert.onnx, .* missing: lost.data; put them into the same folder$/,
      ),
    ]);
  });

  test('what is no ONNX file is said so', () => {
    const file = path.join(folderWith({ 'bert.onnx': 'text' }), 'bert.onnx');
    expect(findings({}, {}, ON_A10G, file)).toContainEqual(expect.stringMatching(/^error onnx.unreadable files: /));
  });

  test('engine.int64: TensorRT 8 makes 32-bit integers of 64-bit ones', () => {
    const file = onnxFile({ ...GRAPH, inputs: [onnxTensor('token_ids', INT64, [-1, -1])] });
    const old = { tritonRelease: '24.01' };
    expect(findings({}, {}, old, file)).toEqual([
      "error engine.int64 inputs[0].dataType (input[0].data_type): got TYPE_INT64 for 'token_ids', as in the graph of bert.onnx; TensorRT " +
        '8.6.1.6 of Triton 24.01 converts it to TYPE_INT32: declare inputs and outputs with TYPE_INT32, or use Triton 24.05 or newer',
    ]);
    const outputs = [Tensor.fp32('logits', [2])];
    expect(findings({}, { inputs: [Tensor.of('token_ids', DataType.INT32, [-1])], outputs }, old, file)).toEqual([]);
    expect(findings({}, {}, ON_A10G, file)).toEqual([]);
  });
});

test('engine.s3-tensors: a graph in S3 tells neither inputs nor outputs', () => {
  const files = ModelFiles.engineFromS3({} as never, 'models/bert.onnx', 'v1', {
    profiles: [EngineProfile.of({ token_ids: TOKENS })],
  });
  expect(validate({ files })).toEqual([
    'error engine.s3-tensors inputs: got none; models/bert.onnx is in S3 and cannot be read at synth: set inputs and outputs as in the ONNX file',
  ]);
  const inputs = [Tensor.int32('token_ids', [-1])];
  expect(validate({ files, inputs, outputs: [Tensor.fp32('logits', [2])] })).toEqual([]);
});

describe('an engine that was built before', () => {
  const SIDECAR = {
    gpu: 'NVIDIA A10G',
    computeCapability: '8.6',
    tensorRtVersion: '10.9.0.34',
    inputs: [{ name: 'token_ids', dataType: 'INT32', shape: [-1, -1] }],
    outputs: [{ name: 'logits', dataType: 'FP32', shape: [-1, 2] }],
    profiles: [{ token_ids: TOKENS }],
  };
  function engine(model: TritonModelOverrides): string[] {
    const folder = folderWith({ '1/model.plan': 'engine', '1/model.plan.json': JSON.stringify(SIDECAR) });
    const inputs = [Tensor.int32('token_ids', [-1])];
    return validate({
      files: ModelFiles.fromDirectory(folder),
      inputs,
      outputs: [Tensor.fp32('logits', [2])],
      ...model,
    });
  }

  test('has the inputs and outputs of its sidecar', () => {
    const folder = folderWith({ '1/model.plan': 'engine', '1/model.plan.json': JSON.stringify(SIDECAR) });
    const files = ModelFiles.fromDirectory(folder);
    const model = new TritonModel({ name: 'bert', backend: Backend.TENSORRT, files, maxBatchSize: 16 });
    expect(model.inputs).toEqual([Tensor.int32('token_ids', [-1])]);
    expect(model.outputs).toEqual([Tensor.fp32('logits', [2])]);
  });

  test('is held against its sidecar', () => {
    expect(engine({})).toEqual([]);
    expect(engine({ maxBatchSize: 32, inputs: [Tensor.int64('ids', [-1])] })).toEqual([
      "error io.unexpected-input inputs[0].name (input[0].name): got 'ids'; allowed: 'token_ids', as in 1/model.plan.json",
      'error engine.batch maxBatchSize (max_batch_size): got 32; allowed: at most 16, the largest batch of the profiles in 1/model.plan.json',
    ]);
  });
});
