import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, ModelConfig, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { Backend, Batching, ModelFiles, Tensor, TritonModel, VersionPolicy } from '../../lib/model';
import { contentOf, fixture, folderWith } from './folders';

const EXAMPLE = JSON.stringify({ request: { inputs: [] } });
const TEXT_ONNX = { 'text.onnx': contentOf('text.onnx') };

const messagesOf = (model: TritonModel): string[] => model.validate().map(({ message }) => message);

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

  test('keeps what the app sets', () => {
    const model = TritonModel.fromFile(fixture('text.onnx'), { name: 'bert', maxBatchSize: 16 });
    expect(model).toMatchObject({ name: 'bert', maxBatchSize: 16 });
    expect(model.inputs.map(({ dims }) => dims)).toEqual([[8], [8]]);
    expect(model._readingText).not.toContain('maxBatchSize');
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
    expect(() => TritonModel.fromFile(old)).toThrow(/but requests use version 2, the newest one that Triton loads/);
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

  test('that does not exist, or whose name does not contain the backend, is an error', () => {
    const folder = folderWith({ 'weights.bin': '', 'net.xml': '', 'net.bin': '' });
    const read = (file: string) => () => TritonModel.fromFile(path.join(folder, file));
    expect(read('absent.onnx')).toThrow(/absent\.onnx; allowed: an existing model file/);
    expect(read('weights.bin')).toThrow(/weights\.bin, whose name does not contain the backend/);
    expect(read('net.xml')).toThrow(
      /an OpenVINO model, which also needs net\.bin; put only these two files in a folder/,
    );
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

  test.each([
    ['a.onnx', 'b.onnx'],
    ['1/a.onnx', '1/b.onnx'],
    ['1/a.onnx', '1/b.pt'],
  ])('with the model files %s and %s requires the name of one, which is enough', (...names) => {
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, contentOf('text.onnx')])));
    expect(messagesOf(TritonModel.fromDirectory(folder))).toEqual([
      expect.stringMatching(/set default_model_filename \(defaultModelFilename\) to one of a\.onnx, b\.(onnx|pt)/),
    ]);
    const model = TritonModel.fromDirectory(folder, { defaultModelFilename: 'a.onnx' });
    expect(model).toMatchObject({ backend: Backend.ONNXRUNTIME, maxBatchSize: 4 });
    expect(model.validate()).toEqual([]);
  });

  test('has the same model file if the app sets the backend that is inferred', () => {
    const folder = folderWith({ '1/net.onnx': contentOf('text.onnx') });
    const model = TritonModel.fromDirectory(folder, { backend: Backend.ONNXRUNTIME });
    expect(model.config.toText()).toBe(TritonModel.fromDirectory(folder).config.toText());
    expect(new TritonModel({ name: 'm', files: ModelFiles.fromDirectory(folder) }).validate()).toEqual([]);
  });

  test('is read from the newest version that is loaded, whatever other folders contain', () => {
    const folder = folderWith({
      '.cache/download.lock': '',
      '1/model.pt': '',
      '2/net.onnx': contentOf('text.onnx'),
    });
    expect(TritonModel.fromDirectory(folder)).toMatchObject({ backend: Backend.ONNXRUNTIME, maxBatchSize: 4 });
    const first = TritonModel.fromDirectory(folder, { versionPolicy: VersionPolicy.specific([1]) });
    expect(first.backend).toBe(Backend.PYTORCH);
  });

  test('has the largest batch that all loaded versions accept', () => {
    const folder = folderWith({
      '1/model.onnx': contentOf('text-fixed-batch.onnx'),
      '2/model.onnx': contentOf('text.onnx'),
    });
    const model = TritonModel.fromDirectory(folder);
    expect(model.maxBatchSize).toBe(4);
    expect(model.withOverrides({ versionPolicy: VersionPolicy.all() }).maxBatchSize).toBe(0);
    expect(model.withOverrides({ versionPolicy: VersionPolicy.specific([1]) }).maxBatchSize).toBe(0);
  });

  test('that contains the folders of several models is an error, with their names', () => {
    const flat = folderWith({ 'bert/model.onnx': '', 't5/model.onnx': '' });
    expect(() => TritonModel.fromDirectory(flat)).toThrow(
      /not the folder of one model, but contains bert, t5; use one/,
    );
    expect(TritonModel.fromRepository(flat, 't5').name).toBe('t5');
    expect(() => TritonModel.fromRepository(flat)).toThrow(/has 2 models .*pass the name of one of bert, t5/);
    expect(() => TritonModel.fromRepository(folderWith({ 'notes.md': '' }))).toThrow(/has no models; a model is/);
  });

  test('whose model file is only listed in a lock file requires inputs, outputs and maxBatchSize', () => {
    const locked = { path: '1/model.onnx', bytes: 1, sha256: '0'.repeat(64) };
    const folder = folderWith({ 'triton-model.lock': JSON.stringify({ files: [locked] }) });
    const tensors = { inputs: [Tensor.fp32('x', [3])], outputs: [Tensor.fp32('y', [2])] };
    const found = (overrides: object): string[] =>
      TritonModel.fromDirectory(folder, overrides)
        .validate()
        .map(({ ruleId, field, message }) => `${ruleId} ${field}: ${message}`);
    expect(found({})).toContainEqual(expect.stringMatching(/^lock\.tensors .*set inputs, outputs and maxBatchSize/));
    expect(found(tensors)).toContainEqual(expect.stringMatching(/^lock\.tensors maxBatchSize .*got none/));
    expect(found({ ...tensors, maxBatchSize: 4 })).toEqual([]);
  });
});

describe('a folder with a config.pbtxt', () => {
  const files = { '1/model.onnx': contentOf('text.onnx'), 'config.pbtxt': 'name: "text" backend: "onnxruntime"' };

  test('is read from it, and nothing that Triton reads from it is inferred', () => {
    const model = TritonModel.fromDirectory(folderWith(files));
    expect(model.maxBatchSize).toBe(0);
    expect(model._readingText).toMatch(
      /read from \S+: maxBatchSize 0 \(config\.pbtxt does not set max_batch_size, although the first dimension/,
    );
    expect(TritonModel.fromDirectory(folderWith(files), { maxBatchSize: 0 })._readingText).toBeUndefined();
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

describe('a file in a model folder', () => {
  const bert = (): string =>
    folderWith({
      'config.pbtxt': 'name: "bert" max_batch_size: 32 dynamic_batching {}',
      'model.onnx': contentOf('text.onnx'),
    });

  test.each(['model.onnx', 'config.pbtxt'])('%s is read with the config.pbtxt next to it', (file) => {
    const model = TritonModel.fromFile(path.join(bert(), file));
    expect(model).toMatchObject({ name: 'bert', maxBatchSize: 32, backend: Backend.ONNXRUNTIME });
    expect(model.config._document.dynamic_batching).toBeDefined();
  });

  test('is the file that Triton loads', () => {
    const folder = folderWith({
      'b/1/model.onnx': contentOf('text.onnx'),
      'b/1/model_int8.onnx': contentOf('text-fixed-batch.onnx'),
      'p/1/model.onnx': contentOf('text.onnx'),
      'p/1/model.py': '',
    });
    const int8 = TritonModel.fromFile(path.join(folder, 'b/1/model_int8.onnx'));
    expect(int8.config._document.default_model_filename).toBe('model_int8.onnx');
    expect(int8.maxBatchSize).toBe(0);
    expect(int8._readingText).toMatch(/read from \S+model_int8\.onnx \(with the 2 files of the folder \S+b\)/);
    expect(TritonModel.fromFile(path.join(folder, 'p/1/model.py')).backend).toBe(Backend.PYTHON);
    expect(() =>
      TritonModel.fromFile(path.join(folder, 'b/1/model.onnx'), { defaultModelFilename: 'model_int8.onnx' }),
    ).toThrow(/but default_model_filename \(defaultModelFilename\) is 'model_int8\.onnx'/);
  });

  test('of a version is read if the version policy of config.pbtxt loads this version', () => {
    const folder = folderWith({
      'c/config.pbtxt': 'version_policy { specific { versions: 1 } }',
      'c/1/model.onnx': contentOf('text.onnx'),
      'c/2/model.onnx': contentOf('text.onnx'),
    });
    expect(TritonModel.fromFile(path.join(folder, 'c/1/model.onnx')).name).toBe('c');
    expect(TritonModel.fromDirectory(path.join(folder, 'c/1')).name).toBe('c');
    for (const read of [TritonModel.fromFile, TritonModel.fromDirectory]) {
      const second = path.join(folder, read === TritonModel.fromFile ? 'c/2/model.onnx' : 'c/2');
      expect(() => read.call(TritonModel, second)).toThrow(/but requests use version 1/);
    }
  });

  test('that has the name of its folder is an ONNX file with external data', () => {
    const folder = folderWith({ 'x/1/model.onnx/model.onnx': contentOf('text.onnx') });
    const model = TritonModel.fromFile(path.join(folder, 'x/1/model.onnx/model.onnx'));
    expect([model.name, model.maxBatchSize, model.validate()]).toEqual(['x', 4, []]);
  });

  test('that cannot exist is an error with the name of the method', () => {
    const folder = folderWith({ 'net.onnx': '', 'm/config.pbtxt/x': '' });
    expect(() => TritonModel.fromFile(path.join(folder, 'net.onnx/x.onnx'))).toThrow(/^TritonModel\.fromFile: got/);
    expect(() => TritonModel.fromDirectory(path.join(folder, 'm'))).toThrow(/config\.pbtxt is a file, not a folder/);
  });

  test('1/config.pbtxt is a warning, because Triton does not read it', () => {
    const folder = folderWith({ '1/model.onnx': contentOf('text.onnx'), '1/config.pbtxt': 'max_batch_size: 8' });
    expect(messagesOf(TritonModel.fromDirectory(folder))).toEqual([expect.stringContaining('got 1/config.pbtxt')]);
  });
});

describe('files that the app sets', () => {
  test('are read instead of the files in the path', () => {
    const files = ModelFiles.fromFile(fixture('text-fixed-batch.onnx'));
    const model = TritonModel.fromFile(fixture('text.onnx'), { files });
    expect([model.maxBatchSize, model.validate()]).toEqual([0, []]);
    expect(model._readingText).toContain('text-fixed-batch.onnx');
  });

  test('complete a folder that contains only config.pbtxt', () => {
    const folder = folderWith({ 'config.pbtxt': 'max_batch_size: 8', '1/.gitkeep': '' });
    const model = TritonModel.fromDirectory(folder, { files: ModelFiles.fromFile(fixture('text.onnx')) });
    expect([model.backend, model.validate()]).toEqual([Backend.ONNXRUNTIME, []]);
  });
});

describe('the batch size of a model that was read', () => {
  test('is inferred if `config` sets neither the batch size nor tensors', () => {
    const config = ModelConfig.fromText('metric_tags { key: "team" value: "search" }');
    expect(TritonModel.fromFile(fixture('text.onnx'), { config }).maxBatchSize).toBe(4);
  });

  test('is inferred again by `withOverrides`, as if the overrides were the second argument', () => {
    const overrides = {
      inputs: [Tensor.int32('token_ids', [-1, 8]), Tensor.int32('attn_mask', [-1, 8])],
      outputs: TritonModel.fromFile(fixture('text.onnx'), { maxBatchSize: 0 }).outputs,
    };
    const model = TritonModel.fromFile(fixture('text.onnx')).withOverrides(overrides);
    expect([model.maxBatchSize, model.validate()]).toEqual([0, []]);
    expect(model._readingText).toMatch(/maxBatchSize 0 \(inputs or outputs are set, and can contain the batch/);
    expect(model._readingText).not.toContain("inputs 'token_ids'");
  });

  test.each([
    [fixture('text.pt'), 'the tensors of a pytorch model are not read: to batch, set inputs, outputs and maxBatchSize'],
    [fixture('text-fixed-batch.onnx'), "the shape of 'token_ids' is [1, 8]"],
  ])('is 0 for %s, and synthesis prints why', (file, reason) => {
    expect(TritonModel.fromFile(file)._readingText).toContain(`maxBatchSize 0 (${reason})`);
  });

  test('is explained by findings about batches', () => {
    const request = { inputs: [{ name: 'token_ids', datatype: 'INT32', shape: [9, 8], data: Array(72).fill(1) }] };
    const file = path.join(folderWith({ ...TEXT_ONNX, 'text.example.json': JSON.stringify({ request }) }), 'text.onnx');
    expect(messagesOf(TritonModel.fromFile(file))).toContainEqual(
      expect.stringMatching(/^in text\.example\.json: got \[9, 8\].*; maxBatchSize is 4, which was inferred/),
    );
    const withBatching = TritonModel.fromFile(fixture('text.pt')).withOverrides({ batching: Batching.dynamic() });
    expect(messagesOf(withBatching)).toContainEqual(
      expect.stringMatching(/^dynamic_batching has no effect .*; maxBatchSize is 0, because it is not set/),
    );
  });

  test('is not explained by findings that no batch size solves', () => {
    const onGpu = TritonModel.fromFile(fixture('text.pt')).validate({ instanceType: InstanceType.G5_XLARGE });
    expect(onGpu.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^PyTorch models need every input /),
    );
    expect(onGpu.filter(({ message }) => message.includes('maxBatchSize'))).toEqual([]);
  });
});

describe('a tree model', () => {
  const full = { name: 'trees', maxBatchSize: 8 };
  const parameters = { is_classifier: 'true' };
  const json = (name = 'xgboost.json'): string => path.join(folderWith({ [name]: '{}' }), name);

  test.each([
    ['without a backend', () => new TritonModel({ ...full, parameters, files: ModelFiles.fromFile(json()) })],
    ['with the backend', () => TritonModel.fromFile(json(), { ...full, parameters, backend: Backend.FIL })],
    ['with another name', () => TritonModel.fromFile(json('fraud.json'), { ...full, backend: Backend.FIL })],
    ['with later parameters', () => TritonModel.fromFile(json(), full).withOverrides({ parameters })],
    ['in a folder', () => TritonModel.fromDirectory(path.dirname(json()), { ...full, backend: Backend.FIL })],
  ])('%s keeps the format of its file', (_, read) => {
    const model = read();
    expect(model.config._document.parameters.get('model_type')?.string_value).toBe('xgboost_json');
    expect(model._entries().map((entry) => entry.path)).toEqual(['1/xgboost.json']);
  });

  test('with an inferred format is described', () => {
    const model = TritonModel.fromFile(json(), { ...full, backend: Backend.FIL });
    expect(model._readingText).toMatch(/: parameter model_type xgboost_json$/);
  });

  test.each(['lightgbm', undefined])('with the model type %s of another format is an error', (modelType) => {
    const files = ModelFiles.fromFile(json());
    const model = new TritonModel({
      ...full,
      backend: Backend.FIL,
      files,
      parameters: modelType === undefined ? {} : { model_type: modelType },
    });
    expect(messagesOf(model)).toContainEqual(expect.stringMatching(/would load xgboost\.json as 1\/.*'xgboost_json'/));
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

  test('of a model with a longer name are not examples of this model', () => {
    const models = folderWith({
      ...TEXT_ONNX,
      'text.example.json': EXAMPLE,
      'text.v2.onnx': '',
      'text.v2.example.json': EXAMPLE,
    });
    const model = TritonModel.fromFile(path.join(models, 'text.onnx'));
    expect(model.examples).toHaveLength(1);
    expect(model._readingText).toMatch(/; examples text\.example\.json$/);
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

  test('is required if the files do not say it', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/weights': '', 'config.pbtxt': 'backend: "mine"' }));
    expect(() => new TritonModel({ name: 'm', files })).toThrow(/or TritonModel\.fromDirectory, which reads config/);
    expect(() => new TritonModel({ name: 'm' })).toThrow(
      /backend of model 'm': got none, and the names of its files do not contain it/,
    );
  });
});

test('synthesis prints what was read from each model, in one message for each app', () => {
  const app = new App();
  const stack = new Stack(app, 'Serving');
  const model = TritonModel.fromFile(fixture('text.onnx'));
  new TritonRealtimeEndpoint(stack, 'Text', { model });
  new TritonRealtimeEndpoint(new Stack(app, 'Second'), 'Text', { model });
  const animals = new TritonMultiModelEndpoint(stack, 'Many', { models: [model] });
  animals.addModel(model.withOverrides({ name: 'added', maxBatchSize: 8 }));
  const messages = app.synth().stacks.flatMap(({ messages }) => messages.filter(({ level }) => level === 'info'));
  const texts = messages.map(({ id, entry }) => `${id}: ${entry.data}`).filter((text) => text.includes('read from'));
  expect(texts).toEqual([
    expect.stringMatching(
      /^\/Serving: 2 models were read from files:\n {2}model 'text': read from .*text\.onnx: backend onnxruntime; maxBatchSize 4 .*; inputs 'token_ids', 'attn_mask'.*\n {2}model 'added': read from .*: backend onnxruntime; inputs 'token_ids'/,
    ),
  ]);
});
