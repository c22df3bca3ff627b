import { Backend, Batching, InstanceGroup, Tensor, TritonModel, Warmup } from '../../lib/model';
import { contentOf, folderWith } from './folders';

const TEXT_CONFIG = `
  name: "text"
  platform: "onnxruntime_onnx"
  max_batch_size: 8
  input { name: "token_ids" data_type: TYPE_INT32 dims: [ 8 ] }
  input { name: "attn_mask" data_type: TYPE_INT32 dims: [ 8 ] }
  output { name: "logits" data_type: TYPE_FP32 dims: [ 2 ] label_filename: "labels.txt" }
  dynamic_batching { max_queue_delay_microseconds: 100 }
  model_warmup { name: "zeros" batch_size: 1 inputs { key: "token_ids" value { data_type: TYPE_INT32 dims: [ 8 ] input_data_file: "ids" } } inputs { key: "attn_mask" value { data_type: TYPE_INT32 dims: [ 8 ] zero_data: true } } }
`;

const textFolder = {
  'config.pbtxt': TEXT_CONFIG,
  '1/model.onnx': contentOf('text.onnx'),
  'labels.txt': 'no\nyes\n',
  'warmup/ids': Buffer.alloc(32),
};

describe('a model folder', () => {
  test('keeps all settings of config.pbtxt', () => {
    const model = TritonModel.fromDirectory(folderWith(textFolder));
    expect(model.name).toBe('text');
    expect(model.backend).toBe(Backend.ONNXRUNTIME);
    expect(model.maxBatchSize).toBe(8);
    expect(model.inputs.map(({ name }) => name)).toEqual(['token_ids', 'attn_mask']);
    expect(model._entries().map(({ path }) => path)).toEqual(['1/model.onnx', 'labels.txt', 'warmup/ids']);
    expect(model.config.toJson()).toMatchObject({
      backend: 'onnxruntime',
      platform: 'onnxruntime_onnx',
      dynamic_batching: {},
    });
  });

  test('can be changed with `withOverrides`', () => {
    const model = TritonModel.fromDirectory(folderWith(textFolder)).withOverrides({
      name: 'renamed',
      batching: Batching.dynamic({ preferredBatchSizes: [4] }),
      instanceGroups: [InstanceGroup.gpu()],
      warmup: [Warmup.zeros({ batchSize: 4 })],
    });
    expect(model.config.toJson()).toMatchObject({ name: 'renamed', dynamic_batching: { preferred_batch_size: [4] } });
    expect(model.config.toJson().model_warmup).toHaveLength(1);
    expect(model.validate()).toEqual([]);
  });

  test('is validated together with its files', () => {
    const { 'labels.txt': _, ...incomplete } = textFolder;
    const mismatched = { ...incomplete, 'config.pbtxt': TEXT_CONFIG.replace('"logits"', '"scores"') };
    const findings = TritonModel.fromDirectory(folderWith(mismatched)).validate();
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(
      expect.arrayContaining(['output.label-missing', 'io.unexpected-output']),
    );
  });

  test.each([
    ['1/model.plan', '', Backend.TENSORRT],
    ['1/model.pt', '', Backend.PYTORCH],
    ['1/model.py', '', Backend.PYTHON],
    ['1/model.xml', '', Backend.OPENVINO],
    ['1/other.bin', 'default_model_filename: "model.pt"', Backend.PYTORCH],
    ['1/model.dali', 'backend: "dali"', Backend.DALI],
    ['1/any', 'backend: "mine"', Backend.of('mine')],
    ['1/any', 'platform: "tensorrt_plan"', Backend.TENSORRT],
    [
      '1/model.pt2',
      'backend: "pytorch" platform: "torch_aoti"',
      Backend._of('pytorch', { platform: 'torch_aoti', defaultFileName: 'model.pt2' }),
    ],
    [
      '1/model.graphdef',
      '',
      Backend._of('tensorflow', { platform: 'tensorflow_graphdef', defaultFileName: 'model.graphdef' }),
    ],
  ])('with %s and config.pbtxt %j has the expected backend', (file, config, backend) => {
    expect(TritonModel.fromDirectory(folderWith({ [file]: '', 'config.pbtxt': config })).backend).toEqual(backend);
  });

  test('without a backend is rejected if Triton cannot infer the backend from the files', () => {
    const findings = (files: { [path: string]: string }): string[] =>
      TritonModel.fromDirectory(folderWith(files))
        .validate()
        .filter(({ ruleId }) => ruleId === 'backend.required')
        .map(({ severity, message }) => `${severity}: ${message}`);
    expect(findings({ '1/weights.bin': '', 'config.pbtxt': 'max_batch_size: 8' })).toEqual([
      "error: neither backend nor platform is set, and Triton knows no backend by the files 1/weights.bin; set the backend, such as 'onnxruntime'",
    ]);
    // The library reads the version that Triton loads. The server also infers the backend from a model name with a dot.
    expect(findings({ '1/weights.bin': '', '2/model.py': 'x' })).toEqual([]);
    expect(findings({ '1/model.py': 'x', '2/weights.bin': '' })).toHaveLength(1);
    expect(findings({ '1/weights.bin': '', 'config.pbtxt': 'name: "model.mine"' })).toEqual([]);
  });

  test('is rejected if it does not exist, or has an invalid config.pbtxt', () => {
    expect(() => TritonModel.fromDirectory('/nowhere')).toThrow(
      /got \/nowhere; allowed: an existing model folder \(\S+\/files\.missing\)/,
    );
    expect(() => TritonModel.fromDirectory(folderWith({ 'config.pbtxt': 'nonsense: 1' }))).toThrow(/config.pbtxt:1:1/);
  });
});

const ensembleConfig = (name: string, ...steps: string[]): string => `
  name: "${name}" platform: "ensemble" max_batch_size: 8
  input { name: "token_ids" data_type: TYPE_INT32 dims: [ 8 ] }
  input { name: "attn_mask" data_type: TYPE_INT32 dims: [ 8 ] }
  output { name: "logits" data_type: TYPE_FP32 dims: [ 2 ] }
  ensemble_scheduling {
    ${steps
      .map(
        (step) => `step {
          model_name: "${step}" model_version: -1
          input_map { key: "token_ids" value: "token_ids" } input_map { key: "attn_mask" value: "attn_mask" }
          output_map { key: "logits" value: "logits" }
        }`,
      )
      .join('\n')}
  }`;

/** Creates a model repository, which is a folder with several models. */
function repositoryWith(models: { [name: string]: { [path: string]: string | Buffer } }): string {
  const files = Object.entries(models).flatMap(([name, content]) =>
    Object.entries(content).map(([path, bytes]) => [`${name}/${path}`, bytes]),
  );
  return folderWith(Object.fromEntries(files));
}

describe('TritonModel.fromRepository', () => {
  const inner = { 'config.pbtxt': ensembleConfig('inner', 'text'), '1/.keep': '' };
  const outer = { 'config.pbtxt': ensembleConfig('outer', 'inner'), '1/.keep': '' };

  test('returns the model that no other model uses, with all members', () => {
    const model = TritonModel.fromRepository(repositoryWith({ text: textFolder, inner, outer }));
    expect(model.name).toBe('outer');
    expect(model.members.map(({ name }) => name)).toEqual(['inner']);
    expect(model.members[0].members.map(({ name }) => name)).toEqual(['text']);
    expect(model.validate()).toEqual([]);
  });

  test('returns a model by its name', () => {
    const folder = repositoryWith({ text: textFolder, inner, outer });
    expect(TritonModel.fromRepository(folder, 'inner').members.map(({ name }) => name)).toEqual(['text']);
    expect(TritonModel.fromRepository(folder, 'text').members).toEqual([]);
    expect(() => TritonModel.fromRepository(folder, 'none')).toThrow(/got 'none'; allowed in .*: inner, outer, text/);
    expect(() => TritonModel.fromRepository('/nowhere', 'text')).toThrow(
      /allowed in \/nowhere: none; a model is a folder with config\.pbtxt/,
    );
  });

  const codeThatCalls = (...names: string[]): string =>
    names.map((name) => `pb_utils.InferenceRequest(model_name="${name}", inputs=[])`).join('\n');

  test('returns a Python model with the models that it calls directly and indirectly', () => {
    const folder = repositoryWith({
      text: textFolder,
      scorer: { '1/model.py': 'import search', '1/search.py': codeThatCalls('text') },
      pipeline: { '1/model.py': codeThatCalls('scorer', 'elsewhere') },
    });
    const pipeline = TritonModel.fromRepository(folder);
    expect(pipeline.name).toBe('pipeline');
    expect(pipeline.members.map(({ name }) => name)).toEqual(['scorer']);
    expect(pipeline.members[0].members.map(({ name }) => name)).toEqual(['text']);
  });

  test('returns a Python model with the models whose names are constants of its code', () => {
    const code = 'ENCODER_MODEL = "encoder"\npb_utils.InferenceRequest(model_name=ENCODER_MODEL, inputs=[])';
    const folder = repositoryWith({ caller: { '1/model.py': code }, encoder: { '1/model.py': 'x' } });
    const caller = TritonModel.fromRepository(folder);
    expect([caller.name, ...caller.members.map(({ name }) => name)]).toEqual(['caller', 'encoder']);
  });

  test('supports Python models that call themselves or each other', () => {
    const folder = repositoryWith({
      one: { '1/model.py': codeThatCalls('one', 'two') },
      two: { '1/model.py': codeThatCalls('one') },
    });
    const [two] = TritonModel.fromRepository(folder, 'one').members;
    expect([two.name, two.members]).toEqual(['two', []]);
  });

  test('reads a model that several models use only once', () => {
    const user = { '1/model.py': codeThatCalls('text') };
    const folder = repositoryWith({
      text: textFolder,
      one: user,
      two: user,
      both: { '1/model.py': codeThatCalls('one', 'two') },
    });
    const [one, two] = TritonModel.fromRepository(folder).members;
    expect(one.members[0]).toBe(two.members[0]);
  });

  test.each([
    ['a chain of 65 models', 65, ['m'], '64 levels of models that use other models'],
    ['models with an exponential number of chains', 40, ['m', 'n'], '10,000 chains of models that use other models'],
  ])('rejects %s', (_, count, letters, limit) => {
    const levels = Array.from({ length: count }, (__, level) =>
      letters.map((letter) => {
        const code = level + 1 < count ? codeThatCalls(...letters.map((each) => `${each}${level + 1}`)) : 'x';
        return [`${letter}${level}`, { '1/model.py': code }] as const;
      }),
    );
    const folder = repositoryWith(Object.fromEntries(levels.flat()));
    expect(() => TritonModel.fromRepository(folder, 'm0')).toThrow(
      `TritonModel.fromRepository: ${folder} has more than ${limit}`,
    );
  });

  test('ignores folders that are not models', () => {
    const folder = repositoryWith({
      text: textFolder,
      __pycache__: { '1/model.py': 'x' },
      'text.bak': textFolder,
      scripts: { 'export.py': 'x' },
    });
    expect(TritonModel.fromRepository(folder).name).toBe('text');
  });

  test('ignores other models that cannot be read', () => {
    const folder = repositoryWith({ text: textFolder, unfinished: { 'config.pbtxt': 'max_batch_size: ${batch}' } });
    expect(TritonModel.fromRepository(folder, 'text').name).toBe('text');
  });

  test('returns a model with findings if a member is missing, or an ensemble contains itself', () => {
    const findings = (model: TritonModel): string[] => model.validate().map(({ ruleId }) => ruleId);
    expect(findings(TritonModel.fromRepository(repositoryWith({ inner }), 'inner'))).toContain('ens.step-exists');
    const circularInner = { 'config.pbtxt': ensembleConfig('inner', 'outer'), '1/.keep': '' };
    expect(findings(TritonModel.fromRepository(repositoryWith({ inner: circularInner, outer }), 'outer'))).toContain(
      'ens.circular',
    );
  });

  test('returns a model whose findings about members begin with the path of the member', () => {
    const broken = {
      ...textFolder,
      'config.pbtxt': TEXT_CONFIG.replace('"token_ids" data_type: TYPE_INT32', '"token_ids" data_type: TYPE_INT64'),
    };
    const fields = TritonModel.fromRepository(repositoryWith({ text: broken, inner }))
      .validate()
      .map(({ ruleId, field }) => `${ruleId}: ${field}`);
    expect(fields).toContain('onnx.io-dtype: members.text.inputs[0].dataType (input[0].data_type)');
  });
});

test('tensors of an existing model have the options in config.pbtxt', () => {
  const config =
    'backend: "python" input { name: "x" data_type: TYPE_FP32 dims: [ 2, 2 ] reshape { shape: [ 4 ] } optional: true }';
  const [input] = TritonModel.fromDirectory(folderWith({ '1/model.py': 'x', 'config.pbtxt': config })).inputs;
  expect(input._render()).toEqual(Tensor.fp32('x', [2, 2], { reshape: [4], optional: true })._render());
});
