import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { layOutPython } from '../../../cli/local/wheel-backends';

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
      `#!/bin/sh\necho ${version} "$LD_LIBRARY_PATH" "$@"\n`,
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
