import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { ModelExample, PythonPackages, TritonRealtimeEndpoint } from '../../../lib';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { folderWith } from '../folders';
import { lock, MODEL_CODE, modelWith, RELEASE, useEmptyCache, usePackages } from '../wheels';

// Starts uv, and a real Triton server. Nothing in a folder that others wrote may run or change settings of programs, in synthesis and in commands.

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

/** Programs that the library, the command or other programs start. */
const PROGRAMS = [
  ...[
    'uv',
    'python',
    'python3',
    '.venv/bin/python',
    '.venv/bin/python3',
    '.cache/cdk-sagemaker-triton/venv/bin/python',
  ],
  ...[
    'tar',
    'gzip',
    'bash',
    'sh',
    'env',
    'node',
    'git',
    'docker',
    'docker-credential-trap',
    'unshare',
    'mount',
    'apt-get',
  ],
  ...['dpkg-query', 'sed', 'trtexec', 'tritonserver', '.docker/cli-plugins/docker-run'],
];
/** Python modules that programs import from the current folder. */
const MODULES = ['json', 'ensurepip', 'venv', 'pip', 'numpy', 'asyncio', 'importlib', 'sitecustomize', 'usercustomize'];
/** npm packages that the command contains. */
const PACKAGES = ['aws-cdk-lib', 'constructs', 'commander', 'tar', 'get-port'];

/** Writes everything to a folder that a program could run or obey, also below it. Returns the path of the traces that this leaves. */
function setTraps(folder: string): string {
  const traces = path.join(folderWith({}), 'traces');
  const program = `#!/bin/sh\nmkdir -p ${traces}\nexit 1\n`;
  const settings = `cache-dir = "${traces}"\npython-preference = "only-managed"\npython-install-mirror = "file://${traces}"\n`;
  const files: Record<string, string> = {
    'uv.toml': settings,
    '.python-version': `${folder}/python3\n`,
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    'pyproject.toml': `${PROJECT}[tool.uv]\n${settings}[tool.uv.workspace]\nmembers = ["**"]\n`,
    'package.json': '{ "type": "module", "main": "trap.cjs" }',
    '.npmrc': `node-options=--require=${folder}/trap.cjs\nscript-shell=${folder}/sh\n`,
    'trap.cjs': `require('fs').mkdirSync('${traces}');\n`,
    '.env': `NODE_OPTIONS=--require=${folder}/trap.cjs\nPATH=${folder}\n`,
    'node.config.json': `{ "nodeOptions": { "require": ["${folder}/trap.cjs"] } }`,
    'tsconfig.json': '{ "extends": "./trap.cjs" }',
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.git/config': `[core]\n  repositoryformatversion = 0\n  fsmonitor = ${folder}/sh\n  sshCommand = ${folder}/sh\n`,
    '.docker/config.json': '{ "credsStore": "trap", "currentContext": "trap" }',
    '.aws/config': `[default]\ncredential_process = ${folder}/sh\n`,
    '.bashrc': `${folder}/sh\n`,
  };
  for (const name of ['setup', 'trap', ...MODULES]) files[`${name}.py`] = `import os; os.mkdir("${traces}")\n`;
  for (const name of PROGRAMS) files[name] = files[`node_modules/.bin/${path.basename(name)}`] = program;
  for (const name of PACKAGES) files[`node_modules/${name}/index.js`] = files['trap.cjs'];
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content, { mode: 0o755 });
  }
  return traces;
}

/** A folder that others wrote, with inputs of all commands, from which a user runs them. */
function foreignFolder(): string {
  const model = path.join(ARTIFACTS_FOLDER, 'image-classifier');
  const config = 'backend: "python"\nmax_batch_size: 8\ninput { name: "x" data_type: TYPE_FP32 dims: 1 }\n';
  const output = 'output { name: "y" data_type: TYPE_FP32 dims: 1 }\n';
  const environment =
    'parameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/env.tar.gz" } }\n';
  const folder = folderWith({
    'models/m/config.pbtxt': config + output + environment,
    'models/m/1/model.py': MODEL_CODE,
    'requirements.txt': 'paint\n',
    'model.onnx': fs.readFileSync(path.join(model, 'onnx/1/model.onnx')),
    'server.log': 'error: creating server: Internal - failed to load all models\n',
    'packed/bin/activate': '',
  });
  const archive = path.join(folder, 'models/m/env.tar.gz');
  expect(spawnSync('tar', ['-czf', archive, '-C', path.join(folder, 'packed'), '.']).status).toBe(0);
  const app = new App({ outdir: path.join(folder, 'cdk.out') });
  const examples = [ModelExample.fromFile(path.join(model, 'onnx.example.json'))];
  new TritonRealtimeEndpoint(new Stack(app, 'Stack'), 'Endpoint', {
    endpointName: 'e',
    model: classifier({ examples }),
  });
  app.synth();
  return folder;
}

const COMMAND = path.resolve('assets/cli/index.js');

// The output shows that the program has run, or cannot be run on this host.
test.each([
  ['check', [COMMAND, 'check', 'models', 'cdk.out'], /\d+ warning|no findings|models?/],
  ['lock', [COMMAND, 'lock', 'models/m'], /triton-model\.lock/],
  ['lock-packages', [COMMAND, 'lock-packages', 'requirements.txt'], /2 packages for Python/],
  ['pack', [COMMAND, 'pack', 'models/m', '--out', 'out'], /m-\w+\.tar\.gz/],
  ['init', [COMMAND, 'init', '--model', 'model.onnx', '--output', 'app'], /app/],
  ['engine', [COMMAND, 'engine', 'model.onnx', '--run', '--out', 'plan'], /docker/i],
  ['local', [COMMAND, 'local', 'cdk.out'], /PASSED/],
  ['consequences', [COMMAND, 'consequences', 'cdk.out'], /endpoint/],
  ['diagnose', [COMMAND, 'diagnose', 'server.log'], /./],
  ['the setup of the server', ['bash', path.resolve('assets/cli/setup.sh')], /^$/],
])('%s runs nothing in the current folder', (_, args, output) => {
  const folder = foreignFolder();
  const traces = setTraps(folder);
  const program = args[0] === COMMAND ? process.execPath : `/bin/${args.shift()}`;
  const result = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...env,
      PATH: ['', '.', '.venv/bin', path.join(folder, 'node_modules/.bin/'), PATH].join(path.delimiter),
      XDG_CACHE_HOME: '.cache', // a relative path is ignored
      XDG_CONFIG_HOME: env.XDG_CONFIG_HOME,
    },
  });
  expect(result.stdout + result.stderr).toMatch(output);
  expect(fs.existsSync(traces)).toBe(false);
});

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
