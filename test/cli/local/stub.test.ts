import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { createPythonBackend, executionOf, PROGRAMS } from '../../../cli/local/wheel-backends';
import { folderWith } from '../../model/folders';

// The stub is the program that the Python backend starts for each model. A script selects the stub for the Python version of the model.

let folder: string;
beforeEach(() => (folder = folderWith({})));

function write(file: string, content = ''): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), content, { mode: 0o755 });
}

/** Runs the script with this LD_LIBRARY_PATH and this NumPy of the Python of the local run, and returns the output. */
function runStub(libraries: string, numpy = '', modelFile = 'model.py'): string {
  for (const version of ['3.10', '3.12']) {
    write(
      `server/python_backend_stubs/${version}/triton_python_backend_stub`,
      `#!/bin/sh\necho ${version} "$LD_LIBRARY_PATH" "$@" $NOT_RUN_REASON\n`,
    );
  }
  write('server/backends/python/libtriton_python.so');
  const interpreter = {
    bin: '/venv/bin',
    version: '3.12',
    libraries: '/python/lib',
    base: '/usr/bin/python3.12',
    sitePackages: '/venv/packages',
    numpy,
    python: '/venv/bin/python',
  };
  createPythonBackend(path.join(folder, 'backends'), path.join(folder, 'server'), interpreter);
  const stub = path.join(folder, 'backends', 'python', 'triton_python_backend_stub');
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: libraries };
  return execFileSync(stub, [modelFile, 'a b'], { encoding: 'utf8', env }).trim();
}

test('a model without a Python environment uses the stub for the Python of the local run', () => {
  expect(runStub('/server/libs')).toBe('3.12 /server/libs:/python/lib model.py a b');
});

test("a model with a Python environment uses the stub for the environment's Python", () => {
  write('env/lib/libpython3.10.so.1.0');
  expect(runStub(`${folder}/env/lib:/server/libs`)).toBe(
    `3.10 ${folder}/env/lib:/server/libs:/python/lib model.py a b`,
  );
});

describe('for an environment that contains packages but no Python:', () => {
  const notRunOutput = (reason: string): string => `3.12 /server/libs:/python/lib ${PROGRAMS}/not_run.py a b ${reason}`;

  test('if the versions are equal, the model uses the stub for the Python of the local run', () => {
    write('env/lib/python3.12/site-packages/package.py');
    expect(runStub(`${folder}/env/lib:/server/libs`)).toContain('3.12 ');
    expect(runStub(`${folder}/env/lib:/server/libs`)).toContain('model.py a b');
  });

  test('if the local run has a different Python version, the model is not run', () => {
    write('env/lib/python3.10/site-packages/package.py');
    expect(runStub(`${folder}/env/lib:/server/libs`)).toBe(
      notRunOutput(
        'the environment of the model is for Python 3.10 and contains no Python, and this run has Python 3.12',
      ),
    );
  });
});

test('a model with NumPy 2, which the Python backend of the server does not support, is not run', () => {
  write('env/lib/libpython3.12.so.1.0');
  write('env/lib/python3.12/site-packages/numpy-2.1.0.dist-info/METADATA');
  expect(runStub(`${folder}/env/lib:/server/libs`)).toContain(
    'not_run.py a b the environment of the model contains NumPy 2',
  );
  fs.renameSync(
    path.join(folder, 'env/lib/python3.12/site-packages/numpy-2.1.0.dist-info'),
    path.join(folder, 'env/lib/python3.12/site-packages/numpy-1.26.4.dist-info'),
  );
  expect(runStub(`${folder}/env/lib:/server/libs`)).toContain('model.py a b');
});

describe('NumPy 2 of the Python of the local run', () => {
  const numpy = '2.1.3';
  const modelFile = (): string => `${folder}/repository/model/1/model.py`;
  const addNumpy = (version: string): void =>
    write(`repository/model/.python/lib/python3.12/site-packages/numpy-${version}.dist-info/METADATA`);

  test('prevents the run of a model, with the command that installs NumPy 1', () => {
    expect(runStub('/server/libs', numpy)).toBe(
      `3.12 /server/libs:/python/lib ${PROGRAMS}/not_run.py a b the Python of this run contains NumPy 2.1.3, which the Python backend of this ` +
        "server (release 24.10) does not support; to run it: /venv/bin/python -m pip install 'numpy<2' torch onnxruntime",
    );
    expect(runStub('/server/libs', '1.26.4')).toContain('model.py a b');
  });

  test('has no effect on a model that is deployed with NumPy 1', () => {
    addNumpy('1.26.4');
    expect(runStub('/server/libs', numpy, modelFile())).toBe(`3.12 /server/libs:/python/lib ${modelFile()} a b`);
  });

  test.each([
    ['contains NumPy 1', ['libpython3.12.so.1.0', 'python3.12/site-packages/numpy-1.26.4.dist-info/METADATA']],
    ['is of setuptools', ['python3.12/site-packages/numpy-1.21.5-py3.12.egg-info/PKG-INFO']],
    ['contains Python, but not NumPy', ['libpython3.12.so.1.0', 'python3.12/site-packages/package.py']],
  ])('has no effect on a model whose Python environment %s', (_, files) => {
    for (const file of files) write(`env/lib/${file}`);
    expect(runStub(`${folder}/env/lib:/server/libs`, numpy)).toMatch(/:\/python\/lib model\.py a b$/);
  });

  test('has no effect on a model that is deployed with the metadata of both NumPy 1 and 2', () => {
    for (const version of ['1.26.4', '2.1.0']) addNumpy(version);
    expect(runStub('/server/libs', numpy, modelFile())).toContain(`/python/lib ${modelFile()} a b`);
  });

  test('is also found in the packages that are deployed with a model', () => {
    addNumpy('2.1.3');
    expect(runStub('/server/libs', '1.26.4', modelFile())).toContain(
      'not_run.py a b the environment of the model contains NumPy 2',
    );
  });
});

test('a model whose environment has a Python version for which the server contains no stub is not run', () => {
  write('env/lib/libpython3.14.so.1.0');
  expect(runStub(`${folder}/env/lib:/server/libs`)).toContain(
    'not_run.py a b the environment of the model has Python 3.14, for which this server (release 24.10) contains no stub',
  );
});

test('a stand-in also executes the models of a backend with the name of a method', () => {
  expect(executionOf('constructor')).toEqual({ library: undefined, standIn: true });
});
