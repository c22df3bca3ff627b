import * as fs from 'fs';
import * as path from 'path';
import { App, Stack, Token } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  BackendParameters,
  Batching,
  DataType,
  InitialState,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelOverrides,
  VersionPolicy,
  Warmup,
} from '../../lib/model';
import { Severity } from '../../lib/findings/finding';
import * as modelLock from '../../lib/model/model-lock';
import { InstanceType } from '../../lib/platform';
import { fixture, folderWith } from './folders';

/** A Python model, whose file can be any text. */
function pythonModel(folder: string, options: TritonModelOverrides = {}): TritonModel {
  return new TritonModel({ name: 'm', backend: Backend.PYTHON, files: ModelFiles.fromDirectory(folder), ...options });
}

function findings(model: TritonModel): string[] {
  return model.validate().map(({ ruleId, field, message }) => `${ruleId}: ${field}: ${message}`);
}

function entries(model: TritonModel): string[] {
  return model._entries().map((entry) => entry.path);
}

describe('where files come to lie in the repository', () => {
  test('one file becomes version 1 under the name the backend looks for', () => {
    const files = ModelFiles.fromFile(fixture('text.onnx'));
    expect(files._entries({ defaultFileName: 'model.onnx' })).toEqual([
      { path: '1/model.onnx', source: fixture('text.onnx') },
    ]);
    expect(
      entries(new TritonModel({ name: 'm', backend: Backend.ONNXRUNTIME, files, defaultModelFilename: 'net.onnx' })),
    ).toEqual(['1/net.onnx']);
    expect(entries(new TritonModel({ name: 'm', backend: Backend.of('mine'), files }))).toEqual(['1/text.onnx']);
  });

  test('a folder with version folders stays as it is, but for config.pbtxt', () => {
    const folder = folderWith({
      '1/model.py': 'x',
      '2/model.py': 'x',
      'config.pbtxt': '',
      'labels.txt': '',
      'warmup/x': '',
    });
    expect(entries(pythonModel(folder))).toEqual(['1/model.py', '2/model.py', 'labels.txt', 'warmup/x']);
    expect(findings(pythonModel(folder))).toEqual([]);
  });

  test('what editors, notebooks, Python and version control leave in a folder is not shipped', () => {
    const folder = folderWith({
      '1/model.py': 'x',
      '1/__pycache__/model.cpython-310.pyc': '',
      '1/.ipynb_checkpoints/model-checkpoint.py': 'x',
      '1/model.py.bak': '',
      '.git/HEAD': '',
      '.ipynb_checkpoints/config-checkpoint.pbtxt': '',
      // of `lock` and `pack`
      'triton-model.lock.4711-53dx-1f2e3d4c-0123abcd.tmp': '{',
      'config.pbtxt.bak': '',
      'config.pbtxt': '',
    });
    expect(entries(pythonModel(folder))).toEqual(['1/model.py']);
    expect(findings(pythonModel(folder))).toEqual([]);
    // Triton takes the first folder for a version when it looks for the model file: .ipynb_checkpoints is before 1.
    expect(TritonModel.fromDirectory(folder).backend).toBe(Backend.PYTHON);
  });

  test('a folder with a model file becomes version 1, with all that lies beside the file', () => {
    const folder = folderWith({
      'model.py': 'x',
      'helpers/util.py': 'x',
      'warmup/x': '',
      'labels.txt': 'a',
      'env.tar.gz': '',
    });
    const model = pythonModel(folder, {
      outputs: [Tensor.fp32('y', [1], { labelFilename: 'labels.txt' })],
      parameters: BackendParameters.python({ executionEnvPath: '$$TRITON_MODEL_DIRECTORY/env.tar.gz' }),
    });
    expect(entries(model)).toEqual(['1/helpers/util.py', '1/model.py', 'env.tar.gz', 'labels.txt', 'warmup/x']);
    expect(findings(model)).toEqual([]);
  });

  test('a folder with one file of the right kind and another name, too, where the kind is telling', () => {
    const onnx = { backend: Backend.ONNXRUNTIME, name: 'm' };
    const files = ModelFiles.fromDirectory(folderWith({ 'net.onnx': '', 'README.md': '' }));
    expect(entries(new TritonModel({ ...onnx, files }))).toEqual(['1/README.md', '1/model.onnx']);
    const two = ModelFiles.fromDirectory(folderWith({ 'net.onnx': '', 'other.onnx': '' }));
    expect(entries(new TritonModel({ ...onnx, files: two }))).toEqual([]);
    expect(entries(pythonModel(folderWith({ 'export.py': 'x' })))).toEqual([]);
  });

  test('the file of the FIL backend follows from its parameter', () => {
    const files = ModelFiles.fromFile(fixture('text.onnx'));
    const model = new TritonModel({ name: 'm', backend: Backend.FIL, files });
    expect(entries(model)).toEqual(['1/xgboost.model']);
    expect(entries(model.withOverrides({ parameters: BackendParameters.fil({ modelType: 'lightgbm' }) }))).toEqual([
      '1/model.txt',
    ]);
  });

  test('an ensemble has no files', () => {
    expect(new TritonModel({ name: 'm', backend: Backend.ENSEMBLE })._entries()).toEqual([]);
  });

  test('files in S3 are known by their place only', () => {
    const bucket = Bucket.fromBucketName(new Stack(new App()), 'Models', 'models');
    const files = ModelFiles.fromS3(bucket, 'text/model.tar.gz');
    expect(files._location).toEqual({ bucket, key: 'text/model.tar.gz' });
    expect(findings(new TritonModel({ name: 'm', backend: Backend.PYTHON, files }))).toEqual([]);
  });
});

describe('a place in S3', () => {
  const bucket = Bucket.fromBucketName(new Stack(new App()), 'Models', 'models');
  const placed = (key: string): TritonModel =>
    new TritonModel({ name: 'm', backend: Backend.PYTHON, files: ModelFiles.fromS3(bucket, key) });

  test.each([
    ['s3://models/text/model.tar.gz', /only the key, such as 'text\/model\.tar\.gz'/],
    ['/text/model.tar.gz', /without a leading '\/', such as 'text\/model\.tar\.gz'/],
    ['text//model.tar.gz', /without an empty part/],
    [' text/', /without spaces around it/],
    ['text/model.zip', /ends with \.tar\.gz/],
    ['text/1/model.onnx', /not a single file/],
  ])('is not %j', (key, message) => {
    expect(placed(key).validate()).toEqual([
      { ruleId: 'files.s3-key', field: 'files', message: expect.stringMatching(message), severity: 'error' },
    ]);
  });

  test.each(['text/model.tar.gz', 'text/v1.2/', 'text', Token.asString({ Ref: 'Key' })])('may be %j', (key) => {
    expect(placed(key).validate()).toEqual([]);
  });
});

describe('files that are not there', () => {
  test.each([
    [ModelFiles.fromFile('/nowhere/model.py'), /\/nowhere\/model.py does not exist/],
    [ModelFiles.fromDirectory('/nowhere'), /\/nowhere does not exist/],
    [ModelFiles.fromFile(__dirname), /is not a file; for a folder use ModelFiles.fromDirectory/],
    [ModelFiles.fromDirectory(__filename), /is not a folder; for a single model file use ModelFiles.fromFile/],
  ])('are a finding', (files, message) => {
    const model = new TritonModel({ name: 'm', backend: Backend.PYTHON, files });
    expect(model.validate()).toEqual([
      { ruleId: 'files.missing', field: 'files', message: expect.stringMatching(message), severity: 'error' },
    ]);
    expect(() => model._entries()).toThrow(message);
  });
});

describe('a backend that is not known here', () => {
  const model = (files: { [path: string]: string }): TritonModel =>
    TritonModel.fromDirectory(
      folderWith({ ...files, 'config.pbtxt': 'backend: "fastertransformer" default_model_filename: "codegen-6B"' }),
    );
  const rules = (each: TritonModel, customImage: boolean): string[] =>
    each
      .validate({ tritonRelease: '24.09', instanceType: InstanceType.G5_XLARGE, customImage })
      .map(({ ruleId, severity }) => `${severity} ${ruleId}`);

  test('may need its default file, and the image may lack the backend', () => {
    expect(rules(model({ '1/1-gpu/weights.bin': '' }), false)).toEqual([
      'warning backend.available',
      'warning repo.default-file',
    ]);
    expect(rules(model({ '1/codegen-6B': '' }), false)).toEqual(['warning backend.available']);
    expect(rules(model({ '1/codegen-6B': '', 'libtriton_fastertransformer.so': '' }), false)).toEqual([]);
  });

  test('is left to your own image', () => {
    expect(rules(model({ '1/1-gpu/weights.bin': '' }), true)).toEqual([]);
  });

  test('is advised to use the image that has it, where there is one', () => {
    const { message } = TritonModel.fromDirectory(folderWith({ '1/model.json': '', 'config.pbtxt': 'backend: "vllm"' }))
      .validate({ instanceType: InstanceType.G5_XLARGE })
      .filter(({ ruleId }) => ruleId === 'backend.available')[0];
    expect(message).toMatch(/tritonserver:<release>-vllm-python-py3/);
    expect(message).not.toMatch(/libtriton/);
  });
});

test('a single file for another backend does not become the file of this one', () => {
  const onnx = path.join(folderWith({ 'fraud.onnx': '' }), 'fraud.onnx');
  const rules = (backend: Backend, file: string): string[] =>
    findings(new TritonModel({ name: 'm', backend, files: ModelFiles.fromFile(file) })).filter((each) =>
      each.startsWith('files.format'),
    );
  expect(rules(Backend.TENSORRT, onnx)).toEqual([
    "files.format: backend: got 'tensorrt', which would load fraud.onnx as 1/model.plan; allowed: 'onnxruntime', or a file for tensorrt",
  ]);
  expect(rules(Backend.ONNXRUNTIME, onnx)).toEqual([]);
  expect(rules(Backend.of('mine', { defaultFileName: 'model.bin' }), onnx)).toEqual([]);
  expect(rules(Backend.TENSORRT, path.join(folderWith({ 'fraud.engine': '' }), 'fraud.engine'))).toEqual([]);
});

describe('paths in parameters', () => {
  const found = (value: string, key = 'vocabulary'): string[] =>
    TritonModel.fromDirectory(
      folderWith({
        '1/model.py': 'x',
        '1/lang/words.txt': '',
        'units.txt': '',
        'config.pbtxt': `name: "scoring" backend: "python" parameters { key: "${key}" value { string_value: "${value}" } }`,
      }),
    )
      .validate()
      .filter(({ ruleId }) => ruleId === 'param.path')
      .map(({ severity, message }) => `${severity}: ${message}`);

  test('have to be in the model’s folder where they name a file there', () => {
    expect(found('/opt/ml/model/scoring/words.txt')).toEqual([
      "warning: got '/opt/ml/model/scoring/words.txt', but the model's folder has no words.txt; add it",
    ]);
    expect(found('/opt/ml/model/scoring/batch.so', 'TRITON_BATCH_STRATEGY_PATH')).toEqual([
      expect.stringMatching(/^error: got .*has no batch\.so/),
    ]);
  });

  test.each(['./model_repo/scoring/units.txt', '/ws/model_repo/scoring/1/lang'])(
    '%s is where it is in another repository',
    (value) => {
      expect(found(value)).toEqual([expect.stringMatching(/set \/opt\/ml\/model\/scoring\/(units\.txt|1\/lang)$/)]);
    },
  );

  test.each([
    '/opt/ml/model/scoring/units.txt',
    '/opt/ml/model/scoring/1/lang/',
    '/opt/ml/model/other/units.txt',
    's3://bucket/scoring/units.txt',
    'scoring/units.txt',
    'bert-base/uncased',
    '/usr/share/dict/words',
  ])('%s says nothing that is wrong', (value) => {
    expect(found(value)).toEqual([]);
  });
});

describe('version folders', () => {
  test('have to be there', () => {
    const folder = folderWith({ 'labels.txt': '' });
    expect(findings(pythonModel(folder))).toEqual([
      `repo.no-version: files: got ${folder} without a version; allowed: version folders such as 1/model.py, or model.py itself`,
    ]);
  });

  test('that are missing say nothing about files that are there', () => {
    const folder = folderWith({ 'labels.txt': 'a', 'weights/model.pt': 'x' });
    const outputs = [Tensor.fp32('y', [1], { labelFilename: 'labels.txt' })];
    expect(findings(pythonModel(folder, { outputs })).map((each) => each.split(':')[0])).toEqual(['repo.no-version']);
  });

  test('that the version policy chooses have to be there', () => {
    const folder = folderWith({ '1/model.py': 'x' });
    const model = pythonModel(folder, { versionPolicy: VersionPolicy.specific([2]) });
    expect(findings(model).map((each) => each.split(':')[0])).toEqual(['repo.no-version', 'repo.version-specific']);
    expect(model.validate()[1].severity).toBe(Severity.WARNING);
    expect(findings(pythonModel(folder, { versionPolicy: VersionPolicy.all() }))).toEqual([]);
  });

  test('with text after the number would count as that number', () => {
    const folder = folderWith({ '2/model.py': 'x', '1_backup/model.py': 'x' });
    expect(findings(pythonModel(folder))).toEqual([
      expect.stringMatching(/^repo.version-dir-prefix: files: got the folder '1_backup'/),
    ]);
  });

  test.each(['01', 'old'])('named %s are ignored', (name) => {
    const model = pythonModel(folderWith({ '1/model.py': 'x', [`${name}/model.py`]: '' }));
    expect(model.validate()).toEqual([
      {
        ruleId: 'repo.version-dir',
        field: 'files',
        message: expect.stringContaining(`'${name}'`),
        severity: 'warning',
      },
    ]);
  });

  test('have to hold the file the backend looks for', () => {
    expect(findings(pythonModel(folderWith({ '1/net.py': 'x' })))).toEqual([
      'repo.default-file: files: got 1/net.py; the python backend looks for 1/model.py: rename the file, or set default_model_filename (defaultModelFilename)',
    ]);
    expect(findings(pythonModel(folderWith({ '1/net.py': 'x' }), { defaultModelFilename: 'net.py' }))).toEqual([]);
  });

  test('that only have what keeps a folder in git lack the file', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/.gitkeep': '' }));
    expect(findings(new TritonModel({ name: 'm', backend: Backend.TENSORRT, files }))).toEqual([
      'repo.default-file: files: got 1/.gitkeep; the tensorrt backend looks for 1/model.plan: add the file before you synthesize, or name it with withOverrides({ files: ModelFiles.fromFile(…) })',
    ]);
  });

  test('that are not loaded may lack it', () => {
    expect(findings(pythonModel(folderWith({ '1/old.py': 'x', '2/model.py': 'x' })))).toEqual([]);
  });

  test('may hold engines by compute capability instead', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/t4.plan': 'x' }));
    const model = new TritonModel({ name: 'm', backend: Backend.TENSORRT, files });
    const rules = (each: TritonModel): string[] => each.validate().map(({ ruleId }) => ruleId);
    expect(rules(model)).toContain('repo.default-file');
    expect(rules(model.withOverrides({ ccModelFilenames: { '7.5': 't4.plan' } }))).not.toContain('repo.default-file');
  });

  test('have to hold the engines that are named by compute capability', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/t4.plan': 'x' }));
    const ccModelFilenames = { '7.5': 't4.plan', '8.6': 'a10g.plan' };
    const model = new TritonModel({ name: 'm', backend: Backend.TENSORRT, files, ccModelFilenames });
    const found = (instanceType: InstanceType): string[] =>
      model
        .validate({ instanceType })
        .filter(({ ruleId }) => ruleId === 'repo.cc-file')
        .map(({ severity, message }) => `${severity}: ${message}`);
    expect(found(InstanceType.G5_XLARGE)).toEqual([
      expect.stringMatching(/^error: got 'a10g\.plan' for compute capability 8\.6, which version 1 does not have/),
    ]);
    expect(found(InstanceType.G4DN_XLARGE)).toEqual([expect.stringMatching(/^warning: got 'a10g\.plan'/)]);
  });

  test.each([
    [Backend.PYTHON, 'model.py'],
    [Backend.PYTORCH, 'model.pt'],
    [Backend.TENSORRT, 'model.plan'],
    [Backend.OPENVINO, 'model.xml'],
  ])('have to hold a file that is not empty: %o', (backend, name) => {
    const rules = (content: string): string[] => {
      const files = ModelFiles.fromDirectory(folderWith({ [`1/${name}`]: content }));
      return new TritonModel({ name: 'm', backend, files }).validate().map(({ ruleId }) => ruleId);
    };
    expect(rules('')).toContain('files.empty');
    expect(rules('x')).not.toContain('files.empty');
  });

  test('have to hold a file that is not empty, although only the lock has it', () => {
    const lock = { files: [{ path: '1/model.plan', bytes: 0, sha256: '0'.repeat(64) }] };
    const files = ModelFiles.fromDirectory(folderWith({ 'triton-model.lock': JSON.stringify(lock) }));
    const model = new TritonModel({ name: 'm', backend: Backend.TENSORRT, files });
    expect(model.validate().map(({ ruleId }) => ruleId)).toContain('files.empty');
  });
});

describe('files that cannot be shipped', () => {
  test('links that leave the folder', () => {
    const folder = folderWith({ '1/model.py': 'x' });
    fs.symlinkSync(__filename, path.join(folder, '1/outside'));
    fs.symlinkSync('nowhere', path.join(folder, '1/broken'));
    fs.symlinkSync('model.py', path.join(folder, '1/inside'));
    fs.symlinkSync('.', path.join(folder, '1/loop'));
    expect(findings(pythonModel(folder))).toEqual([
      expect.stringMatching(/^files.link: files: .*broken is a link to something that does not exist/),
      expect.stringMatching(/^files.link: files: .*loop is a link to a folder that contains it/),
      expect.stringMatching(/^files.link: files: .*outside links to .* outside/),
    ]);
    expect(entries(pythonModel(folder))).toEqual(['1/inside', '1/model.py']);
  });

  test('Git LFS pointers', () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 12345\n';
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.onnx': pointer }));
    expect(findings(new TritonModel({ name: 'm', backend: Backend.ONNXRUNTIME, files }))).toEqual([
      `files.git-lfs: files: got 1/model.onnx, which is a Git LFS pointer instead of the file itself; run 'git lfs pull'; an app that needs only the templates requires a triton-model.lock that lists the file`,
    ]);
  });
});

describe('files that config.pbtxt names', () => {
  const inputs = [Tensor.fp32('x', [2])];

  test('labels', () => {
    const outputs = [Tensor.fp32('y', [1]), Tensor.fp32('z', [1], { labelFilename: 'labels.txt' })];
    expect(findings(pythonModel(folderWith({ '1/model.py': 'x' }), { outputs }))).toEqual([
      "output.label-missing: outputs[1].labelFilename (output[1].label_filename): got 'labels.txt', which is not in the model's folder",
    ]);
  });

  test('warmup values, with enough bytes', () => {
    const options = { inputs, warmup: [Warmup.fromFiles({ x: 'x.bin' })] };
    const at = (bytes: number): string[] =>
      findings(pythonModel(folderWith({ '1/model.py': 'x', 'warmup/x.bin': Buffer.alloc(bytes) }), options));
    expect(at(8)).toEqual([]);
    expect(at(7)).toEqual([expect.stringMatching(/^warm.file: .*got warmup\/x.bin of 7 bytes; allowed: at least 8/)]);
    expect(findings(pythonModel(folderWith({ '1/model.py': 'x' }), options))).toEqual([
      expect.stringMatching(/^warm.file: warmup\[0\].inputs.*got warmup\/x.bin, which is not/),
    ]);
  });

  test('first states, with enough bytes', () => {
    const initialState = InitialState.fromFile('first', 'state.bin');
    const state = { inputName: 'in', outputName: 'out', dataType: DataType.FP32, dims: [2], initialState };
    const options = { inputs, batching: Batching.sequenceDirect({ states: [state] }) };
    const at = (bytes: number): string[] =>
      findings(pythonModel(folderWith({ '1/model.py': 'x', 'initial_state/state.bin': Buffer.alloc(bytes) }), options));
    expect(at(8)).toEqual([]);
    expect(at(7)).toEqual([
      expect.stringMatching(/^seq.state-initial-file: batching.states\[0\].*7 bytes; allowed: at least 8/),
    ]);
  });

  test('the environment of a Python model, inside its folder', () => {
    const folder = folderWith({ '1/model.py': 'x', 'env.tar.gz': '' });
    const at = (executionEnvPath: string): string[] =>
      pythonModel(folder, { parameters: BackendParameters.python({ executionEnvPath }) })
        .validate()
        .map(({ ruleId, message, severity }) => `${severity} ${ruleId}: ${message}`);
    expect(at('$$TRITON_MODEL_DIRECTORY/env.tar.gz')).toEqual([]);
    expect(at('/opt/ml/model/m/env.tar.gz')).toEqual([]);
    expect(at('$$TRITON_MODEL_DIRECTORY/no.tar.gz')).toEqual([
      expect.stringMatching(/^error py.env-path: .*has no no.tar.gz/),
    ]);
    expect(at('$$TRITON_MODEL_DIRECTORY/../env.tar.gz')).toEqual([
      expect.stringMatching(/^error py.env-path: .*outside/),
    ]);
    expect(at('/tmp/env.tar.gz')).toEqual([expect.stringMatching(/^warning py.env-path: .*is not part of the model/)]);
  });
});

test('files are not read before the model is validated', () => {
  expect(pythonModel('/nowhere').config.toJson()).toEqual({ name: 'm', backend: 'python' });
});

test('a single file is looked for once, however often a model is asked', () => {
  const withLock = vi.spyOn(modelLock, 'withLock');
  try {
    const files = ModelFiles.fromFile(path.join(folderWith({ 'model.py': 'pass' }), 'model.py'));
    const model = new TritonModel({ name: 'm', backend: Backend.PYTHON, files });
    expect([entries(model), entries(model)]).toEqual([['1/model.py'], ['1/model.py']]);
    expect(withLock).toHaveBeenCalledTimes(1);
  } finally {
    withLock.mockRestore();
  }
});
