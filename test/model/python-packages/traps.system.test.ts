import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { PythonPackages } from '../../../lib';
import { folderWith } from '../folders';
import { lock, modelWith, RELEASE, useEmptyCache, usePackages } from '../wheels';

// Starts uv. Nothing in the folder of a model may run, or change the settings of uv, at the command lock-packages and at synthesis.

const PROJECT =
  '[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.8"\ndependencies = ["paint"]\n' +
  '[build-system]\nrequires = []\nbuild-backend = "trap"\nbackend-path = ["."]\n';

let wheels: string;
const { env } = process;
const { PATH, TMPDIR } = env;

beforeEach(() => {
  wheels = usePackages([{ package: 'colors 1.0' }, { package: 'paint 1.0', requires: ['colors'] }]);
  // The user's own file for settings must apply: it names the only index.
  env.XDG_CONFIG_HOME = folderWith({ 'uv/uv.toml': fs.readFileSync(`${env.UV_CONFIG_FILE}`, 'utf8') });
  delete env.UV_CONFIG_FILE;
  delete env.UV_CACHE_DIR;
});
afterEach(() => {
  env.PATH = PATH;
  if (TMPDIR === undefined) delete env.TMPDIR;
  else env.TMPDIR = TMPDIR;
});

/** Writes everything to a folder that uv could run or obey, also below it. Returns the path of the traces that this leaves. */
function setTraps(folder: string): string {
  const traces = path.join(folderWith({}), 'traces');
  const program = `#!/bin/sh\nmkdir -p ${traces}\nexit 1\n`;
  const settings = `cache-dir = "${traces}"\npython-preference = "only-managed"\npython-install-mirror = "file://${traces}"\n`;
  const files: Record<string, string> = {
    'uv.toml': settings,
    '.python-version': `${folder}/python3\n`,
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    'pyproject.toml': `${PROJECT}[tool.uv]\n${settings}[tool.uv.workspace]\nmembers = ["**"]\n`,
    'setup.py': `import os; os.mkdir("${traces}")\n`,
    'trap.py': `import os; os.mkdir("${traces}")\n`,
  };
  for (const name of ['uv', 'python', 'python3', '.venv/bin/python', '.venv/bin/python3']) files[name] = program;
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content, { mode: 0o755 });
  }
  return traces;
}

/** Locks and unpacks the packages of a file. Returns the modules and the errors. */
function lockAndUnpack(file: string): unknown[] {
  lock(file);
  return unpack(file);
}

function unpack(file: string): unknown[] {
  useEmptyCache();
  delete env.UV_CACHE_DIR;
  const packages = file.endsWith('.toml')
    ? PythonPackages.fromProject(path.dirname(file))
    : PythonPackages.fromRequirements(file);
  const findings = modelWith(file, undefined, { pythonPackages: packages }).validate({ tritonRelease: RELEASE });
  return [...packages._unpacked.modules, ...findings.filter(({ ruleId }) => ruleId.startsWith('py.packages'))];
}

test.each(['requirements.txt', 'pyproject.toml', 'pyproject.toml with uv.lock'])(
  'the folder of %s runs nothing, and contains no settings of uv',
  (name) => {
    const folder = folderWith({ 'requirements.txt': 'paint\n', 'pyproject.toml': PROJECT });
    if (name.endsWith('uv.lock')) expect(spawnSync('uv', ['lock', '--python', '>=3'], { cwd: folder }).status).toBe(0);
    const traces = setTraps(folder);
    expect(lockAndUnpack(path.join(folder, name.split(' ')[0]))).toEqual(['colors', 'paint']);
    expect(fs.existsSync(traces)).toBe(false);
  },
);

test('synthesis alone runs nothing in the folder of the lock', () => {
  const folder = folderWith({ 'requirements.txt': 'paint\n' });
  lock(path.join(folder, 'requirements.txt'));
  const traces = setTraps(folder);
  expect(unpack(path.join(folder, 'requirements.txt'))).toEqual(['colors', 'paint']);
  expect(fs.existsSync(traces)).toBe(false);
});

test('a member of a workspace has the versions of its uv.lock, and runs nothing', () => {
  const member = PROJECT.replace('"paint"', '"colors", "lib"') + '[tool.uv.sources]\nlib = { workspace = true }\n';
  const root = folderWith({
    'pyproject.toml': '[tool.uv.workspace]\nmembers = ["members/*"]\n',
    'members/app/pyproject.toml': member,
    'members/lib/pyproject.toml': PROJECT.replace('"app"', '"lib"'),
  });
  expect(spawnSync('uv', ['lock', '--python', '>=3'], { cwd: root }).status).toBe(0);
  const [settings, app] = [path.join(root, 'pyproject.toml'), path.join(root, 'members/app')];
  const traces = setTraps(app);
  fs.writeFileSync(path.join(app, 'pyproject.toml'), member.replace(', "lib"', ''));
  fs.appendFileSync(settings, `[tool.uv]\ncache-dir = "${traces}"\n`);
  expect(lockAndUnpack(path.join(app, 'pyproject.toml'))).toEqual(['colors']);
  expect(fs.existsSync(traces)).toBe(false);
});

test.each(['the model', 'temporary files'])('a parent folder of the folder of %s runs nothing', (kind) => {
  const parent = folderWith({ 'model/requirements.txt': 'paint\n', 'tmp/.keep': '' });
  const traces = setTraps(parent);
  if (kind !== 'the model') env.TMPDIR = path.join(parent, 'tmp');
  const folder = kind === 'the model' ? path.join(parent, 'model') : folderWith({ 'requirements.txt': 'paint\n' });
  expect(lockAndUnpack(path.join(folder, 'requirements.txt'))).toEqual(['colors', 'paint']);
  expect(fs.existsSync(traces)).toBe(false);
});

test('a linked folder runs nothing', () => {
  const folder = folderWith({ 'requirements.txt': 'paint\n' });
  const traces = setTraps(folder);
  const link = path.join(folderWith({}), 'link');
  fs.symlinkSync(folder, link);
  expect(lockAndUnpack(path.join(link, 'requirements.txt'))).toEqual(['colors', 'paint']);
  expect(fs.existsSync(traces)).toBe(false);
});

test('programs are those of the user, even if PATH contains the folder, a link to it or relative paths', () => {
  const [folder, current] = [folderWith({ 'requirements.txt': 'paint\n' }), folderWith({ 'below/.keep': '' })];
  const link = path.join(folderWith({}), 'link');
  fs.symlinkSync(folder, link);
  const traces = [folder, current, path.join(current, 'below')].map(setTraps);
  const previous = process.cwd();
  process.chdir(current);
  env.PATH = ['', '.', 'below', current, folder, link, PATH].join(path.delimiter);
  try {
    expect(lockAndUnpack(path.join(folder, 'requirements.txt'))).toEqual(['colors', 'paint']);
  } finally {
    process.chdir(previous);
  }
  expect(traces.filter((each) => fs.existsSync(each))).toEqual([]);
});

test('a project with dynamic dependencies is not built', () => {
  const project = PROJECT.replace('dependencies = ["paint"]', 'dynamic = ["dependencies"]');
  const folder = folderWith({ 'pyproject.toml': '' });
  const traces = setTraps(folder);
  fs.writeFileSync(path.join(folder, 'pyproject.toml'), project);
  expect(() => lock(path.join(folder, 'pyproject.toml'))).toThrow(
    'pyproject.toml: got dynamic dependencies, for which code of the project would run; list them in `dependencies` of [project]',
  );
  expect(fs.existsSync(traces)).toBe(false);
});

test('relative paths in environment variables are those of the user', () => {
  const previous = process.cwd();
  delete env.XDG_CONFIG_HOME;
  process.chdir(path.dirname(wheels));
  Object.assign(env, { UV_FIND_LINKS: 'wheels', UV_CONFIG_FILE: 'uv.toml' });
  fs.writeFileSync('uv.toml', 'no-index = true\n');
  try {
    const file = path.join(folderWith({ 'requirements.txt': 'paint\n' }), 'requirements.txt');
    expect(lockAndUnpack(file)).toEqual(['colors', 'paint']);
  } finally {
    process.chdir(previous);
    delete env.UV_FIND_LINKS;
    delete env.UV_CONFIG_FILE;
  }
});
