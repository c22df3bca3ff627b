import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { inspectInterpreter } from '../../../cli/local/interpreter';
import { environmentAdvice } from '../../../cli/local/python-environment';
import { createProgramBackends, executionOf } from '../../../cli/local/wheel-backends';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'interpreter-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const PROPERTIES = {
  version: '3.11',
  base: '/usr/bin/python3.11',
  libraries: '/usr/lib',
  sitePackages: '/packages',
  packages: { numpy: '1.26.4' },
};

/** Creates a program that prints these properties instead of inspecting a Python. */
function fakePython(properties: object): string {
  const python = path.join(folder, 'python');
  const output = JSON.stringify({ executable: python, ...PROPERTIES, ...properties });
  fs.writeFileSync(python, `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
  return python;
}

describe('a Python with which the server can run no model', () => {
  test('is accepted only in a version for which the server contains a stub', () => {
    expect(inspectInterpreter(fakePython({}))).toEqual({ ...PROPERTIES, bin: folder });
    for (const version of ['3.7', '3.14']) {
      const python = fakePython({ version });
      expect(() => inspectInterpreter(python)).toThrow(
        `${python} is not a usable Python: got version ${version}; allowed: 3.8, 3.9, 3.10, 3.11, 3.12, 3.13`,
      );
    }
  });

  test('is rejected if files that the server needs are missing', () => {
    const python = fakePython({ missingFiles: ['/usr/lib/libpython3.11.so.1.0'] });
    expect(() => inspectInterpreter(python)).toThrow(
      /the server needs \/usr\/lib\/libpython3\.11\.so\.1\.0; .* libpython3\.11 of Debian/,
    );
  });
});

describe('the commands that create an environment', () => {
  const interpreter = { ...PROPERTIES, bin: folder };

  test('select NumPy 1, which the packages alone would replace by NumPy 2', () => {
    const { advice } = executionOf('fil', interpreter);
    expect(advice).toBe(
      'to execute it: /usr/bin/python3.11 -m venv --system-site-packages ~/triton-python && ' +
        "~/triton-python/bin/pip install 'numpy<2' treelite, then --python ~/triton-python/bin/python",
    );
  });

  test('use a Python for which NumPy 1 and the versions in the image are published', () => {
    for (const version of ['3.10', '3.13']) {
      expect(environmentAdvice({ ...interpreter, version }, ['onnxruntime>=1.24'])).toMatch(
        /^python3\.12 -m venv .*'numpy<2' 'onnxruntime>=1\.24', then/,
      );
    }
  });

  test('quote the path of the Python', () => {
    const { advice } = executionOf('fil', { ...interpreter, base: '/home/a user/python3' });
    expect(advice).toContain("to execute it: '/home/a user/python3' -m venv");
  });

  test.each([
    ['23.02', 'pytorch', 'torch>=1.14'], // the image contains 1.14.0a0, which was never published
    ['23.12', 'onnxruntime', 'onnxruntime>=1.16'], // 1.16 has no wheels for Python 3.12
  ])('accept a newer version than that of the image %s', (release, backend, requirement) => {
    const model = { name: 'model', backend, standIn: false, hasResponseCache: false };
    createProgramBackends(folder, [model], release, interpreter);
    const image = JSON.parse(fs.readFileSync(path.join(folder, backend, 'image.json'), 'utf8')) as { advice: string };
    expect(image.advice).toContain(`pip install 'numpy<2' '${requirement}', then`);
  });
});
