import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { layOutPython, PROGRAMS } from '../../../cli/local/wheel-backends';

// The server starts the stub of the Python that a model runs with.

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stub-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function write(file: string, content = ''): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), content, { mode: 0o755 });
}

/** What starts when the server calls the stub with these libraries first in its path. */
function started(libraries: string): string {
  for (const version of ['3.10', '3.12']) {
    write(
      `server/python_backend_stubs/${version}/triton_python_backend_stub`,
      `#!/bin/sh\necho ${version} "$LD_LIBRARY_PATH" "$@" $NOT_RUN_REASON\n`,
    );
  }
  write('server/backends/python/libtriton_python.so');
  const interpreter = { bin: '/venv/bin', version: '3.12', libraries: '/python/lib', packages: {} };
  layOutPython(path.join(folder, 'backends'), path.join(folder, 'server'), interpreter);
  const stub = path.join(folder, 'backends', 'python', 'triton_python_backend_stub');
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: libraries };
  return execFileSync(stub, ['model.py', 'a b'], { encoding: 'utf8', env }).trim();
}

test('without an environment, that of the Python that the run uses', () => {
  expect(started('/server/libs')).toBe('3.12 /server/libs:/python/lib model.py a b');
});

test("with an environment, that of the environment's Python", () => {
  write('env/lib/libpython3.10.so.1.0');
  expect(started(`${folder}/env/lib:/server/libs`)).toBe(
    `3.10 ${folder}/env/lib:/server/libs:/python/lib model.py a b`,
  );
});

describe('with an environment that contains packages and no Python', () => {
  const isNotRun = (because: string): string => `3.12 /server/libs:/python/lib ${PROGRAMS}/not_run.py a b ${because}`;

  test('that of the run, if it has the version of the environment', () => {
    write('env/lib/python3.12/site-packages/package.py');
    expect(started(`${folder}/env/lib:/server/libs`)).toContain('3.12 ');
    expect(started(`${folder}/env/lib:/server/libs`)).toContain('model.py a b');
  });

  test('the model is not run if the run has another version', () => {
    write('env/lib/python3.10/site-packages/package.py');
    expect(started(`${folder}/env/lib:/server/libs`)).toBe(
      isNotRun(
        'the environment of the model is for Python 3.10 and contains no Python, and this run has Python 3.12; select one with --python',
      ),
    );
  });
});

test('with NumPy 2, which the Python backend of the server does not support, the model is not run', () => {
  write('env/lib/libpython3.12.so.1.0');
  write('env/lib/python3.12/site-packages/numpy-2.1.0.dist-info/METADATA');
  expect(started(`${folder}/env/lib:/server/libs`)).toContain(
    'not_run.py a b the environment of the model contains NumPy 2',
  );
  fs.renameSync(
    path.join(folder, 'env/lib/python3.12/site-packages/numpy-2.1.0.dist-info'),
    path.join(folder, 'env/lib/python3.12/site-packages/numpy-1.26.4.dist-info'),
  );
  expect(started(`${folder}/env/lib:/server/libs`)).toContain('model.py a b');
});
