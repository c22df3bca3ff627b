import * as fs from 'fs';
import * as path from 'path';
import { App, Stack, Token } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Backend, ModelFiles, Tensor, TritonModel, TritonModelOverrides, VersionPolicy } from '../../lib/model';
import { ModelConfig } from '../../lib/model-config';
import { Severity } from '../../lib/findings/finding';
import { InstanceType } from '../../lib/platform';
import { fixture, folderWith } from './folders';
import { packedEnvironment } from './python-environment-files';

/** A Python model. The content of its file does not matter in these tests. */
function pythonModel(folder: string, options: TritonModelOverrides = {}): TritonModel {
  return new TritonModel({ name: 'm', backend: Backend.PYTHON, files: ModelFiles.fromDirectory(folder), ...options });
}

function findings(model: TritonModel): string[] {
  return model.validate().map(({ ruleId, field, message }) => `${ruleId}: ${field}: ${message}`);
}

function entryPaths(model: TritonModel): string[] {
  return model._entries().map((entry) => entry.path);
}

describe('the layout of files in the repository:', () => {
  test('a single file becomes version 1, and has the file name that the backend looks for', () => {
    const files = ModelFiles.fromFile(fixture('text.onnx'));
    expect(files._entries({ defaultFileName: 'model.onnx' })).toEqual([
      { path: '1/model.onnx', source: fixture('text.onnx') },
    ]);
    expect(
      entryPaths(new TritonModel({ name: 'm', backend: Backend.ONNXRUNTIME, files, defaultModelFilename: 'net.onnx' })),
    ).toEqual(['1/net.onnx']);
    expect(entryPaths(new TritonModel({ name: 'm', backend: Backend.of('mine'), files }))).toEqual(['1/text.onnx']);
  });

  test('a folder with version folders is not changed, except for config.pbtxt', () => {
    const folder = folderWith({
      '1/model.py': 'x',
      '2/model.py': 'x',
      'config.pbtxt': '',
      'labels.txt': '',
      'warmup/x': '',
    });
    expect(entryPaths(pythonModel(folder))).toEqual(['1/model.py', '2/model.py', 'labels.txt', 'warmup/x']);
    expect(findings(pythonModel(folder))).toEqual([]);
  });

  test('leftovers of editors, notebooks, Python and version control are not deployed', () => {
    const folder = folderWith({
      '1/model.py': 'x',
      '1/__pycache__/model.cpython-310.pyc': '',
      '1/.ipynb_checkpoints/model-checkpoint.py': 'x',
      '1/model.py.bak': '',
      '.git/HEAD': '',
      '.ipynb_checkpoints/config-checkpoint.pbtxt': '',
      // a temporary file of the commands `lock` and `pack`
      'triton-model.lock.0123456789abcdef.tmp': '{',
      'config.pbtxt.bak': '',
      'config.pbtxt': '',
    });
    expect(entryPaths(pythonModel(folder))).toEqual(['1/model.py']);
    expect(findings(pythonModel(folder))).toEqual([]);
    // Triton would look for the model file in the first folder by name, which is .ipynb_checkpoints.
    expect(TritonModel.fromDirectory(folder).backend).toBe(Backend.PYTHON);
  });

  test('a folder with a model file becomes version 1, with all other files of the folder', () => {
    const folder = folderWith({
      'model.py': 'x',
      'helpers/util.py': 'x',
      'warmup/x': '',
      'labels.txt': 'a',
      'env.tar.gz': packedEnvironment('3.12'),
    });
    const model = pythonModel(folder, {
      outputs: [Tensor.fp32('y', [1], { labelFilename: 'labels.txt' })],
      parameters: { EXECUTION_ENV_PATH: '$$TRITON_MODEL_DIRECTORY/env.tar.gz' },
    });
    expect(entryPaths(model)).toEqual(['1/helpers/util.py', '1/model.py', 'env.tar.gz', 'labels.txt', 'warmup/x']);
    expect(findings(model)).toEqual([]);
  });

  test('the only file with the extension of the backend is renamed, except for Python files', () => {
    const onnx = { backend: Backend.ONNXRUNTIME, name: 'm' };
    const files = ModelFiles.fromDirectory(folderWith({ 'net.onnx': '', 'README.md': '' }));
    expect(entryPaths(new TritonModel({ ...onnx, files }))).toEqual(['1/README.md', '1/model.onnx']);
    const twoFiles = ModelFiles.fromDirectory(folderWith({ 'net.onnx': '', 'other.onnx': '' }));
    expect(entryPaths(new TritonModel({ ...onnx, files: twoFiles }))).toEqual([]);
    expect(entryPaths(pythonModel(folderWith({ 'export.py': 'x' })))).toEqual([]);
  });

  test('the file name of a FIL model depends on model_type', () => {
    const files = ModelFiles.fromFile(fixture('text.onnx'));
    const model = new TritonModel({ name: 'm', backend: Backend.FIL, files });
    expect(entryPaths(model)).toEqual(['1/xgboost.model']);
    expect(entryPaths(model.withOverrides({ parameters: { model_type: 'lightgbm' } }))).toEqual(['1/model.txt']);
  });

  test('an ensemble has no files', () => {
    expect(new TritonModel({ name: 'm', backend: Backend.ENSEMBLE })._entries()).toEqual([]);
  });

  test('files in S3 have a location, and their content is not checked', () => {
    const bucket = Bucket.fromBucketName(new Stack(new App()), 'Models', 'models');
    const files = ModelFiles.fromS3(bucket, 'text/model.tar.gz');
    expect(files._location).toEqual({ bucket, key: 'text/model.tar.gz' });
    expect(findings(new TritonModel({ name: 'm', backend: Backend.PYTHON, files }))).toEqual([]);
  });
});

describe('ModelFiles.fromS3', () => {
  const bucket = Bucket.fromBucketName(new Stack(new App()), 'Models', 'models');
  const modelAt = (key: string): TritonModel =>
    new TritonModel({ name: 'm', backend: Backend.PYTHON, files: ModelFiles.fromS3(bucket, key) });

  test.each([
    ['s3://models/text/model.tar.gz', /only the key, such as 'text\/model\.tar\.gz'/],
    ['/text/model.tar.gz', /without a leading '\/', such as 'text\/model\.tar\.gz'/],
    ['text//model.tar.gz', /without an empty part/],
    [' text/', /without spaces around it/],
    ['text/model.zip', /ends with \.tar\.gz/],
    ['text/1/model.onnx', /not a single file/],
  ])('rejects the key %j', (key, message) => {
    expect(modelAt(key).validate()).toEqual([
      { ruleId: 'files.s3-key', field: 'files', message: expect.stringMatching(message), severity: 'error' },
    ]);
  });

  test.each(['text/model.tar.gz', 'text/v1.2/', 'text', Token.asString({ Ref: 'Key' })])('accepts %j', (key) => {
    expect(modelAt(key).validate()).toEqual([]);
  });
});

describe('missing files', () => {
  test.each([
    [ModelFiles.fromFile('/nowhere/model.py'), /\/nowhere\/model.py does not exist/],
    [ModelFiles.fromDirectory('/nowhere'), /\/nowhere does not exist/],
    [ModelFiles.fromFile(__dirname), /is not a file; for a folder use ModelFiles.fromDirectory/],
    [ModelFiles.fromDirectory(__filename), /is not a folder; for a single model file use ModelFiles.fromFile/],
  ])('are reported', (files, message) => {
    const model = new TritonModel({ name: 'm', backend: Backend.PYTHON, files });
    expect(model.validate()).toEqual([
      { ruleId: 'files.missing', field: 'files', message: expect.stringMatching(message), severity: 'error' },
    ]);
    expect(() => model._entries()).toThrow(message);
  });
});

describe('an unknown backend', () => {
  const model = (files: { [path: string]: string }): TritonModel =>
    TritonModel.fromDirectory(
      folderWith({ ...files, 'config.pbtxt': 'backend: "fastertransformer" default_model_filename: "codegen-6B"' }),
    );
  const rules = (each: TritonModel, customImage: boolean): string[] =>
    each
      .validate({ tritonRelease: '24.09', instanceType: InstanceType.G5_XLARGE, customImage })
      .map(({ ruleId, severity }) => `${severity} ${ruleId}`);

  test('results in warnings if its default file or its library is missing', () => {
    expect(rules(model({ '1/1-gpu/weights.bin': '' }), false)).toEqual([
      'warning backend.available',
      'warning repo.default-file',
    ]);
    expect(rules(model({ '1/codegen-6B': '' }), false)).toEqual(['warning backend.available']);
    expect(rules(model({ '1/codegen-6B': '', 'libtriton_fastertransformer.so': '' }), false)).toEqual([]);
  });

  test('can have the name of a platform if its library is in the folder of the model or of a version', () => {
    const platformName = (file: string): string[] =>
      rules(
        TritonModel.fromDirectory(
          folderWith({ '1/model.plan': 'ftrt', [file]: '', 'config.pbtxt': 'backend: "tensorrt_plan"' }),
        ),
        false,
      );
    expect(platformName('readme')).toEqual(['error backend.platform-name']);
    expect(platformName('libtriton_tensorrt_plan.so')).toEqual([]);
    expect(platformName('1/libtriton_tensorrt_plan.so')).toEqual([]);
  });

  test('is not checked with a custom image', () => {
    expect(rules(model({ '1/1-gpu/weights.bin': '' }), true)).toEqual([]);
  });

  test('results in a suggestion of an image that includes the backend, if there is one', () => {
    const { message } = TritonModel.fromDirectory(folderWith({ '1/model.json': '', 'config.pbtxt': 'backend: "vllm"' }))
      .validate({ instanceType: InstanceType.G5_XLARGE })
      .filter(({ ruleId }) => ruleId === 'backend.available')[0];
    expect(message).toMatch(/tritonserver:<release>-vllm-python-py3/);
    expect(message).not.toMatch(/libtriton/);
  });
});

test('a single file for a different backend is rejected', () => {
  const onnx = path.join(folderWith({ 'fraud.onnx': '' }), 'fraud.onnx');
  const formatFindings = (backend: Backend, file: string): string[] =>
    findings(new TritonModel({ name: 'm', backend, files: ModelFiles.fromFile(file) })).filter((each) =>
      each.startsWith('files.format'),
    );
  expect(formatFindings(Backend.TENSORRT, onnx)).toEqual([
    "files.format: backend: got 'tensorrt', which would load fraud.onnx as 1/model.plan; allowed: 'onnxruntime', or a file for tensorrt",
  ]);
  expect(formatFindings(Backend.ONNXRUNTIME, onnx)).toEqual([]);
  expect(formatFindings(Backend.of('mine'), onnx)).toEqual([]);
  expect(formatFindings(Backend.TENSORRT, path.join(folderWith({ 'fraud.engine': '' }), 'fraud.engine'))).toEqual([]);
});

describe('paths in parameters', () => {
  const pathFindings = (value: string, key = 'vocabulary'): string[] =>
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

  test('must exist if they are in the model’s folder', () => {
    expect(pathFindings('/opt/ml/model/scoring/words.txt')).toEqual([
      "warning: got '/opt/ml/model/scoring/words.txt', but the model's folder has no words.txt; add it",
    ]);
    expect(pathFindings('/opt/ml/model/scoring/batch.so', 'TRITON_BATCH_STRATEGY_PATH')).toEqual([
      expect.stringMatching(/^error: got .*has no batch\.so/),
    ]);
  });

  test.each(['./model_repo/scoring/units.txt', '/ws/model_repo/scoring/1/lang'])(
    '%s results in a finding with the correct path',
    (value) => {
      expect(pathFindings(value)).toEqual([
        expect.stringMatching(/set \/opt\/ml\/model\/scoring\/(units\.txt|1\/lang)$/),
      ]);
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
  ])('%s is accepted', (value) => {
    expect(pathFindings(value)).toEqual([]);
  });
});

describe('version folders', () => {
  test('are required', () => {
    const folder = folderWith({ 'labels.txt': '' });
    expect(findings(pythonModel(folder))).toEqual([
      `repo.no-version: files: got ${folder} without a version; allowed: version folders such as 1/model.py, or model.py itself`,
    ]);
  });

  test('that are missing result in no findings about existing files', () => {
    const folder = folderWith({ 'labels.txt': 'a', 'weights/model.pt': 'x' });
    const outputs = [Tensor.fp32('y', [1], { labelFilename: 'labels.txt' })];
    expect(findings(pythonModel(folder, { outputs })).map((each) => each.split(':')[0])).toEqual(['repo.no-version']);
  });

  test('that the version policy selects are required', () => {
    const folder = folderWith({ '1/model.py': 'x' });
    const model = pythonModel(folder, { versionPolicy: VersionPolicy.specific([2]) });
    expect(findings(model).map((each) => each.split(':')[0])).toEqual(['repo.no-version', 'repo.version-specific']);
    expect(model.validate()[1].severity).toBe(Severity.WARNING);
    expect(findings(pythonModel(folder, { versionPolicy: VersionPolicy.all() }))).toEqual([]);
  });

  test('with text after the number are rejected, because Triton reads only the number', () => {
    const folder = folderWith({ '2/model.py': 'x', '1_backup/model.py': 'x' });
    expect(findings(pythonModel(folder))).toEqual([
      expect.stringMatching(/^repo.version-dir-prefix: files: got the folder '1_backup'/),
    ]);
  });

  test('are not the folders in parameters, such as an unpacked Python environment', () => {
    const files = { '1/model.py': 'x', 'env/bin/activate': '', 'data/words.txt': '' };
    const parameters = { EXECUTION_ENV_PATH: '$$TRITON_MODEL_DIRECTORY/env', words: '/opt/ml/model/m/data/words.txt' };
    expect(findings(pythonModel(folderWith(files), { parameters }))).toEqual([]);
    expect(findings(pythonModel(folderWith(files)))).toEqual([
      expect.stringMatching(/^repo.version-dir: files: got the folder 'data'/),
      expect.stringMatching(/^repo.version-dir: files: got the folder 'env'/),
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

  test('must contain the file that the backend looks for', () => {
    expect(findings(pythonModel(folderWith({ '1/net.py': 'x' })))).toEqual([
      'repo.default-file: files: got 1/net.py; the python backend looks for 1/model.py: rename the file, or set default_model_filename (defaultModelFilename)',
    ]);
    expect(findings(pythonModel(folderWith({ '1/net.py': 'x' }), { defaultModelFilename: 'net.py' }))).toEqual([]);
  });

  test('contain the same file if the configuration names the library of the backend', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.pt': 'x' }));
    const found = (runtime: string): string[] => {
      const config = ModelConfig.fromJson({ runtime });
      const model = new TritonModel({ name: 'm', backend: Backend.PYTORCH, files, config });
      return model.validate().map(({ ruleId }) => ruleId);
    };
    expect(found('libtriton_pytorch.so')).not.toContain('repo.default-file');
    expect(found('model.py')).toContain('repo.default-file');
  });

  test('that contain only a placeholder for Git are rejected, because the model file is missing', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/.gitkeep': '' }));
    expect(findings(new TritonModel({ name: 'm', backend: Backend.TENSORRT, files }))).toEqual([
      'repo.default-file: files: got 1/.gitkeep; the tensorrt backend looks for 1/model.plan: add the file before you synthesize, or set files to ModelFiles.fromFile',
    ]);
  });

  test('that are not loaded can be incomplete', () => {
    expect(findings(pythonModel(folderWith({ '1/old.py': 'x', '2/model.py': 'x' })))).toEqual([]);
  });

  test('can contain engines for compute capabilities instead of a default engine', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/t4.plan': 'x' }));
    const model = new TritonModel({ name: 'm', backend: Backend.TENSORRT, files });
    const rules = (each: TritonModel): string[] => each.validate().map(({ ruleId }) => ruleId);
    expect(rules(model)).toContain('repo.default-file');
    const config = ModelConfig.fromJson({ cc_model_filenames: { '7.5': 't4.plan' } });
    expect(rules(model.withOverrides({ config }))).not.toContain('repo.default-file');
  });

  describe('with a file for a compute capability and without the default file', () => {
    const IO = 'input { name: "x" data_type: TYPE_FP32 dims: 1 } output { name: "y" data_type: TYPE_FP32 dims: 1 }';
    const model = (config: string, file: string, others: string[] = []): TritonModel =>
      TritonModel.fromDirectory(
        folderWith({
          [`1/${file}`]: 'x',
          ...Object.fromEntries(others.map((path) => [path, 'x'])),
          'config.pbtxt': `cc_model_filenames { key: "8.6" value: "${file}" } ${config}`,
        }),
      );
    const fileFindings = (each: TritonModel, instanceType?: InstanceType): string[] =>
      each
        .validate({ instanceType })
        .filter(({ ruleId }) => ['repo.default-file', 'repo.cc-file'].includes(ruleId))
        .map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`);

    test.each([
      ['backend: "tensorrt"', 'a10.plan'],
      [`backend: "onnxruntime" ${IO}`, 'a10.onnx'],
      ['backend: "pytorch"', 'a10.pt'],
      ['backend: "fil"', 'a10.model'],
      ['platform: "tensorflow_graphdef"', 'a10.graphdef'],
      ['backend: "vllm"', 'a10.json'],
    ])('are accepted if the backend loads the file for the GPU: %s', (config, file) => {
      expect(fileFindings(model(config, file), InstanceType.G5_XLARGE)).toEqual([]);
      expect(fileFindings(model(config, file))).toEqual([]);
      expect(fileFindings(model(`${config} instance_group { kind: KIND_GPU }`, file))).toEqual([]);
    });

    test.each([
      ['backend: "python"', 'a10.py', 'the python backend does not use cc_model_filenames'],
      ['backend: "dali"', 'a10.dali', 'the dali backend does not use cc_model_filenames'],
      ['backend: "openvino"', 'a10.xml', 'the openvino backend does not use cc_model_filenames'],
      ['backend: "pytorch" runtime: "model.py"', 'a10.pt', 'the pytorch backend does not use cc_model_filenames'],
      [
        'backend: "onnxruntime"',
        'a10.onnx',
        'if config.pbtxt has no input or output, the backend reads them from this file',
      ],
      [
        'backend: "pytorch" instance_group { kind: KIND_CPU }',
        'a10.pt',
        'instances of KIND_CPU do not use cc_model_filenames',
      ],
      [
        'backend: "pytorch" instance_group { kind: KIND_GPU } instance_group { kind: KIND_CPU }',
        'a10.pt',
        'instances of KIND_CPU do not use cc_model_filenames',
      ],
    ])('are rejected if the backend opens the default file: %s', (config, file, reason) => {
      for (const instanceType of [InstanceType.G5_XLARGE, undefined]) {
        expect(fileFindings(model(config, file), instanceType)).toEqual([
          expect.stringMatching(
            new RegExp(`^error repo.default-file: got 1/${file}; the .* backend looks for 1/model.*; ${reason}`),
          ),
        ]);
      }
    });

    test('are rejected on a GPU that has no file, and without a GPU', () => {
      const pytorch = model('backend: "pytorch"', 'a10.pt');
      expect(fileFindings(pytorch, InstanceType.G4DN_XLARGE)).toEqual([
        expect.stringMatching(/; cc_model_filenames has no file for compute capability 7.5 of ml.g4dn.xlarge$/),
      ]);
      expect(fileFindings(pytorch, InstanceType.of('ml.c6i.large'))).toEqual([
        expect.stringMatching(/; without a GPU, cc_model_filenames is not used$/),
      ]);
    });

    test('are accepted with the default file, with a warning if the backend never loads the other', () => {
      expect(fileFindings(model(`backend: "onnxruntime"`, 'a10.onnx', ['1/model.onnx']))).toEqual([]);
      const cpu = 'backend: "pytorch" instance_group { kind: KIND_CPU }';
      expect(fileFindings(model(cpu, 'a10.pt', ['1/model.pt']))).toEqual([]);
      expect(fileFindings(model('backend: "python"', 'a10.py', ['1/model.py']))).toEqual([
        'warning repo.cc-file: the python backend does not use cc_model_filenames, and loads 1/model.py for every instance; leave it out',
      ]);
      const named = 'backend: "python" default_model_filename: "a10.py"';
      expect(fileFindings(model(named, 'a10.py'))).toEqual([
        expect.stringMatching(/^warning repo.cc-file: .* loads 1\/a10.py/),
      ]);
    });
  });

  test('must contain the engines in cc_model_filenames', () => {
    const files = ModelFiles.fromDirectory(folderWith({ '1/t4.plan': 'x' }));
    const config = ModelConfig.fromJson({ cc_model_filenames: { '7.5': 't4.plan', '8.6': 'a10g.plan' } });
    const model = new TritonModel({ name: 'm', backend: Backend.TENSORRT, files, config });
    const engineFindings = (instanceType: InstanceType): string[] =>
      model
        .validate({ instanceType })
        .filter(({ ruleId }) => ruleId === 'repo.cc-file')
        .map(({ severity, message }) => `${severity}: ${message}`);
    expect(engineFindings(InstanceType.G5_XLARGE)).toEqual([
      expect.stringMatching(/^error: got 'a10g\.plan' for compute capability 8\.6, which version 1 does not have/),
    ]);
    expect(engineFindings(InstanceType.G4DN_XLARGE)).toEqual([expect.stringMatching(/^warning: got 'a10g\.plan'/)]);
  });

  test.each([
    [Backend.PYTHON, 'model.py'],
    [Backend.TENSORRT, 'model.plan'],
  ])('must not contain an empty model file: %o', (backend, name) => {
    const rules = (content: string): string[] => {
      const files = ModelFiles.fromDirectory(folderWith({ [`1/${name}`]: content }));
      return new TritonModel({ name: 'm', backend, files }).validate().map(({ ruleId }) => ruleId);
    };
    expect(rules('')).toContain('files.empty');
    expect(rules('x')).not.toContain('files.empty');
  });

  test('must not contain an empty model file, even if it is only listed in the lock file', () => {
    const lock = { files: [{ path: '1/model.plan', bytes: 0, sha256: '0'.repeat(64) }] };
    const files = ModelFiles.fromDirectory(folderWith({ 'triton-model.lock': JSON.stringify(lock) }));
    const model = new TritonModel({ name: 'm', backend: Backend.TENSORRT, files });
    expect(model.validate().map(({ ruleId }) => ruleId)).toContain('files.empty');
  });
});

describe('files that cannot be deployed', () => {
  test('include links to files outside the folder, broken links and circular links', () => {
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
    expect(entryPaths(pythonModel(folder))).toEqual(['1/inside', '1/model.py']);
  });

  test('include Git LFS pointers', () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 12345\n';
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.onnx': pointer }));
    expect(findings(new TritonModel({ name: 'm', backend: Backend.ONNXRUNTIME, files }))).toEqual([
      `files.git-lfs: files: got 1/model.onnx, which is a Git LFS pointer instead of the file itself; run 'git lfs pull'; an app that needs only the templates requires a triton-model.lock that lists the file`,
    ]);
  });
});

describe('files that config.pbtxt refers to', () => {
  const inputs = [Tensor.fp32('x', [2])];

  test('must exist if they are labels', () => {
    const outputs = [Tensor.fp32('y', [1]), Tensor.fp32('z', [1], { labelFilename: 'labels.txt' })];
    expect(findings(pythonModel(folderWith({ '1/model.py': 'x' }), { outputs }))).toEqual([
      "output.label-missing: outputs[1].labelFilename (output[1].label_filename): got 'labels.txt', which is not in the model's folder",
    ]);
  });

  test('must have enough bytes if they are warmup values', () => {
    const config = ModelConfig.fromText(`model_warmup [{
      batch_size: 1 inputs { key: "x" value { data_type: TYPE_FP32 dims: [2] input_data_file: "x.bin" } }
    }]`);
    const options = { inputs, config };
    const sizeFindings = (bytes: number): string[] =>
      findings(pythonModel(folderWith({ '1/model.py': 'x', 'warmup/x.bin': Buffer.alloc(bytes) }), options));
    expect(sizeFindings(8)).toEqual([]);
    expect(sizeFindings(7)).toEqual([
      expect.stringMatching(/^warm.file: .*got warmup\/x.bin of 7 bytes; allowed: at least 8/),
    ]);
    expect(findings(pythonModel(folderWith({ '1/model.py': 'x' }), options))).toEqual([
      expect.stringMatching(/^warm.file: warmup\[0\].inputs.*got warmup\/x.bin, which is not/),
    ]);
  });

  test('must have enough bytes if they are initial states', () => {
    const config = ModelConfig.fromText(`sequence_batching { direct { } state [{
      input_name: "in" output_name: "out" data_type: TYPE_FP32 dims: [2]
      initial_state [{ name: "first" data_type: TYPE_FP32 dims: [2] data_file: "state.bin" }]
    }] }`);
    const options = { inputs, config };
    const sizeFindings = (bytes: number): string[] =>
      findings(
        pythonModel(folderWith({ '1/model.py': 'x', 'initial_state/state.bin': Buffer.alloc(bytes) }), options),
      ).filter((finding) => !finding.startsWith('seq.state-backend'));
    expect(sizeFindings(8)).toEqual([]);
    expect(sizeFindings(7)).toEqual([
      expect.stringMatching(/^seq.state-initial-file: sequence_batching.state\[0\].*7 bytes; allowed: at least 8/),
    ]);
  });

  test('must be in the model’s folder if they are the environment of a Python model', () => {
    const folder = folderWith({ '1/model.py': 'x', 'env.tar.gz': packedEnvironment('3.12') });
    const envFindings = (executionEnvPath: string): string[] =>
      pythonModel(folder, { parameters: { EXECUTION_ENV_PATH: executionEnvPath } })
        .validate()
        .map(({ ruleId, message, severity }) => `${severity} ${ruleId}: ${message}`);
    expect(envFindings('$$TRITON_MODEL_DIRECTORY/env.tar.gz')).toEqual([]);
    expect(envFindings('/opt/ml/model/m/env.tar.gz')).toEqual([]);
    expect(envFindings('$$TRITON_MODEL_DIRECTORY/no.tar.gz')).toEqual([
      expect.stringMatching(/^error py.env-path: .*has no no.tar.gz/),
    ]);
    expect(envFindings('$$TRITON_MODEL_DIRECTORY/../env.tar.gz')).toEqual([
      expect.stringMatching(/^error py.env-path: .*outside/),
    ]);
    expect(envFindings('/tmp/env.tar.gz')).toEqual([
      expect.stringMatching(/^warning py.env-path: .*is not part of the model/),
    ]);
  });
});

test('files are read only when the model is validated', () => {
  expect(pythonModel('/nowhere').config.toJson()).toEqual({ name: 'm', backend: 'python' });
});
