import { spawn, spawnSync } from 'child_process';
import { once } from 'events';
import fsModule, * as fs from 'fs';
import * as path from 'path';
import { Ensemble, ModelFiles, PythonPackages, Tensor, TritonModel } from '../../lib';
import { repositoryFiles } from '../../lib/artifacts/model-repository';
import { hashFiles } from '../../lib/artifacts/hash-files';
import { parseLock } from '../../lib/model/python-packages/packages-lock';
import { Severity } from '../../lib/findings/finding';
import { folderWith } from './folders';
import {
  lock,
  lockedRequirements,
  MODEL_CODE,
  modelWith,
  RELEASE,
  useEmptyCache,
  usePackages,
  withoutUv,
  writeWheels,
} from './wheels';

// Starts uv.

let wheels: string;
beforeAll(() => {
  wheels = usePackages([
    { package: 'colors 1.0' },
    {
      package: 'paint 1.0',
      requires: ['colors>=1'],
      files: {
        'paint/__init__.py': 'import colors\ndef main(): print("painted")\n',
        'paint/data/a, "b".txt': 'data',
        'paint-1.0.dist-info/entry_points.txt': '[console_scripts]\npaint = paint:main\n',
        'paint-1.0.data/scripts/paint.sh': '#!python\nprint(1)\n',
        'paint-1.0.data/headers/paint.h': 'header',
      },
    },
    { package: 'needsnumpy 1.0', requires: ['numpy'] },
    { package: 'numpy 1.26.4' },
    { package: 'numpy 2.1.0' },
    ...['cp310', 'cp312'].map((python) => ({
      package: 'fast 1.0',
      tag: `${python}-${python}-manylinux_2_17_x86_64`,
      files: { 'fast/core.so': `for ${python}` },
    })),
  ]);
});

const PAINT_FILES = [
  'colors-1.0.dist-info/METADATA',
  'colors-1.0.dist-info/RECORD',
  'colors-1.0.dist-info/WHEEL',
  'colors/__init__.py',
  'include/paint/paint.h',
  'paint-1.0.dist-info/METADATA',
  'paint-1.0.dist-info/RECORD',
  'paint-1.0.dist-info/WHEEL',
  'paint-1.0.dist-info/entry_points.txt',
  'paint/__init__.py',
  'paint/data/a, "b".txt',
];

const pathsOf = (model: TritonModel): string[] => repositoryFiles(model).map((file) => file.path);
const digestsOf = (model: TritonModel): [string, string][] =>
  hashFiles(repositoryFiles(model)).map(({ path: name, sha256 }) => [name, sha256]);
const errorsOf = (model: TritonModel): string[] =>
  model
    .validate({ tritonRelease: RELEASE })
    .filter(({ severity }) => severity === Severity.ERROR)
    .map(({ ruleId, message }) => `${ruleId}: ${message}`);

function replaceInList(folder: string, text: string | RegExp, replacement: string): void {
  const list = path.join(folder, 'files.json');
  const content = fs.readFileSync(list, 'utf8');
  fs.writeFileSync(list, content.replaceAll(text, replacement));
  expect(fs.readFileSync(list, 'utf8')).not.toBe(content);
}

/** Replaces a file by a link to a copy of the file in a different folder. */
function replaceByLink(file: string): void {
  const copy = path.join(folderWith({}), 'copy');
  fs.renameSync(file, copy);
  fs.symlinkSync(copy, file);
}

/** Removes the packages from the cache, with `useEmptyCache` for those of uv. */
function unpackAgain(requirements: string): { folder: string; digests: Record<string, string> } {
  const { folder, files } = PythonPackages.fromRequirements(requirements)._unpacked;
  return { folder, digests: Object.fromEntries(hashFiles(files).map((file) => [file.path, file.sha256])) };
}

describe('in the model repository, packages', () => {
  test('are in each version folder, next to a copy of the lock', () => {
    const requirements = lockedRequirements('paint\n');
    const model = modelWith(requirements, { '1/model.py': MODEL_CODE, '3/model.py': MODEL_CODE, 'labels.txt': 'a' });
    expect(pathsOf(model).sort()).toEqual(
      [
        'm/config.pbtxt',
        'm/labels.txt',
        'm/python-requirements.lock.txt',
        ...['1', '3'].flatMap((version) => ['model.py', ...PAINT_FILES].map((file) => `m/${version}/${file}`)),
      ].sort(),
    );
    const copy = repositoryFiles(model).find((file) => file.path === 'm/python-requirements.lock.txt');
    const lockText = fs.readFileSync(requirements.replace('.txt', '.lock.txt'), 'utf8');
    expect([...parseLock(copy?.content ?? '', 'copy').packages]).toEqual([...parseLock(lockText, 'lock').packages]);
  });

  test('are in the version folder of a model without version folders', () => {
    const model = modelWith(lockedRequirements('colors\n'), { 'model.py': MODEL_CODE });
    expect(pathsOf(model)).toContain('m/1/colors/__init__.py');
  });

  test('are named in the files, for messages and listings', () => {
    const files = repositoryFiles(modelWith(lockedRequirements('paint\n')));
    const file = files.find((each) => each.path === 'm/1/paint/data/a, "b".txt');
    expect(file).toMatchObject({ package: 'paint 1.0', locked: { bytes: 4 } });
    expect(files.find((each) => each.path === 'm/1/model.py')?.package).toBeUndefined();
  });

  test('are those for the Python of the image', () => {
    const contentOf = (options: object): string => {
      const [file] = PythonPackages.fromRequirements(lockedRequirements('fast\n', options))._unpacked.files;
      return fs.readFileSync(String(file.source).replace(/fast-.*/, 'fast/core.so'), 'utf8');
    };
    expect(contentOf({})).toBe('for cp310');
    expect(contentOf({ release: '25.09' })).toBe('for cp312');
  });

  test('are not those of the image', () => {
    const requirements = lockedRequirements('needsnumpy\n');
    const paths = pathsOf(modelWith(requirements));
    expect(paths).toContain('m/1/needsnumpy/__init__.py');
    expect(paths.filter((file) => file.includes('numpy/') && !file.includes('needsnumpy'))).toEqual([]);
    // The lock contains the version of the image, for local runs and for readers.
    expect(fs.readFileSync(requirements.replace('.txt', '.lock.txt'), 'utf8')).toContain('\nnumpy==1.26.4 ');
  });

  test('can be none', () => {
    const model = modelWith(lockedRequirements('# none\n'));
    expect(errorsOf(model)).toEqual([]);
    expect(pathsOf(model)).toEqual(['m/1/model.py', 'm/config.pbtxt', 'm/python-requirements.lock.txt']);
  });

  test('are next to each composing model of an ensemble that requires them', () => {
    const tensors = { inputs: [Tensor.fp32('x', [1])], outputs: [Tensor.fp32('y', [1])] };
    const first = modelWith(lockedRequirements('colors\n'), undefined, { name: 'first', ...tensors });
    const second = modelWith(lockedRequirements('fast\n'), undefined, { name: 'second', ...tensors });
    const pipeline = new TritonModel({
      name: 'pipeline',
      ...tensors,
      ensemble: Ensemble.of([
        { model: first, inputMap: { x: 'x' }, outputMap: { y: 'between' } },
        { model: second, inputMap: { x: 'between' }, outputMap: { y: 'y' } },
      ]),
    });
    expect(errorsOf(pipeline)).toEqual([]);
    const paths = pathsOf(pipeline);
    expect(paths.filter((file) => /colors\/|fast\//.test(file))).toEqual([
      'first/1/colors/__init__.py',
      'second/1/fast/core.so',
    ]);
  });
});

describe('the unpacked files', () => {
  test('are the same on all hosts', () => {
    const requirements = lockedRequirements('paint\nfast\n');
    const hosts = [useEmptyCache(), useEmptyCache()].map((cache) => {
      process.env.XDG_CACHE_HOME = path.dirname(path.dirname(cache));
      process.env.UV_CACHE_DIR = path.join(process.env.XDG_CACHE_HOME, 'uv');
      return unpackAgain(requirements);
    });
    expect(hosts[0].folder).not.toBe(hosts[1].folder);
    expect(hosts[0].digests).toEqual(hosts[1].digests);
    expect(Object.keys(hosts[0].digests)).toHaveLength(PAINT_FILES.length + 4);
  });

  test('are the same for a checkout with the line endings of Windows', () => {
    const requirements = lockedRequirements('colors\nfast\n');
    const digests = digestsOf(modelWith(requirements));
    for (const file of [requirements, requirements.replace('.txt', '.lock.txt')]) {
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    }
    expect(errorsOf(modelWith(requirements))).toEqual([]);
    expect(digestsOf(modelWith(requirements))).toEqual(digests);
  });

  test('are the same after changes of comments', () => {
    const requirements = lockedRequirements('colors\nfast\n');
    const digests = digestsOf(modelWith(requirements));
    fs.writeFileSync(requirements, '# comment\ncolors\nfast\n');
    lock(requirements);
    expect(digestsOf(modelWith(requirements))).toEqual(digests);
  });

  test('are described by their metadata, without scripts and the files of the installer', () => {
    const { folder, digests } = unpackAgain(lockedRequirements('paint\n'));
    const record = fs.readFileSync(path.join(folder, 'paint-1.0.dist-info/RECORD'), 'utf8');
    expect(record).not.toMatch(/bin\/|INSTALLER|REQUESTED|uv_cache|direct_url/);
    expect(Object.keys(digests).sort()).toEqual(PAINT_FILES);
    const code = [
      'import importlib.metadata as m, paint',
      'print(m.version("paint"), m.entry_points(group="console_scripts")["paint"].value)',
      'print(all(file.locate().exists() for file in m.files("paint")), m.requires("paint"))',
    ].join('\n');
    const { stdout, stderr } = spawnSync('python3', ['-B', '-S', '-c', code], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: folder },
    });
    expect(stderr).toBe('');
    expect(stdout).toBe("1.0 paint:main\nTrue ['colors>=1']\n");
  });

  test('are read from the cache without uv and without the index', () => {
    const requirements = lockedRequirements('paint\n');
    const first = digestsOf(modelWith(requirements));
    fs.renameSync(wheels, `${wheels}.away`);
    try {
      const again = withoutUv(() => {
        const model = modelWith(requirements);
        expect(errorsOf(model)).toEqual([]);
        return digestsOf(model);
      });
      expect(again).toEqual(first);
    } finally {
      fs.renameSync(`${wheels}.away`, wheels);
    }
  });

  test.each([
    ['a deleted file', (folder: string) => fs.rmSync(path.join(folder, 'packages/paint/__init__.py'))],
    ['an incomplete file', (folder: string) => fs.writeFileSync(path.join(folder, 'packages/paint/__init__.py'), 'x')],
    ['a deleted list', (folder: string) => fs.rmSync(path.join(folder, 'files.json'))],
    ['an incomplete list', (folder: string) => fs.writeFileSync(path.join(folder, 'files.json'), '[{"path":')],
    ['deleted packages', (folder: string) => fs.rmSync(path.join(folder, 'packages'), { recursive: true })],
    ['an added file', (folder: string) => fs.writeFileSync(path.join(folder, 'packages/added.py'), '')],
    ['a list without files', (folder: string) => fs.writeFileSync(path.join(folder, 'files.json'), '[]')],
    ['a list that is not a list', (folder: string) => fs.writeFileSync(path.join(folder, 'files.json'), '{"0":null}')],
    ['a list with other digests', (folder: string) => replaceInList(folder, /"sha256":"\w+"/g, '"sha256":"0"')],
    ['a list with other paths', (folder: string) => replaceInList(folder, 'paint/', '../../paint/')],
    ['a link in place of a file', (folder: string) => replaceByLink(path.join(folder, 'packages/paint/__init__.py'))],
  ])('are repaired after %s in the cache', (_, damage) => {
    const requirements = lockedRequirements('paint\n');
    const { folder, digests } = unpackAgain(requirements);
    damage(path.dirname(folder));
    expect(unpackAgain(requirements).digests).toEqual(digests);
    const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(names).toHaveLength(PAINT_FILES.length);
  });

  test('are complete for concurrent processes, which use one of their results', async () => {
    const requirements = lockedRequirements('paint\nfast\n');
    const cache = useEmptyCache();
    const source = path.join(__dirname, '../../lib/model/python-packages/python-packages.ts');
    const script = `
      const { PythonPackages } = require(${JSON.stringify(source)});
      const { files } = PythonPackages.fromRequirements(process.argv[1])._unpacked;
      console.log(files.filter(({ source }) => require('fs').existsSync(source)).length);`;
    const results = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, requirements], {
          cwd: path.join(__dirname, '../..'),
        });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
        await once(child, 'close');
        return output;
      }),
    );
    expect(results).toEqual(Array(3).fill(`${PAINT_FILES.length + 4}\n`));
    expect(fs.readdirSync(cache)).toHaveLength(1); // without temporary folders
  });

  test('are those of the process that finished first', () => {
    const requirements = lockedRequirements('paint\n');
    const { folder, digests } = unpackAgain(requirements);
    const cached = path.dirname(folder);
    fs.renameSync(cached, `${cached}.first`);
    // The other process finishes between the check and the rename of this process.
    const { renameSync } = fs;
    const rename = jest.spyOn(fsModule, 'renameSync').mockImplementation((from, to) => {
      if (to === cached && !fs.existsSync(cached)) renameSync(`${cached}.first`, cached);
      renameSync(from, to);
    });
    try {
      expect(unpackAgain(requirements).digests).toEqual(digests);
    } finally {
      rename.mockRestore();
    }
    expect(fs.readdirSync(path.dirname(cached)).filter((name) => name.startsWith(path.basename(cached)))).toHaveLength(
      1,
    );
  });
});

test('packages of a project are those of its lock', () => {
  const folder = folderWith({
    'pyproject.toml': '[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.8"\ndependencies = ["paint"]\n',
  });
  lock(path.join(folder, 'pyproject.toml'));
  const model = modelWith('unused', undefined, {
    files: ModelFiles.fromDirectory(folderWith({ '1/model.py': MODEL_CODE })),
    pythonPackages: PythonPackages.fromProject(folder),
  });
  expect(errorsOf(model)).toEqual([]);
  expect(pathsOf(model)).toContain('m/1/paint/__init__.py');
});

test('a changed wheel in the index is rejected', () => {
  writeWheels(wheels, [{ package: 'changing 1.0' }]);
  const requirements = lockedRequirements('changing\n');
  useEmptyCache();
  writeWheels(wheels, [{ package: 'changing 1.0', files: { 'changing/__init__.py': 'changed' } }]);
  expect(errorsOf(modelWith(requirements))).toEqual([
    'py.packages-lock: requirements.lock.txt: changing==1.0 in the index has a different hash than in the lock; if the index is right, lock ' +
      'the packages again',
  ]);
});
