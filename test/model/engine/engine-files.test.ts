import * as path from 'path';
import { Backend, EnginePrecision, Ensemble, ModelFiles, Tensor, TritonModel } from '../../../lib/model';
import { ModelConfig } from '../../../lib/model-config';
import type { BuildTarget } from '../../../lib/model/folder/built-file';
import { buildOf, type EngineBuild } from '../../../lib/model/engine/engine-build';
import { describeEngine } from '../../../lib/model/engine/engine-description';
import { EngineOptions } from '../../../lib/model/engine/engine-options';
import { fixture, folderWith } from '../folders';
import { initializer, onnxBytes, onnxTensor } from '../onnx-bytes';

const FP32 = 1;
const INT64 = 7;
const A10G: BuildTarget = {
  gpuModel: 'NVIDIA A10G',
  computeCapability: '8.6',
  tensorRtVersion: '10.9.0.34',
  image: '25.04',
};
const L4: BuildTarget = { ...A10G, gpuModel: 'NVIDIA L4', computeCapability: '8.9' };
const TOKENS = { token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } };

/** The folder of a text model with external weights. Its batch and length are variable. */
const BERT_FOLDER = folderWith({
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
  const files = ModelFiles.fromEngineBuild(path.join(BERT_FOLDER, 'bert.onnx'), {
    profiles: [TOKENS],
    ...options,
  });
  return new TritonModel({ name: 'bert', backend: Backend.TENSORRT, files, maxBatchSize: 16 });
}

function buildFor(model: TritonModel, target: BuildTarget): EngineBuild {
  const build = buildOf({ files: model._forTargets([target])._entries() });
  if (!build) throw new Error('this model has no engine to build');
  return build;
}

function trtexecArguments(options: EngineOptions, tensorRtVersion?: string): string[] {
  const [file] = bert(options)
    ._forTargets([{ ...A10G, tensorRtVersion }])
    ._entries();
  return buildOf({ files: [file] })?.arguments ?? [];
}

describe('an engine that is built from ONNX', () => {
  it('has the inputs and outputs of the graph, without the batch dimension', () => {
    expect(bert().inputs).toEqual([Tensor.int64('token_ids', [-1])]);
    expect(bert().outputs).toEqual([Tensor.fp32('logits', [2])]);
  });

  it('is built only from the ONNX file, its external data and the plugins', () => {
    const [engine] = bert({ plugins: [path.join(BERT_FOLDER, 'norm.so')] })._entries();
    expect(engine.path).toBe('1/model.plan');
    expect(engine.source).toBeUndefined();
    expect(engine.build?.sources.map((source) => source.path)).toEqual(['bert.onnx', 'bert.data', 'plugins/norm.so']);
  });

  it('does not use external data outside the folder of the ONNX file', () => {
    const outside = onnxBytes({ initializers: [initializer('w', { location: '../secret' })] });
    const folder = folderWith({ 'models/m.onnx': outside, secret: 'secret' });
    const files = ModelFiles.fromEngineBuild(path.join(folder, 'models/m.onnx'));
    const [engine] = files._entries();
    expect(engine.build?.sources.map((source) => source.path)).toEqual(['m.onnx']);
  });

  it('can be built from a file in S3, which is not read', () => {
    const bucket = {} as never;
    const [engine] = ModelFiles.fromEngineBuildS3(bucket, 'models/bert.onnx', 'v1')._entries();
    expect(engine.build?.sources).toEqual([
      { path: 'bert.onnx', object: { bucket, key: 'models/bert.onnx', version: 'v1' } },
    ]);
  });
});

describe('options of trtexec', () => {
  it.each([
    [EnginePrecision.INT8, '--int8'],
    [EnginePrecision.FP8, '--fp8'],
  ])('allow half precision in addition to %s, for layers that are not quantized', (precision, option) => {
    expect(trtexecArguments({ precision }, '10.9.0').slice(0, 2)).toEqual([option, '--fp16']);
  });

  it('contain the index of each profile if there are several', () => {
    const profiles = [TOKENS, TOKENS];
    const profileOptions = trtexecArguments({ profiles }, '10.9.0').filter((option) => option.startsWith('--profile'));
    expect(profileOptions).toEqual(['--profile=0', '--profile=1']);
  });

  it('contain --stronglyTyped by default if the TensorRT version supports the option', () => {
    expect(trtexecArguments({}, '10.9.0')[0]).toBe('--stronglyTyped');
    expect(trtexecArguments({}, '8.6.1')[0]).toBe('--minShapes=token_ids:1x16');
  });

  it('contain quotes around a name with a colon', () => {
    const profiles = [{ 'ids:0': TOKENS.token_ids }];
    expect(trtexecArguments({ profiles }, '8.6.1')[0]).toBe("--minShapes='ids:0':1x16");
  });
});

describe('an engine for each GPU', () => {
  it('has the default file name if there is one GPU', () => {
    const model = bert()._forTargets([A10G]);
    expect(model._entries().map((file) => [file.path, file.build?.target])).toEqual([['1/model.plan', A10G]]);
    expect(model.config.toJson().cc_model_filenames).toBeUndefined();
  });

  it('is selected by compute capability if there are several GPUs, regardless of their order', () => {
    const model = bert()._forTargets([L4, A10G]);
    expect(model._entries().map((file) => file.path)).toEqual(['1/model_8_6.plan', '1/model_8_9.plan']);
    expect(model.config.toJson().cc_model_filenames).toEqual({ '8.6': 'model_8_6.plan', '8.9': 'model_8_9.plan' });
    expect(model.config.toText()).toBe(bert()._forTargets([A10G, L4]).config.toText());
  });

  it('is also built for the members of an ensemble', () => {
    const step = { model: bert(), inputMap: { token_ids: 'IN' }, outputMap: { logits: 'OUT' } };
    const ensemble = new TritonModel({
      name: 'pipeline',
      backend: Backend.ENSEMBLE,
      ensemble: Ensemble.of([step]),
    });
    const [member] = ensemble._forTargets([A10G]).members;
    expect(member._entries()[0].build?.target).toEqual(A10G);
  });

  it('is built only for models whose files are an engine build', () => {
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
  function keyOf(model: TritonModel, target = A10G, sources = digests): string {
    return buildFor(model, target).keyOf(sources);
  }

  it('depends on files, options, GPU, TensorRT version and image', () => {
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

  it('does not depend on tolerance and config.pbtxt', () => {
    expect(keyOf(bert({ tolerance: 0.5 }))).toBe(keyOf(bert()));
    expect(keyOf(bert().withOverrides({ config: ModelConfig.fromJson({ metric_tags: { team: 'search' } }) }))).toBe(
      keyOf(bert()),
    );
  });
});

it('describeEngine returns the description that the build program in the image reads', () => {
  const model = bert({ plugins: [path.join(BERT_FOLDER, 'norm.so')], precision: EnginePrecision.FP16 });
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

it('the description of a build does not depend on the order of the shapes in a profile', () => {
  const { min, opt, max } = TOKENS.token_ids;
  const reordered = bert({ profiles: [{ token_ids: { max, min, opt } }] });
  const descriptions = [bert(), reordered].map((model) => JSON.stringify(describeEngine(buildFor(model, A10G), 'key')));
  expect(descriptions[1]).toBe(descriptions[0]);
});

it('the description of a build does not contain a TensorRT version that is not confirmed', () => {
  const reported = { ...A10G, tensorRtVersion: '10.16', image: '26.05' };
  expect(describeEngine(buildFor(bert(), reported), 'key').tensorRt).toBeUndefined();
});
