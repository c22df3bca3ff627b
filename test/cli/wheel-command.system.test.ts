import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const COMMAND = path.join(__dirname, '..', '..', 'scripts', 'wheel-command.py');

/** A command that tells what it was started with, and waits if its argument is `wait`. */
const PROGRAM = `
const { argv, env } = process;
console.log(JSON.stringify([argv.slice(2), env.JSII_AGENT, require('aws-cdk-lib'), require('constructs')]));
if (argv[2] === 'wait') setInterval(() => undefined, 1000);
process.exitCode = 3;
`;

const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'wheel-command-'));
const cache = path.join(workFolder, 'cache', 'cdk-sagemaker-triton-command');
const site = path.join(workFolder, 'site');
const env = {
  ...process.env,
  PYTHONPATH: site,
  XDG_CACHE_HOME: path.dirname(cache),
  JSII_RUNTIME_PACKAGE_CACHE: 'enabled',
};
afterAll(() => fs.rmSync(workFolder, { recursive: true }));
beforeEach(() => {
  fs.rmSync(path.dirname(cache), { recursive: true, force: true });
  installPackage('cdk_sagemaker_triton/_jsii', 'cdk-sagemaker-triton', { 'assets/cli/index.js': PROGRAM });
  installPackage('aws_cdk/_jsii', 'aws-cdk-lib', {
    'index.js': 'module.exports = "aws-cdk-lib with " + require("@aws-cdk/cloud-assembly-schema")',
  });
  installPackage('aws_cdk/cloud_assembly_schema/_jsii', '@aws-cdk/cloud-assembly-schema', {
    'index.js': 'module.exports = "schema"',
  });
  installPackage('constructs/_jsii', 'constructs', { 'index.js': 'module.exports = "constructs"' });
});

/** Installs a Python package that contains an npm package, as wheels of jsii do. */
function installPackage(folder: string, name: string, files: Record<string, string>): void {
  const unpacked = fs.mkdtempSync(path.join(workFolder, 'npm-'));
  for (const [file, content] of Object.entries({ ...files, 'package.json': JSON.stringify({ name }) })) {
    fs.mkdirSync(path.dirname(path.join(unpacked, 'package', file)), { recursive: true });
    fs.writeFileSync(path.join(unpacked, 'package', file), content);
  }
  fs.mkdirSync(path.join(site, folder), { recursive: true });
  fs.writeFileSync(path.join(site, folder.split('/')[0], '__init__.py'), 'raise ImportError("was imported")');
  execFileSync('tar', ['-czf', path.join(site, folder, 'npm.jsii.tgz'), '-C', unpacked, 'package']);
}

const run = (...args: string[]) => spawnSync('python3', [COMMAND, ...args], { env, encoding: 'utf8' });

test('the command of the wheel is Node.js with the npm packages of the installed Python packages, none of which it imports', () => {
  const { stdout, stderr, status } = run('check', 'a folder');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    ['check', 'a folder'],
    expect.stringMatching(/^Python\/3\./), // messages have the names of Python
    'aws-cdk-lib with schema',
    'constructs',
  ]);
  expect(status).toBe(3);
});

test('the packages are unpacked once, into a folder that only the user can change', () => {
  run();
  const [folder, ...others] = fs.readdirSync(cache);
  const { ino } = fs.statSync(path.join(cache, folder));
  run();
  expect(others).toEqual([]);
  expect(fs.readdirSync(cache)).toEqual([folder]);
  expect(fs.statSync(path.join(cache, folder)).ino).toBe(ino);
  expect(fs.statSync(cache).mode & 0o777).toBe(0o700);
});

test('other content is unpacked again', () => {
  run();
  installPackage('constructs/_jsii', 'constructs', { 'index.js': 'module.exports = "newer constructs"' });
  expect(run().stdout).toContain('"newer constructs"');
});

test('a folder that other users can change is not used', () => {
  run();
  fs.chmodSync(cache, 0o777);
  const { stdout, stderr, status } = run();
  expect(stderr).toBe(
    `error: other users can change ${cache}: delete it, or set XDG_CACHE_HOME to a folder of your own\n`,
  );
  expect([stdout, status]).toEqual(['', 1]);
});

test('a cache that cannot be written is named, with the variable that names another folder', () => {
  fs.writeFileSync(path.dirname(cache), 'a file');
  const { stderr, status } = run();
  expect(stderr).toMatch(
    /^error: the command could not be unpacked: .*\. To use another folder, set XDG_CACHE_HOME\n$/,
  );
  expect(status).toBe(1);
});

test('without Node.js, the command says that it requires it', () => {
  const { stderr, status } = spawnSync('python3', [COMMAND], {
    env: { ...env, JSII_NODE: 'no-such-node' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('error: the command requires Node.js (https://nodejs.org): no-such-node is not installed\n');
  expect(status).toBe(1);
});

test('Node.js of the current folder or of an npm package is not started', () => {
  const folder = path.join(workFolder, 'downloaded');
  const programs = path.join(folder, 'node_modules', '.bin');
  fs.mkdirSync(programs, { recursive: true });
  for (const node of [path.join(folder, 'node'), path.join(programs, 'node')])
    fs.writeFileSync(node, '#!/bin/sh\necho started', { mode: 0o755 });
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  for (const PATH of ['.', '', folder, programs]) {
    const options = { env: { ...env, PATH, JSII_NODE: '' }, cwd: folder, encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync(python, [COMMAND], options);
    expect(stderr).toBe('error: the command requires Node.js (https://nodejs.org): node is not installed\n');
    expect([stdout, status]).toEqual(['', 1]);
  }
});

test('Ctrl-C ends the command, without a traceback', async () => {
  const child = spawn('python3', [COMMAND, 'wait'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  await once(child.stdout, 'data');
  const closed = once(child, 'close');
  child.kill('SIGINT');
  expect(await closed).toEqual([null, 'SIGINT']);
  expect(stderr).toBe('');
});
