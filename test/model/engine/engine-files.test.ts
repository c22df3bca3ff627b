import * as path from 'path';
import {
  Backend,
  DataType,
  EnginePrecision,
  EngineProfile,
  Ensemble,
  ModelFiles,
  Tensor,
  TritonModel,
} from '../../../lib/model';
import type { EngineBuild, EngineTarget } from '../../../lib/model/engine/engine-build';
import { describeEngine } from '../../../lib/model/engine/engine-description';
import { engineKey } from '../../../lib/model/engine/engine-key';
import { EngineOptions } from '../../../lib/model/engine/engine-options';
import { fixture, folderWith } from '../folders';
import { initializer, onnxBytes, onnxTensor } from '../onnx-bytes';

const FP32 = 1;
const INT64 = 7;
const A10G: EngineTarget = {
  gpuModel: 'NVIDIA A10G',
  computeCapability: '8.6',
  tensorRtVersion: '10.9.0.34',
  image: '25.04',
};
const L4: EngineTarget = { ...A10G, gpuModel: 'NVIDIA L4', computeCapability: '8.9' };
const TOKENS = { token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } };

/** A text model with open batch and length, whose weights are in a file of their own. */
const BERT = folderWith({
  'bert.onnx': onnxBytes({
    inputs: [onnxTensor('token_ids', INT64, [-1, -1])],
    outputs: [onnxTensor('logits', FP32, [-1, 2])],
    initializers: [initializer('weights', { location: 'bert.data' })],
  }),
  'bert.data': 'weights',
  'notes.txt': 'not part of it',
  'norm.so': 'a library',
});

function bert(options: EngineOptions = {}): TritonModel {
  const files = ModelFiles.engineFrom(path.join(BERT, 'bert.onnx'), {
    profiles: [EngineProfile.of(TOKENS)],
    ...options,
  });
  return new TritonModel({ name: 'bert', backend: Backend.TENSORRT, files, maxBatchSize: 16 });
}

function buildFor(model: TritonModel, target: EngineTarget): EngineBuild {
  const [{ build }] = model._forTargets([target])._entries();
  if (!build) throw new Error('this model has no engine to build');
  return build;
}

function argumentsOf(options: EngineOptions, tensorRtVersion?: string): string[] {
  const [file] = bert(options)
    ._forTargets([{ ...A10G, tensorRtVersion }])
    ._entries();
  return file.build?.arguments ?? [];
}

describe('a model from ONNX', () => {
  it('has the inputs and outputs of the graph, without the batch dimension', () => {
    expect(bert().inputs).toEqual([Tensor.int64('token_ids', [-1])]);
    expect(bert().outputs).toEqual([Tensor.fp32('logits', [2])]);
  });

  it('is built from the ONNX file, its external data and the plugins, and nothing else of the folder', () => {
    const [engine] = bert({ plugins: [path.join(BERT, 'norm.so')] })._entries();
    expect(engine.path).toBe('1/model.plan');
    expect(engine.source).toBeUndefined();
    expect(engine.build?.sources.map((source) => source.path)).toEqual(['bert.onnx', 'bert.data', 'plugins/norm.so']);
  });

  it('does not take external data from outside of the folder', () => {
    const outside = onnxBytes({ initializers: [initializer('w', { location: '../secret' })] });
    const folder = folderWith({ 'models/m.onnx': outside, secret: 'secret' });
    const files = ModelFiles.engineFrom(path.join(folder, 'models/m.onnx'));
    const [engine] = files._entries();
    expect(engine.build?.sources.map((source) => source.path)).toEqual(['m.onnx']);
  });

  it('can be in S3, where nothing is read', () => {
    const bucket = {} as never;
    const [engine] = ModelFiles.engineFromS3(bucket, 'models/bert.onnx', 'v1')._entries();
    expect(engine.build?.sources).toEqual([
      { path: 'bert.onnx', object: { bucket, key: 'models/bert.onnx', version: 'v1' } },
    ]);
  });

  it('gets a profile from 1 to maxBatchSize where only the batch is open', () => {
    const file = path.join(
      folderWith({ 'image.onnx': onnxBytes({ inputs: [onnxTensor('image', FP32, [-1, 3, 8, 8])] }) }),
      'image.onnx',
    );
    const model = new TritonModel({
      name: 'image',
      backend: Backend.TENSORRT,
      files: ModelFiles.engineFrom(file),
      maxBatchSize: 4,
    });
    expect(model._entries()[0].build?.profiles).toEqual([
      { image: { min: [1, 3, 8, 8], opt: [4, 3, 8, 8], max: [4, 3, 8, 8] } },
    ]);
  });
});

describe('options of trtexec', () => {
  it('name the shapes of each profile', () => {
    expect(argumentsOf({ precision: EnginePrecision.FP16 }, '10.9.0')).toEqual([
      '--fp16',
      '--minShapes=token_ids:1x16',
      '--optShapes=token_ids:8x128',
      '--maxShapes=token_ids:16x512',
    ]);
  });

  it.each([
    [EnginePrecision.INT8, '--int8'],
    [EnginePrecision.FP8, '--fp8'],
  ])('allow half precision next to %s, for the layers that are not quantized', (precision, option) => {
    expect(argumentsOf({ precision }, '10.9.0').slice(0, 2)).toEqual([option, '--fp16']);
  });

  it('name the layers that compute in a type of their own', () => {
    const layerPrecisions = { 'norm:1': DataType.FP32, '*LayerNorm': DataType.FP32 };
    expect(argumentsOf({ precision: EnginePrecision.FP16, layerPrecisions }, '10.9.0').slice(0, 3)).toEqual([
      '--fp16',
      '--precisionConstraints=obey',
      "--layerPrecisions=*LayerNorm:fp32,'norm:1':fp32",
    ]);
  });

  it('number the profiles where there are several', () => {
    const profiles = [EngineProfile.of(TOKENS), EngineProfile.of(TOKENS)];
    const numbered = argumentsOf({ profiles }, '10.9.0').filter((each) => each.startsWith('--profile'));
    expect(numbered).toEqual(['--profile=0', '--profile=1']);
  });

  it('keep the types of the ONNX file unless a precision is chosen, which TensorRT 8 cannot', () => {
    expect(argumentsOf({}, '10.9.0')[0]).toBe('--stronglyTyped');
    expect(argumentsOf({}, '8.6.1')[0]).toBe('--minShapes=token_ids:1x16');
  });

  it('quote a name with a colon', () => {
    const profiles = [EngineProfile.of({ 'ids:0': TOKENS.token_ids })];
    expect(argumentsOf({ profiles }, '8.6.1')[0]).toBe("--minShapes='ids:0':1x16");
  });
});

describe('an engine for each GPU', () => {
  it('has the usual name where there is one GPU', () => {
    const model = bert()._forTargets([A10G]);
    expect(model._entries().map((file) => [file.path, file.build?.target])).toEqual([['1/model.plan', A10G]]);
    expect(model.config._json.cc_model_filenames).toBeUndefined();
  });

  it('is chosen by compute capability where there are several, in whichever order they are given', () => {
    const model = bert()._forTargets([L4, A10G]);
    expect(model._entries().map((file) => file.path)).toEqual(['1/model_8_6.plan', '1/model_8_9.plan']);
    expect(model.config._json.cc_model_filenames).toEqual({ '8.6': 'model_8_6.plan', '8.9': 'model_8_9.plan' });
    expect(model.config.toText()).toBe(bert()._forTargets([A10G, L4]).config.toText());
  });

  it('is built for the members of an ensemble, too', () => {
    const step = { model: bert(), inputMap: { token_ids: 'IN' }, outputMap: { logits: 'OUT' } };
    const ensemble = new TritonModel({
      name: 'pipeline',
      backend: Backend.ENSEMBLE,
      ensemble: Ensemble.of([step]),
    });
    const [member] = ensemble._forTargets([A10G]).members;
    expect(member._entries()[0].build?.target).toEqual(A10G);
  });

  it('leaves other models as they are', () => {
    const model = new TritonModel({
      name: 'text',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromFile(fixture('text.onnx')),
    });
    expect(model._forTargets([A10G])).toBe(model);
  });
});

describe('the key of an engine', () => {
  const digests = new Map([['bert.onnx', 'aa']]);
  function keyOf(model: TritonModel, target = A10G, known = digests): string {
    return engineKey(buildFor(model, target), known);
  }

  it('follows files, options, GPU, TensorRT and image', () => {
    const keys = [
      keyOf(bert()),
      keyOf(bert(), A10G, new Map([['bert.onnx', 'bb']])),
      keyOf(bert({ precision: EnginePrecision.FP16 })),
      keyOf(bert(), L4),
      keyOf(bert(), { ...A10G, tensorRtVersion: '10.13' }),
      keyOf(bert(), { ...A10G, image: 'own' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('does not follow what only checks the engine, or what config.pbtxt says', () => {
    expect(keyOf(bert({ tolerance: 0.5 }))).toBe(keyOf(bert()));
    expect(keyOf(bert().withOverrides({ metricTags: { team: 'search' } }))).toBe(keyOf(bert()));
  });
});

it('describes the build for the program in the image', () => {
  const model = bert({ plugins: [path.join(BERT, 'norm.so')], precision: EnginePrecision.FP16 });
  expect(describeEngine(buildFor(model, A10G), 'key')).toEqual({
    format: 1,
    key: 'key',
    onnx: 'onnx/bert.onnx',
    plugins: ['plugins/norm.so'],
    arguments: ['--fp16', '--minShapes=token_ids:1x16', '--optShapes=token_ids:8x128', '--maxShapes=token_ids:16x512'],
    tensorRt: '10.9.0.34',
    image: '25.04',
    gpu: 'NVIDIA A10G',
    computeCapability: '8.6',
    profiles: [TOKENS],
    inputs: [{ name: 'token_ids', dataType: 'INT64', shape: [-1, -1] }],
    outputs: [{ name: 'logits', dataType: 'FP32', shape: [-1, 2] }],
    tolerance: 0.01,
    examples: [],
  });
});

it('describes the same build whatever order the shapes of a profile are given in, as Python does', () => {
  const { min, opt, max } = TOKENS.token_ids;
  const reordered = bert({ profiles: [EngineProfile.of({ token_ids: { max, min, opt } })] });
  const described = [bert(), reordered].map((model) => JSON.stringify(describeEngine(buildFor(model, A10G), 'key')));
  expect(described[1]).toBe(described[0]);
});

it('does not hold the build to a version that is only reported', () => {
  const reported = { ...A10G, tensorRtVersion: '10.16', image: '26.05' };
  expect(describeEngine(buildFor(bert(), reported), 'key').tensorRt).toBeUndefined();
});
