import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { InstanceType, ModelConfig, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { Backend, ModelFiles, Tensor, TritonModel, VersionPolicy } from '../../lib/model';
import { contentOf, fixture, folderWith } from './folders';

const EXAMPLE = JSON.stringify({ request: { inputs: [] } });
const TEXT_ONNX = { 'text.onnx': contentOf('text.onnx') };

describe('a model file', () => {
  test('has the name, the backend, the tensors and the batch size of the file', () => {
    const model = TritonModel.fromFile(fixture('text.onnx'));
    expect(model).toMatchObject({ name: 'text', backend: Backend.ONNXRUNTIME, maxBatchSize: 4 });
    expect(model.inputs.map(({ name, dims }) => [name, dims])).toEqual([
      ['token_ids', [8]],
      ['attn_mask', [8]],
    ]);
    expect(model._entries().map((entry) => entry.path)).toEqual(['1/model.onnx']);
    expect(model.validate()).toEqual([]);
  });

  test('with a fixed first dimension has no batch dimension', () => {
    expect(TritonModel.fromFile(fixture('text-fixed-batch.onnx')).maxBatchSize).toBe(0);
  });

  test('keeps what the app sets', () => {
    const model = TritonModel.fromFile(fixture('text.onnx'), { name: 'bert', maxBatchSize: 16 });
    expect(model).toMatchObject({ name: 'bert', maxBatchSize: 16 });
    expect(model.inputs.map(({ dims }) => dims)).toEqual([[8], [8]]);
    expect(model._reading).not.toContain('maxBatchSize');
  });

  test('has no inferred batch size if the app sets the tensors, which may contain the batch dimension', () => {
    const overrides = {
      inputs: [Tensor.int32('token_ids', [-1, 8]), Tensor.int32('attn_mask', [-1, 8])],
      outputs: TritonModel.fromFile(fixture('text.onnx'), { maxBatchSize: 0 }).outputs,
    };
    const model = TritonModel.fromFile(fixture('text.onnx'), overrides);
    expect(model.maxBatchSize).toBe(0);
    expect(model.validate()).toEqual([]);
  });

  test('in a version folder is read with its folder', () => {
    const folder = folderWith({
      'bert/1/net.onnx': contentOf('text.onnx'),
      'bert/labels.txt': 'no',
    });
    const model = TritonModel.fromFile(path.join(folder, 'bert/1/net.onnx'));
    expect(model.name).toBe('bert');
    expect(model._entries().map((entry) => entry.path)).toEqual(['1/net.onnx', 'labels.txt']);
    expect(model.config._document.default_model_filename).toBe('net.onnx');
    expect(model.validate()).toEqual([]);
  });

  test('in an old version folder is an error, since Triton loads the newest version', () => {
    const folder = folderWith({
      'bert/1/model.onnx': contentOf('text.onnx'),
      'bert/2/model.onnx': contentOf('text.onnx'),
    });
    const old = path.join(folder, 'bert/1/model.onnx');
    expect(() => TritonModel.fromFile(old)).toThrow(/but Triton loads version 2, the newest one; set versionPolicy/);
    expect(TritonModel.fromFile(path.join(folder, 'bert/2/model.onnx')).name).toBe('bert');
    expect(TritonModel.fromFile(old, { versionPolicy: VersionPolicy.specific([1]) }).name).toBe('bert');
  });

  test('with an invalid property is read, and the validation reports the property', () => {
    const findings = TritonModel.fromFile(fixture('text.onnx'), { maxBatchSize: 1.5 }).validate();
    expect(findings.map(({ ruleId, field }) => [ruleId, field])).toEqual([
      ['config.value', 'maxBatchSize (max_batch_size)'],
    ]);
  });

  test('of PyTorch requires its tensors', () => {
    const findings = TritonModel.fromFile(fixture('text.pt')).validate({ instanceType: InstanceType.G5_XLARGE });
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining(['pt.inputs', 'pt.outputs']));
  });

  test('of TensorRT has the tensors and the largest batch of the file next to it', () => {
    const sidecar = {
      inputs: [{ name: 'x', dataType: 'FP32', shape: [-1, 3] }],
      outputs: [{ name: 'y', dataType: 'FP32', shape: [-1, 2] }],
      profiles: [{ x: { min: [1, 3], opt: [1, 3], max: [2, 3] } }],
    };
    const folder = folderWith({ 'resnet.plan': 'engine', 'resnet.plan.json': JSON.stringify(sidecar) });
    const model = TritonModel.fromFile(path.join(folder, 'resnet.plan'));
    expect(model).toMatchObject({ name: 'resnet', backend: Backend.TENSORRT, maxBatchSize: 2 });
    expect(model.inputs.map(({ dims }) => dims)).toEqual([[3]]);
  });

  test.each([
    ['xgboost.json', 'xgboost_json'],
    ['model.txt', 'lightgbm'],
    ['checkpoint.tl', 'treelite_checkpoint'],
  ])('%s is a tree model', (file, modelType) => {
    const parameters = { threads_per_tree: '2' };
    const model = TritonModel.fromFile(path.join(folderWith({ [file]: '{}' }), file), { name: 'trees', parameters });
    expect(model.backend).toBe(Backend.FIL);
    expect(model.config.toJson().parameters).toEqual({
      model_type: { string_value: modelType },
      threads_per_tree: { string_value: '2' },
    });
  });

  test('that does not exist, or whose name does not determine the backend, is an error', () => {
    const folder = folderWith({ 'weights.bin': '', 'net.xml': '', 'net.bin': '' });
    const read = (file: string) => () => TritonModel.fromFile(path.join(folder, file));
    expect(read('absent.onnx')).toThrow(/absent\.onnx; allowed: an existing model file/);
    expect(read('weights.bin')).toThrow(/weights\.bin, whose name does not determine the backend/);
    expect(read('net.xml')).toThrow(/an OpenVINO model also needs net\.bin: put only these two files in a folder/);
    expect(TritonModel.fromFile(path.join(folder, 'weights.bin'), { backend: Backend.of('mine') }).name).toBe(
      'weights',
    );
  });
});

describe('a folder without a config.pbtxt', () => {
  test.each([
    ['1/net.onnx', '1/net.onnx'],
    ['net.onnx', '1/net.onnx'],
    ['model.onnx', '1/model.onnx'],
  ])('with %s is read from this file', (file, deployedFile) => {
    const model = TritonModel.fromDirectory(folderWith({ [file]: contentOf('text.onnx'), 'labels.txt': '' }));
    expect(model).toMatchObject({ backend: Backend.ONNXRUNTIME, maxBatchSize: 4 });
    expect(model._entries().map((entry) => entry.path)).toContain(deployedFile);
    expect(model.validate()).toEqual([]);
  });

  test('with an OpenVINO model keeps the names of its two files', () => {
    const model = TritonModel.fromDirectory(folderWith({ 'net.xml': '', 'net.bin': '' }));
    expect(model.backend).toBe(Backend.OPENVINO);
    expect(model._entries().map((entry) => entry.path)).toEqual(['1/net.bin', '1/net.xml']);
    expect(model.config._document.default_model_filename).toBe('net.xml');
  });

  test('with two model files does not determine the backend', () => {
    const model = TritonModel.fromDirectory(folderWith({ '1/a.onnx': '', '1/b.onnx': '' }));
    expect(model.validate().map(({ ruleId }) => ruleId)).toContain('backend.required');
  });
});

describe('a folder with a config.pbtxt', () => {
  const files = { '1/model.onnx': contentOf('text.onnx'), 'config.pbtxt': 'name: "text" backend: "onnxruntime"' };

  test('is read from it, and nothing that Triton reads from it is inferred', () => {
    const model = TritonModel.fromDirectory(folderWith(files));
    expect(model.maxBatchSize).toBe(0);
    expect(model._reading).toBeUndefined();
    expect(TritonModel.fromDirectory(folderWith(files), { maxBatchSize: 8 }).maxBatchSize).toBe(8);
  });

  test('is not read by `ModelFiles`, with a warning if its values differ', () => {
    const folder = folderWith({ ...files, 'config.pbtxt': 'backend: "onnxruntime" max_batch_size: 8' });
    const findings = (model: TritonModel): string[] =>
      model.validate().flatMap(({ ruleId, message }) => (ruleId === 'files.config-unused' ? [message] : []));
    const withoutConfig = new TritonModel({ name: 'text', files: ModelFiles.fromDirectory(folder) });
    expect(findings(withoutConfig)).toEqual([expect.stringContaining('which sets max_batch_size differently')]);
    expect(findings(TritonModel.fromDirectory(folder, { maxBatchSize: 16 }))).toEqual([]);
    const config = ModelConfig.fromDirectory(folder);
    expect(findings(new TritonModel({ name: 'text', files: ModelFiles.fromDirectory(folder), config }))).toEqual([]);
  });
});

describe('examples next to a model', () => {
  const folder = (): string =>
    folderWith({
      ...TEXT_ONNX,
      'text.example.json': EXAMPLE,
      'text.long.example.json': EXAMPLE,
      'other.example.json': EXAMPLE,
      'text/1/model.onnx': contentOf('text.onnx'),
    });

  test('are found by the name of the file or folder', () => {
    expect(TritonModel.fromFile(path.join(folder(), 'text.onnx')).examples).toHaveLength(2);
    expect(TritonModel.fromDirectory(path.join(folder(), 'text')).examples).toHaveLength(2);
  });

  test('are not read if the app sets the examples', () => {
    expect(TritonModel.fromFile(path.join(folder(), 'text.onnx'), { examples: [] }).examples).toEqual([]);
  });

  test('that are invalid are an error', () => {
    const file = path.join(folderWith({ ...TEXT_ONNX, 'text.example.json': '{}' }), 'text.onnx');
    expect(() => TritonModel.fromFile(file)).toThrow(/text\.example\.json: request is missing/);
  });
});

describe('the backend of a model', () => {
  test.each([
    ['a file', () => ModelFiles.fromFile(fixture('text.onnx')), Backend.ONNXRUNTIME],
    ['a folder', () => ModelFiles.fromDirectory(folderWith({ '1/model.py': '' })), Backend.PYTHON],
    ['an engine build', () => ModelFiles.fromEngineBuild(fixture('text.onnx')), Backend.TENSORRT],
  ])('is optional if %s determines it', (_, files, backend) => {
    expect(new TritonModel({ name: 'm', files: files() })).toMatchObject({ backend, maxBatchSize: 0 });
  });

  test('is required if the files do not determine it', () => {
    expect(() => new TritonModel({ name: 'm' })).toThrow(
      /backend of model 'm': got none, and its files do not determine it/,
    );
  });
});

test('synthesis prints what was read from each model', () => {
  const stack = new Stack(new App(), 'Serving');
  const model = TritonModel.fromFile(fixture('text.onnx'));
  new TritonRealtimeEndpoint(stack, 'Text', { model });
  const animals = new TritonMultiModelEndpoint(stack, 'Many', { models: [model] });
  animals.addModel(model.withOverrides({ name: 'added', maxBatchSize: 8 }));
  const annotations = Annotations.fromStack(stack);
  const read = (text: string): ReturnType<typeof Match.stringLikeRegexp> => Match.stringLikeRegexp(text);
  const all =
    /model 'text': read from .*text\.onnx: backend onnxruntime; maxBatchSize 4 .*; inputs token_ids, attn_mask/;
  annotations.hasInfo('/Serving/Text', read(all.source));
  annotations.hasInfo('/Serving/Many', read(all.source));
  annotations.hasInfo('/Serving/Many', read("model 'added': read from .*: backend onnxruntime; inputs"));
});
