import * as fs from 'node:fs';
import * as path from 'node:path';
import { inspectInterpreter } from '../../../cli/local/interpreter';
import { createProgramBackends } from '../../../cli/local/wheel-backends';
import { folderWith } from '../../model/folders';

let folder: string;
beforeEach(() => (folder = folderWith({})));

const PROPERTIES = {
  version: '3.11',
  base: '/usr/bin/python3.11',
  libraries: '/usr/lib',
  sitePackages: '/packages',
  numpy: '1.26.4',
};

/** Creates a program that prints these properties instead of inspecting a Python. */
function fakePython(properties: object): string {
  const python = path.join(folder, 'python');
  const output = JSON.stringify({ ...PROPERTIES, ...properties });
  fs.writeFileSync(python, `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
  return python;
}

test('a Python is accepted only in a version for which the server contains a stub', () => {
  const python = fakePython({});
  expect(inspectInterpreter(python)).toEqual({ ...PROPERTIES, python, bin: folder });
  for (const version of ['3.7', '3.14']) {
    fakePython({ version });
    expect(() => inspectInterpreter(python)).toThrow(
      `${python} is not a usable Python: got version ${version}; allowed: 3.8, 3.9, 3.10, 3.11, 3.12, 3.13`,
    );
  }
});

test.each([
  ['23.02', 'pytorch', 'torch>=1.14'], // the image contains 1.14.0a0, which was never published
  ['23.12', 'onnxruntime', 'onnxruntime>=1.16'], // 1.16 has no wheels for Python 3.12
])(
  'for a model of release %s, the advice is a version that is not older than that of the image',
  (release, backend, requirement) => {
    const model = { name: 'model', backend, standIn: false, hasResponseCache: false };
    const interpreter = { ...PROPERTIES, bin: folder, python: '/home/a user/python' };
    createProgramBackends(folder, [model], { image: `tritonserver:${release}-py3` }, interpreter);
    const image = JSON.parse(fs.readFileSync(path.join(folder, backend, 'image.json'), 'utf8')) as { advice: string };
    expect(image.advice).toBe(`'/home/a user/python' -m pip install 'numpy<2' '${requirement}'`);
  },
);
