import * as path from 'path';
import {
  Backend,
  DataType,
  EnginePrecision,
  EngineShapes,
  InstanceGroup,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelOverrides,
} from '../../../lib/model';
import type { ValidateOptions } from '../../../lib/model-config';
import type { EngineOptions } from '../../../lib/model/engine/engine-options';
import { buildOf, engineTargetOf } from '../../../lib/model/engine/engine-build';
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

/** A graph with variable batch and length. */
const GRAPH = {
  inputs: [onnxTensor('token_ids', INT32, [-1, -1])],
  outputs: [onnxTensor('logits', FP32, [-1, 2])],
};
const BERT_FILE = onnxFile(GRAPH);
/** The same graph with quantization nodes. */
const QUANTIZED = onnxFile({
  ...GRAPH,
  nodes: [onnxNode('QuantizeLinear', ['x', 's'], ['q'], {}), onnxNode('DequantizeLinear', ['q', 's'], ['y'], {})],
});

/** Findings for an engine that is valid by default. */
function findings(
  options: EngineOptions = {},
  model: TritonModelOverrides = {},
  target: ValidateOptions = ON_A10G,
  file = BERT_FILE,
): string[] {
  const files = ModelFiles.fromEngineBuild(file, { profiles: [{ token_ids: TOKENS }], ...options });
  return validate({ files, ...model }, target);
}

function validate(model: TritonModelOverrides, target: ValidateOptions = ON_A10G): string[] {
  const allFindings = new TritonModel({ name: 'bert', backend: Backend.TENSORRT, maxBatchSize: 16, ...model }).validate(
    target,
  );
  return allFindings.map(({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

/** The instance group of a model with two profiles, which uses both profiles. */
const BOTH_PROFILES = { instanceGroups: [InstanceGroup.gpu({ profiles: ['0', '1'] })] };

function profileWith(overrides: Partial<EngineShapes>): EngineOptions {
  return { profiles: [{ token_ids: { ...TOKENS, ...overrides } }] };
}

test('an engine that matches the graph, the image and the GPU is accepted', () => {
  expect(findings()).toEqual([]);
});

test('engine.backend: an engine requires the TensorRT backend', () => {
  expect(findings({}, { backend: Backend.ONNXRUNTIME })).toContain(
    "error engine.backend backend: got 'onnxruntime' with ModelFiles.fromEngineBuild; allowed: Backend.TENSORRT, which runs engines",
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
    [
      '24.01',
      { profiles: [{ token_ids: TOKENS }, { token_ids: TOKENS }] },
      'files.profiles: got 2 profiles; TensorRT 8.6.1.6 of Triton 24.01 allows one profile',
    ],
  ])('engine.options: the TensorRT version of Triton %s does not support %o', (tritonRelease, options, message) => {
    expect(findings(options, 'profiles' in options ? BOTH_PROFILES : {}, { tritonRelease }, QUANTIZED)).toEqual([
      expect.stringContaining(`error engine.options ${message}`),
    ]);
  });

  test('engine.options is a warning if the TensorRT version is not confirmed', () => {
    const optimized = { precision: EnginePrecision.BF16 };
    expect(findings(optimized, {}, { tritonRelease: '22.10' })).toEqual([
      expect.stringMatching(/^warning engine.options files.precision: got BF16; TensorRT 8.5 \(reported by users\)/),
    ]);
  });

  test('TensorRT 10 supports all options', () => {
    const profiles = [{ token_ids: TOKENS }, { token_ids: TOKENS }];
    expect(findings({ precision: EnginePrecision.BF16, profiles }, BOTH_PROFILES)).toEqual([]);
  });
});

test.each([
  [EnginePrecision.BF16, InstanceType.G4DN_XLARGE, '8.0 or higher; ml.g4dn.xlarge has 7.5 (NVIDIA T4)'],
  [EnginePrecision.FP8, InstanceType.G5_XLARGE, '8.9 or higher; ml.g5.xlarge has 8.6 (NVIDIA A10G)'],
])('engine.precision: %s requires a newer GPU', (precision, instanceType, message) => {
  expect(findings({ precision }, {}, { tritonRelease: '25.04', instanceType }, QUANTIZED)).toEqual([
    expect.stringContaining(
      `error engine.precision files.precision: got ${precision}, which requires a GPU with compute capability ${message}`,
    ),
  ]);
  const l4 = { tritonRelease: '25.04', instanceType: InstanceType.G6_XLARGE };
  expect(findings({ precision }, {}, l4, QUANTIZED)).toEqual([]);
});

test('engine.precision: INT8 on a B300 results in a warning, because trtexec does not choose it', () => {
  const optionsFor = (name: string) => ({ tritonRelease: '26.05', instanceType: InstanceType.of(name) });
  const int8 = { precision: EnginePrecision.INT8 };
  expect(findings(int8, {}, optionsFor('ml.p6-b300.48xlarge'), QUANTIZED)).toEqual([
    expect.stringMatching(
      /^warning engine.precision files.precision: got INT8, which trtexec does not choose for compute capability 10.3/,
    ),
  ]);
  expect(findings(int8, {}, optionsFor('ml.p6-b200.48xlarge'), QUANTIZED)).toEqual([]);
});

test.each([
  ['ml.p3.2xlarge', '25.04', '24.09', '(removed in 10.5); allowed: Triton 24.09 or older'],
  ['ml.g6.xlarge', '22.05', '22.12', '(added in 8.5); allowed: Triton 22.10 or newer'],
  ['ml.p6-b300.48xlarge', '25.04', '25.09', '(added in 10.13); allowed: Triton 25.09 or newer'],
])('trt.gpu: %s requires a different release than %s, such as %s', (name, rejected, accepted, message) => {
  const instanceType = InstanceType.of(name);
  const gpuFindings = (tritonRelease: string, customImage = false): string[] =>
    findings({}, {}, { tritonRelease, instanceType, customImage }).filter((text) => text.includes('trt.gpu'));
  expect(gpuFindings(rejected)).toEqual([expect.stringContaining(message)]);
  expect(gpuFindings(rejected)[0]).toMatch(/^error/);
  expect(gpuFindings(accepted)).toEqual([]);
  // A custom image can contain a different TensorRT version.
  expect(gpuFindings(rejected, true)[0]).toMatch(/^warning/);
});

describe('TensorRT 11', () => {
  const CUSTOM_IMAGE = { tritonRelease: '26.06', instanceType: InstanceType.G4DN_XLARGE, customImage: true };
  const trtexecArguments = (options: EngineOptions): string[] => {
    const files = ModelFiles.fromEngineBuild(BERT_FILE, {
      profiles: [{ token_ids: TOKENS }],
      ...options,
    });
    const target = engineTargetOf({ gpuModel: 'NVIDIA T4', computeCapability: '7.5' }, '26.06');
    return buildOf({ files: files._builds?.forTargets([target]).entries('model.plan', 16) ?? [] })?.arguments ?? [];
  };

  test.each([EnginePrecision.FP16, EnginePrecision.INT8, EnginePrecision.FP32])(
    'engine.options: a custom image of Triton 26.06 does not support %s',
    (precision) => {
      expect(findings({ precision }, {}, CUSTOM_IMAGE, QUANTIZED)).toEqual([
        `error engine.options files.precision: got ${precision}; TensorRT 11 or newer of Triton 26.06 allows STRONGLY_TYPED, the data types of ` +
          'the ONNX file: omit precision, and convert the file for a narrower type, for example with ModelOpt AutoCast',
      ]);
    },
  );

  test.each([undefined, EnginePrecision.STRONGLY_TYPED])(
    'precision %s keeps the types of the ONNX file',
    (precision) => {
      expect(findings({ precision }, {}, CUSTOM_IMAGE)).toEqual([]);
      expect(trtexecArguments({ precision }).map((argument) => argument.split('=')[0])).toEqual([
        '--minShapes',
        '--optShapes',
        '--maxShapes',
      ]);
    },
  );

  test('engine.tensorrt-unknown: a custom image of an earlier release results in a warning', () => {
    expect(findings({}, {}, { ...CUSTOM_IMAGE, tritonRelease: '26.05' })).toEqual([
      expect.stringMatching(/^warning engine.tensorrt-unknown/),
    ]);
  });

  test('trt.gpu: TensorRT 11 does not support Volta', () => {
    expect(findings({}, {}, { ...CUSTOM_IMAGE, instanceType: InstanceType.of('ml.p3.2xlarge') })).toEqual([
      expect.stringMatching(
        /^error trt.gpu .*TensorRT 11 or newer of Triton 26.06 does not support \(removed in 10.5\)/,
      ),
    ]);
  });
});

test('engine.opset: an opset that is too new results in a warning', () => {
  const newerOpset = onnxFile(GRAPH, 21);
  expect(findings({}, {}, { tritonRelease: '24.05' }, newerOpset)).toEqual([
    'warning engine.opset files: got bert.onnx with opset 21; TensorRT 10.0.1.6 of Triton 24.05 reads at most opset 20, so the build may fail: export the model with an opset up to that, or use a newer release',
  ]);
  expect(findings({}, {}, ON_A10G, newerOpset)).toEqual([]);
});

test('engine.tensorrt-unknown: a custom image without a release results in a warning', () => {
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
  ])('engine.plugin: the plugins %j are rejected', (names, message) => {
    expect(findings(plugins(...names))).toEqual([
      expect.stringContaining(`error engine.plugin files.plugins${message}`),
    ]);
  });

  test('engine.plugin: Triton releases before 23.07 cannot load plugins', () => {
    expect(findings(plugins('norm.so'), {}, { tritonRelease: '23.03' })).toEqual([
      expect.stringContaining('error engine.plugin files.plugins: got plugins with Triton 23.03'),
    ]);
  });

  test('an existing library is accepted, and a missing library is rejected', () => {
    expect(findings(plugins('norm.so'))).toEqual([]);
    expect(findings(plugins('lost.so'))).toEqual([
      expect.stringMatching(/^error files.missing .*lost.so does not exist/),
    ]);
  });
});

describe('profiles compared with the graph', () => {
  test('engine.profiles-required: several variable dimensions require profiles', () => {
    expect(findings({ profiles: undefined })).toEqual([
      "error engine.profiles-required files.profiles: got none; 'token_ids' ([-1, -1]) has open dimensions: set profiles: " +
        '[{ token_ids: { min: […], opt: […], max: […] } }]',
    ]);
  });

  test('engine.profile-inputs: a profile must contain each variable input, and no unknown name', () => {
    const misspelled = { token_id: TOKENS };
    expect(findings({ profiles: [{ token_ids: TOKENS }, misspelled] }, BOTH_PROFILES)).toEqual([
      "error engine.profile-inputs files.profiles[1]: got the input 'token_id'; allowed: 'token_ids'; did you mean 'token_ids'?",
      "error engine.profile-inputs files.profiles[1]: got no shapes of 'token_ids' ([-1, -1]); each input with open dimensions requires shapes",
    ]);
  });

  test.each([
    [{ opt: [8, 600] }, 'got min [1, 16], opt [8, 600], max [16, 512]; allowed: min at most opt, opt at most max'],
    [{ min: [1] }, 'got min [1], opt [8, 128], max [16, 512]; allowed: shapes with the same number of dimensions'],
    [{ min: [-1, 16] }, 'got min [-1, 16], opt [8, 128], max [16, 512]; allowed: whole numbers of at least 0'],
  ])('engine.profile-range: the shapes %o are rejected', (overrides, message) => {
    expect(findings(profileWith(overrides))).toContainEqual(
      expect.stringContaining(`error engine.profile-range files.profiles[0][token_ids]: ${message}`),
    );
  });

  test('engine.profile-shape: a profile must include the batch dimension', () => {
    expect(findings(profileWith({ min: [16], opt: [128], max: [512] }))).toEqual([
      'error engine.profile-shape files.profiles[0][token_ids]: got 1 dimensions; the graph has 2 ([-1, -1]): the batch dimension belongs to ' +
        'a profile, [1, 512] for one item',
    ]);
  });

  test('engine.profile-shape: a profile must not change a fixed dimension of the graph', () => {
    const fixed = onnxFile({ ...GRAPH, inputs: [onnxTensor('token_ids', INT32, [-1, 128])] });
    expect(findings({}, {}, ON_A10G, fixed)).toEqual([
      'error engine.profile-shape files.profiles[0][token_ids]: got a size other than 128 for dimension 1, which is fixed in the graph ([-1, 128])',
    ]);
  });
});

describe('profiles compared with config.pbtxt', () => {
  test('engine.batch: maxBatchSize must not exceed the profiles', () => {
    expect(findings({}, { maxBatchSize: 32 })).toEqual([
      'error engine.batch maxBatchSize (max_batch_size): got 32; allowed: at most 16, the largest batch of the profiles in files',
    ]);
    const large = { token_ids: { min: [17, 16], opt: [32, 16], max: [32, 64] } };
    const profiles = [{ token_ids: TOKENS }, large];
    expect(findings({ profiles }, { maxBatchSize: 32, ...BOTH_PROFILES })).toEqual([]);
    const firstProfileOnly = [InstanceGroup.gpu({ profiles: ['0'] })];
    expect(findings({ profiles }, { maxBatchSize: 32, instanceGroups: firstProfileOnly })).toContainEqual(
      expect.stringContaining('engine.batch'),
    );
  });

  test('engine.batch: profiles that do not allow a batch of 1 result in a warning', () => {
    expect(findings(profileWith({ min: [4, 16] }))).toEqual([
      expect.stringMatching(/^warning engine.batch .*the smallest batch of the profiles in files is 4/),
    ]);
  });

  test('engine.profile-index: instances must use existing profiles, and should use all profiles', () => {
    expect(findings({}, BOTH_PROFILES)).toEqual([
      "error engine.profile-index instanceGroups[0].profiles[1] (instance_group[0].profile[1]): got '1'; allowed: 0, the profiles in files",
    ]);
    const profiles = [{ token_ids: TOKENS }, { token_ids: TOKENS }];
    expect(findings({ profiles })).toEqual([
      "warning engine.profile-index instanceGroups (instance_group): no instance uses profile 1 of files; list the profiles to use in the instance groups' profiles",
    ]);
    expect(findings({ profiles }, BOTH_PROFILES)).toEqual([]);
  });

  test('engine.dims: fixed dimensions must be within the limits of a profile', () => {
    const outputs = [Tensor.fp32('logits', [2])];
    expect(findings({}, { inputs: [Tensor.int32('token_ids', [1024])], outputs })).toEqual([
      "error engine.dims inputs[0].dims (input[0].dims): got [1024] for 'token_ids'; allowed: inside [1, 16] to [16, 512] without the batch " +
        'dimension, the profiles in files',
    ]);
    expect(findings({}, { inputs: [Tensor.int32('token_ids', [512])], outputs })).toEqual([]);
  });
});

describe('the graph compared with config.pbtxt', () => {
  test('names and data types must match the graph', () => {
    expect(findings({}, { inputs: [Tensor.fp32('token_ids', [-1])], outputs: [Tensor.fp32('scores', [2])] })).toEqual([
      "error io.unexpected-output outputs[0].name (output[0].name): got 'scores'; allowed: 'logits', as in the graph of bert.onnx",
      "error onnx.io-dtype inputs[0].dataType (input[0].data_type): got TYPE_FP32 for 'token_ids'; allowed: TYPE_INT32, as in the graph of bert.onnx",
    ]);
  });

  test('external data must exist', () => {
    const file = onnxFile({ ...GRAPH, initializers: [initializer('w', { location: 'lost.data' })] });
    expect(findings({}, {}, ON_A10G, file)).toEqual([
      expect.stringMatching(
        /^error onnx.external-data files: got bert.onnx, .* missing: lost.data; put them into the same folder$/,
      ),
    ]);
  });

  test('a file that is not an ONNX file is rejected', () => {
    const file = path.join(folderWith({ 'bert.onnx': 'text' }), 'bert.onnx');
    expect(findings({}, {}, ON_A10G, file)).toContainEqual(expect.stringMatching(/^error onnx.unreadable files: /));
  });

  test('engine.int64: an INT64 input is rejected with TensorRT 8, which converts 64-bit to 32-bit integers', () => {
    const file = onnxFile({ ...GRAPH, inputs: [onnxTensor('token_ids', INT64, [-1, -1])] });
    const trt8 = { tritonRelease: '24.01' };
    expect(findings({}, {}, trt8, file)).toEqual([
      "error engine.int64 inputs[0].dataType (input[0].data_type): got TYPE_INT64 for 'token_ids', as in the graph of bert.onnx; TensorRT " +
        '8.6.1.6 of Triton 24.01 converts it to TYPE_INT32: declare inputs and outputs with TYPE_INT32, or use Triton 24.05 or newer',
    ]);
    const onGpu = { ...trt8, instanceType: InstanceType.G5_XLARGE };
    expect(findings({}, {}, onGpu, file)).toEqual([expect.stringMatching(/^error engine.int64/)]);
    const outputs = [Tensor.fp32('logits', [2])];
    expect(findings({}, { inputs: [Tensor.of('token_ids', DataType.INT32, [-1])], outputs }, trt8, file)).toEqual([]);
    expect(findings({}, {}, ON_A10G, file)).toEqual([]);
  });
});

test('engine.s3-tensors: an ONNX file in S3 requires inputs and outputs', () => {
  const files = ModelFiles.fromEngineBuildS3({} as never, 'models/bert.onnx', 'v1', {
    profiles: [{ token_ids: TOKENS }],
  });
  expect(validate({ files })).toEqual([
    'error engine.s3-tensors inputs: got none; models/bert.onnx is in S3 and cannot be read at synth: set inputs and outputs as in the ONNX file',
  ]);
  const inputs = [Tensor.int32('token_ids', [-1])];
  expect(validate({ files, inputs, outputs: [Tensor.fp32('logits', [2])] })).toEqual([]);
});

describe('an existing engine', () => {
  const SIDECAR = {
    gpu: 'NVIDIA A10G',
    computeCapability: '8.6',
    tensorRtVersion: '10.9.0.34',
    inputs: [{ name: 'token_ids', dataType: 'INT32', shape: [-1, -1] }],
    outputs: [{ name: 'logits', dataType: 'FP32', shape: [-1, 2] }],
    profiles: [{ token_ids: TOKENS }],
  };
  function engineFindings(model: TritonModelOverrides): string[] {
    const folder = folderWith({ '1/model.plan': 'engine', '1/model.plan.json': JSON.stringify(SIDECAR) });
    const inputs = [Tensor.int32('token_ids', [-1])];
    return validate({
      files: ModelFiles.fromDirectory(folder),
      inputs,
      outputs: [Tensor.fp32('logits', [2])],
      ...model,
    });
  }

  test('is compared with its sidecar file', () => {
    expect(engineFindings({})).toEqual([]);
    expect(engineFindings({ maxBatchSize: 32, inputs: [Tensor.int64('ids', [-1])] })).toEqual([
      "error io.unexpected-input inputs[0].name (input[0].name): got 'ids'; allowed: 'token_ids', as in 1/model.plan.json",
      'error engine.batch maxBatchSize (max_batch_size): got 32; allowed: at most 16, the largest batch of the profiles in 1/model.plan.json',
    ]);
  });
});
