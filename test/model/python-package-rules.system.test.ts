import { spawnSync } from 'child_process';
import fsModule, * as fs from 'fs';
import * as path from 'path';
import { Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Backend, ModelFiles, PythonPackages, TritonModel } from '../../lib';
import { ValidateOptions } from '../../lib/model-config';
import { formatLock } from '../../lib/model/python-packages/packages-lock';
import { withLimits } from '../../lib/findings/limits';
import { folderWith } from './folders';
import { lock, lockedRequirements, MODEL_CODE, modelWith, RELEASE, useEmptyCache, usePackages } from './wheels';

// Starts uv.

beforeAll(() => {
  usePackages([
    { package: 'notes 1.0', files: { 'notes.py': '', 'NOTES.md': '' } },
    { package: 'colors 1.0' },
    { package: 'paint 1.0', requires: ['colors>=1'] },
    { package: 'numpy 1.26.4' },
    { package: 'numpy 2.1.0' },
    { package: 'windows 1.0', tag: 'cp310-cp310-win_amd64' },
  ]);
});

const RULES = ['py.packages', 'py.packages-lock', 'py.packages-image', 'py.packages-name', 'py.import'];

/** The findings of the rules about packages, with the names of files without their folders. */
function findingsOf(model: TritonModel, options: ValidateOptions = { tritonRelease: RELEASE }): string[] {
  const findings = model.validate(options).filter(({ ruleId }) => RULES.includes(ruleId));
  return findings.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${withoutFolders(message)}`);
}

const withoutFolders = (message: string): string => message.replaceAll(/(?<=^| )\/[^\s:']*\//g, '');
const lockOf = (requirements: string): string => requirements.replace('.txt', '.lock.txt');

/** Changes the lock of a requirements file. */
function changeLock(requirements: string, from: string | RegExp, to: string): void {
  const text = fs.readFileSync(lockOf(requirements), 'utf8');
  expect(text).toMatch(from);
  fs.writeFileSync(lockOf(requirements), text.replace(from, to));
}

describe('py.packages', () => {
  const packages = (): PythonPackages => PythonPackages.fromRequirements(lockedRequirements('colors\n'));

  test('packages require the Python backend', () => {
    const pythonPackages = packages();
    const files = ModelFiles.fromDirectory(folderWith({ '1/model.onnx': '' }));
    const model = new TritonModel({ name: 'm', backend: Backend.ONNXRUNTIME, files, pythonPackages });
    expect(findingsOf(model)).toEqual([
      "error py.packages: got packages, but models of the backend 'onnxruntime' do not import packages; allowed: Backend.PYTHON, or an ensemble with such a model",
    ]);
  });

  test('packages require files on the local disk', () => {
    const files = ModelFiles.fromS3(Bucket.fromBucketName(new Stack(), 'Bucket', 'ours'), 'models/m/');
    const model = new TritonModel({ name: 'm', backend: Backend.PYTHON, files, pythonPackages: packages() });
    expect(findingsOf(model)).toEqual([
      'error py.packages: got packages, but files in S3 are served unchanged; add the packages to the version folder there, or use ' +
        'ModelFiles.fromDirectory',
    ]);
  });

  test('packages and an environment exclude each other', () => {
    const parameters = { EXECUTION_ENV_PATH: '$$TRITON_MODEL_DIRECTORY/env.tar.gz' };
    const model = modelWith(lockedRequirements('colors\n'), undefined, { parameters });
    expect(findingsOf(model)).toContain(
      'error py.packages: got packages, but the parameter EXECUTION_ENV_PATH names the environment $$TRITON_MODEL_DIRECTORY/env.tar.gz; ' +
        'add the packages there, or remove the parameter',
    );
  });

  test('packages of a Python model with local files are accepted', () => {
    expect(findingsOf(modelWith(lockedRequirements('colors\n')))).toEqual([]);
  });
});

describe('py.packages-lock reports', () => {
  const problemsOf = (requirements: string, options?: ValidateOptions): string[] =>
    findingsOf(modelWith(requirements), options);

  test('a missing requirements file', () => {
    expect(problemsOf(path.join(folderWith({}), 'requirements.txt'))).toEqual([
      'error py.packages-lock: requirements.txt does not exist',
    ]);
  });

  test('a missing lock', () => {
    const folder = folderWith({ 'requirements.txt': 'colors\n', 'pyproject.toml': '[project]\n' });
    expect(problemsOf(path.join(folder, 'requirements.txt'))).toEqual([
      'error py.packages-lock: requirements.lock.txt does not exist; write it with: npx cdk-sagemaker-triton lock-packages requirements.txt',
    ]);
    const model = modelWith('unused', undefined, { pythonPackages: PythonPackages.fromProject(folder) });
    expect(findingsOf(model)).toEqual([
      'error py.packages-lock: requirements.lock.txt does not exist; write it with: npx cdk-sagemaker-triton lock-packages pyproject.toml',
    ]);
  });

  test('a folder instead of a file', () => {
    const folder = folderWith({ 'requirements.txt/file': '' });
    fs.writeFileSync(path.join(folder, 'requirements.lock.txt'), formatLock(TARGET, 'test', ''));
    expect(problemsOf(path.join(folder, 'requirements.txt'))).toEqual([
      'error py.packages-lock: got the folder requirements.txt; allowed: a file',
    ]);
  });

  test('changed requirements', () => {
    const requirements = lockedRequirements('colors\n');
    fs.appendFileSync(requirements, 'paint\n');
    expect(problemsOf(requirements)).toEqual([
      'error py.packages-lock: requirements.txt changed after requirements.lock.txt was written; write it again with: npx cdk-sagemaker-triton ' +
        'lock-packages requirements.txt --release 24.09',
    ]);
  });

  test('a changed file that the requirements include', () => {
    const folder = folderWith({ 'base.txt': 'colors\n', 'constraints.txt': 'paint<2\n' });
    const includes = ['base.txt', 'constraints.txt'].map((file) => path.join(folder, file));
    const requirements = path.join(folder, 'requirements.txt');
    fs.writeFileSync(requirements, `-r ${includes[0]}\n-c ${includes[1]}\n--requirement=${includes[0]}\npaint\n`);
    lock(requirements);
    expect(problemsOf(requirements)).toEqual([]);
    fs.writeFileSync(includes[1], 'paint<1.1\n');
    expect(problemsOf(requirements)).toEqual([
      'error py.packages-lock: requirements.txt or base.txt or constraints.txt changed after requirements.lock.txt was written; write it again ' +
        'with: npx cdk-sagemaker-triton lock-packages requirements.txt --release 24.09',
    ]);
  });

  test.each(['-r base.txt # shared', '-r\tbase.txt', '-r "base.txt"'])(
    'a changed file that the requirements include with %s',
    (line) => {
      const requirements = lockedRequirements(`${line}\n`, {}, { 'base.txt': 'colors\n' });
      fs.writeFileSync(path.join(path.dirname(requirements), 'base.txt'), 'paint\n');
      expect(problemsOf(requirements)).toEqual([
        expect.stringContaining('requirements.txt or base.txt changed after requirements.lock.txt was written'),
      ]);
    },
  );

  test('files that are not below the folder or end never', () => {
    const requirements = lockedRequirements('colors\n');
    const folder = path.dirname(requirements);
    expect(spawnSync('mkfifo', [path.join(folder, 'pipe')]).status).toBe(0);
    fs.writeFileSync(path.join(folder, 'huge.txt'), '');
    fs.truncateSync(path.join(folder, 'huge.txt'), 2 ** 40);
    for (const [file, message] of [
      [
        '/proc/self/environ',
        "requirements.txt: got '-r /proc/self/environ' in line 1; allowed: a file below the folder of",
      ],
      ['/dev/zero', "requirements.txt: got '-r /dev/zero'; allowed: a file that exists"],
      ['pipe', "requirements.txt: got '-r pipe'; allowed: a file that exists"],
      ['huge.txt', 'got huge.txt with 1099511627776 bytes; allowed: at most 16777216 bytes'],
    ]) {
      fs.writeFileSync(requirements, `-r ${file}\n`);
      const model = modelWith(requirements, undefined, { files: ModelFiles.fromDirectory(folder) });
      expect(findingsOf(model).filter((each) => each.includes('py.packages'))).toEqual([
        expect.stringContaining(withoutFolders(message)),
      ]);
    }
    fs.rmSync(requirements);
    fs.renameSync(path.join(folder, 'pipe'), requirements);
    expect(problemsOf(requirements)).toEqual([
      expect.stringContaining('a pipe, socket or device; allowed: a regular file'),
    ]);
  });

  test('a different Python', () => {
    const requirements = lockedRequirements('colors\n', { release: '25.09' });
    expect(problemsOf(requirements)).toEqual([
      'error py.packages-lock: got requirements.lock.txt for Python 3.12; allowed: Python 3.10, that of Triton 24.09: run npx cdk-sagemaker-triton ' +
        'lock-packages requirements.txt --release 24.09',
    ]);
    expect(problemsOf(requirements, { tritonRelease: '25.09' })).toEqual([]);
  });

  test('a different Python than that of a stub', () => {
    const files = { '1/model.py': MODEL_CODE, triton_python_backend_stub: 'libpython3.12.so' };
    expect(findingsOf(modelWith(lockedRequirements('colors\n'), files))).toEqual([
      'error py.packages-lock: got requirements.lock.txt for Python 3.10; allowed: Python 3.12, triton_python_backend_stub: run ' +
        'npx cdk-sagemaker-triton lock-packages requirements.txt --python 3.12',
    ]);
    // The Python of the stub does not import the packages of the image.
    const requirements = lockedRequirements('numpy>=2\n', { python: '3.12' });
    expect(findingsOf(modelWith(requirements, files))).toEqual([]);
  });

  test('packages that the image of the release does not contain', () => {
    const requirements = lockedRequirements('numpy\n');
    expect(problemsOf(requirements, { tritonRelease: '23.03' })).toEqual([
      expect.stringMatching(
        /^error py.packages-lock: got requirements.lock.txt for Python 3.10; allowed: Python 3.8, /,
      ),
    ]);
    expect(problemsOf(requirements, { tritonRelease: '23.12' })).toEqual([
      'error py.packages-lock: got requirements.lock.txt for numpy==1.26.4 of the image of Triton 24.09, but the image of Triton 23.12 does not ' +
        'contain this version: run npx cdk-sagemaker-triton lock-packages requirements.txt --release 23.12',
    ]);
    const own = lockedRequirements('paint\n', { imagePackage: ['colors==1.0'] });
    expect(problemsOf(own)).toEqual([
      'error py.packages-lock: got requirements.lock.txt for colors==1.0 of your own image, but the image of Triton 24.09 does not contain this ' +
        'version: run npx cdk-sagemaker-triton lock-packages requirements.txt --release 24.09',
    ]);
    expect(problemsOf(own, { tritonRelease: RELEASE, customImage: true })).toEqual([]);
  });

  test('a package without a wheel', () => {
    const requirements = lockedRequirements('colors\n');
    changeLock(requirements, 'colors==1.0 ', 'windows==1.0 ');
    expect(problemsOf(requirements)).toEqual([
      'error py.packages-lock: requirements.lock.txt: windows==1.0 has no wheel for Python 3.10 on x86_64-manylinux_2_35; require a version with a ' +
        'wheel, pack an environment of your own (EXECUTION_ENV_PATH), or use your own image',
    ]);
  });
});

const TARGET = { python: '3.10', platform: 'x86_64-manylinux_2_35', imagePackages: [], requirements: '' };

describe('py.packages-image', () => {
  test('reports a different version than that of the image', () => {
    const requirements = lockedRequirements('numpy>=2\n', { python: '3.10' });
    expect(findingsOf(modelWith(requirements))).toEqual([
      'error py.packages-image: got numpy 2.1.0 in requirements.lock.txt, but Python imports numpy==1.26.4 of the image of Triton 24.09, which comes ' +
        'first: run npx cdk-sagemaker-triton lock-packages requirements.txt --release 24.09',
    ]);
    expect(findingsOf(modelWith(requirements), { tritonRelease: RELEASE, customImage: true })).toEqual([]);
  });

  test('accepts the version of the image', () => {
    expect(findingsOf(modelWith(lockedRequirements('numpy<2\n', { python: '3.10' })))).toEqual([]);
    expect(findingsOf(modelWith(lockedRequirements('numpy\n')))).toEqual([]);
  });
});

describe('py.packages-name', () => {
  const message = (name: string): string =>
    `error py.packages-name: got a package with the module '${name}', which the model's folder also contains, so imports would find only one of ` +
    'them; rename the module of the model';

  test.each([
    ['a module in the version folder', '1/paint.py'],
    ['a package in the folder of the model', 'paint/brush.py'],
    ['a module in the folder of the model', 'paint.py'],
    ['a library', '1/paint.cpython-310-x86_64-linux-gnu.so'],
  ])('reports the name of a package and of %s', (_, file) => {
    const files = { '1/model.py': MODEL_CODE, [file]: '' };
    expect(findingsOf(modelWith(lockedRequirements('paint\n'), files))).toEqual([message('paint')]);
  });

  test('reports a package that is also installed in the folder of the model', () => {
    const files = {
      '1/model.py': MODEL_CODE,
      '1/paint/__init__.py': '',
      '1/paint-1.0.dist-info/RECORD': 'paint/__init__.py,,\npaint-1.0.dist-info/RECORD,,\n',
    };
    expect(findingsOf(modelWith(lockedRequirements('paint\n'), files))).toEqual([
      message('paint').replace('rename the module of the model', 'remove the installed package'),
    ]);
  });

  test('reports a file of the model that is also a file of a package', () => {
    const files = { '1/model.py': MODEL_CODE, '1/NOTES.md': '' };
    expect(findingsOf(modelWith(lockedRequirements('notes\n'), files))).toEqual([
      'error py.packages-name: got a package with the file NOTES.md, but 1/NOTES.md is a file of the model; rename the file of the model',
    ]);
  });

  test('accepts other names, and files that Python does not import', () => {
    const files = {
      '1/model.py': MODEL_CODE,
      '1/painter.py': '',
      '1/paint/brush.py': '',
      '1/data/paint.json': '',
      'paint.txt': '',
    };
    expect(findingsOf(modelWith(lockedRequirements('paint\n'), files))).toEqual([]);
  });
});

describe('py.import', () => {
  const files = (code: string): Record<string, string> => ({ '1/model.py': `${code}\n${MODEL_CODE}` });

  test('accepts the modules of packages and of the packages that they require', () => {
    const model = modelWith(lockedRequirements('paint\n'), files('import paint, colors.red, numpy, json'));
    expect(findingsOf(model)).toEqual([]);
  });

  test('reports other modules', () => {
    expect(findingsOf(modelWith(lockedRequirements('colors\n'), files('import colors, paint')))).toEqual([
      'warning py.import: 1/model.py imports paint, which the image of Triton 24.09 does not have: add the package to requirements.txt, and lock ' +
        'the packages again',
    ]);
  });

  test('reports nothing if the packages cannot be read', () => {
    const requirements = lockedRequirements('colors\n');
    fs.rmSync(lockOf(requirements));
    expect(findingsOf(modelWith(requirements, files('import paint')))).toEqual([
      expect.stringMatching(/^error py.packages-lock: /),
    ]);
  });

  test('accepts packages that the user installed in the folder of the model', () => {
    const installed = (folder: string): Record<string, string> => ({
      [`${folder}/paint/__init__.py`]: 'import unknown',
      [`${folder}/paint-1.0.dist-info/RECORD`]: 'paint/__init__.py,,\r\n"paint/a,b.txt",,\r\n../bin/paint,,\r\n',
    });
    for (const folder of ['1', 'lib']) {
      const code = `import sys\nsys.path.append('lib')\nimport paint`;
      const model = { ...files(folder === '1' ? 'import paint' : code), ...installed(folder) };
      expect(findingsOf(modelWith(lockedRequirements(''), model))).toEqual([]);
    }
  });
});

describe('packages in the cache', () => {
  /** Calls a function while uv is a script, which gets the folder for the packages as $packages. */
  const withProgramForUv = (script: string, run: () => void): void => {
    const program = '#!/bin/bash\nwhile [ "$1" != --target ]; do shift; done; packages=$2\n';
    const folder = folderWith({ uv: program + script });
    fs.chmodSync(path.join(folder, 'uv'), 0o755);
    const { PATH } = process.env;
    process.env.PATH = `${folder}:${PATH}`;
    try {
      run();
    } finally {
      process.env.PATH = PATH;
    }
  };

  test.each([
    ['17179869185 bytes', '17179869184 bytes', 'truncate -s 16G $packages/a; echo -n a > $packages/b'],
    ['more than 100 files and folders', '100 files and folders', 'touch $packages/{1..101}'],
    [
      'more than 64 folders in each other',
      '64 folders in each other',
      'cd $packages; for i in {1..65}; do mkdir a; cd a; done',
    ],
  ])('with %s are rejected', (got, allowed, script) => {
    const requirements = lockedRequirements('colors\n');
    const cache = useEmptyCache();
    withProgramForUv(script, () =>
      expect(withLimits({ modelEntries: 100 }, () => findingsOf(modelWith(requirements)))).toEqual([
        `error py.packages-lock: requirements.lock.txt: got packages with ${got}; allowed: ${allowed}. Remove packages, or use your own image`,
      ]),
    );
    expect(fs.readdirSync(cache)).toEqual([]);
  });

  test('are read in parts of 1 MiB', () => {
    const requirements = lockedRequirements('colors\n');
    useEmptyCache();
    const read = jest.spyOn(fsModule, 'readSync');
    try {
      const script = 'truncate -s 5000000 $packages/large.bin';
      withProgramForUv(script, () => expect(findingsOf(modelWith(requirements))).toEqual([]));
      const sizes = read.mock.calls.map(([, buffer]) => buffer.byteLength);
      expect(sizes.filter((size) => size === 2 ** 20).length).toBeGreaterThanOrEqual(5);
      expect(Math.max(...sizes)).toBe(2 ** 20);
    } finally {
      read.mockRestore();
    }
  });

  test('are closed to other users, and rejected if other users can write to the cache', () => {
    const requirements = lockedRequirements('colors\n');
    const cache = path.dirname(useEmptyCache());
    expect(findingsOf(modelWith(requirements))).toEqual([]);
    expect(fs.statSync(cache).mode & 0o777).toBe(0o700);
    fs.chmodSync(cache, 0o777);
    expect(findingsOf(modelWith(requirements))).toEqual([
      'error py.packages-lock: got the cache folder cdk-sagemaker-triton, to which other users can write; allowed: a folder to which only you can ' +
        'write. Remove it, or choose a different folder for caches with XDG_CACHE_HOME',
    ]);
    fs.chmodSync(cache, 0o700);
  });
});

test('uv is started once for packages that cannot be downloaded', () => {
  const requirements = lockedRequirements('colors\n');
  changeLock(requirements, 'colors==1.0 ', 'unknown==1.0 ');
  const calls = path.join(folderWith({ uv: '#!/bin/sh\necho >> "$0.calls"\necho failed >&2\nexit 1\n' }), 'uv');
  fs.chmodSync(calls, 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${path.dirname(calls)}:${PATH}`;
  try {
    expect(findingsOf(modelWith(requirements))).toEqual(['error py.packages-lock: requirements.lock.txt: failed']);
  } finally {
    process.env.PATH = PATH;
  }
  expect(fs.readFileSync(`${calls}.calls`, 'utf8')).toBe('\n');
});
