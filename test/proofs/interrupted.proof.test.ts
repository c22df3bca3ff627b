import { ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ModelArchive } from '../../lib';
import { eventually } from '../setup/eventually';

// A killed process leaves no incomplete file that a later process would use. (Local runs are tested in
// test/cli/local/killed.proof.test.ts.)

const MODEL = fs.readFileSync(path.join(__dirname, '../../model-artifacts/image-classifier/onnx/1/model.onnx'));

let workFolder: string;
let model: string;
beforeEach(() => {
  workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'interrupted-'));
  model = path.join(workFolder, 'model');
  fs.mkdirSync(path.join(model, '1'), { recursive: true });
  fs.writeFileSync(path.join(model, '1', 'model.onnx'), MODEL);
  fs.writeFileSync(path.join(model, '1', 'weights.bin'), randomBytes(100e6));
});
afterEach(() => fs.rmSync(workFolder, { recursive: true }));

/** Runs a program in a new process group, so that the entire group can be killed. */
function run(program: string, ...args: string[]): ChildProcess {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(workFolder, 'cache'), CDK_VALIDATION: 'false' };
  const command = ['--import', 'tsx', path.join(__dirname, program), ...args];
  return spawn(process.execPath, command, { env, detached: true, stdio: 'ignore' });
}

/** Starts a process, and kills it while it writes an archive to the folder. Starts a new process if the process exits before that. */
async function killWhileWriting(
  folder: string,
  start: () => ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  for (;;) {
    const child = start();
    while (child.exitCode === null && !hasIncompleteFile(folder, 90e6)) await setTimeout(5);
    if (child.exitCode === null) {
      process.kill(-Number(child.pid), signal);
      await once(child, 'close');
      if (child.signalCode === signal) return;
    }
    if (child.exitCode !== 0) throw new Error(`the process ended with ${child.exitCode}`);
    for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file), { recursive: true });
  }
}

/** Whether a folder contains a temporary file that is neither empty nor complete. */
const hasIncompleteFile = (folder: string, completeBytes: number): boolean =>
  fs.existsSync(folder) &&
  fs.readdirSync(folder).some((file) => {
    const size = file.endsWith('.tmp') ? fs.statSync(path.join(folder, file), { throwIfNoEntry: false })?.size : 0;
    return size !== undefined && size > 0 && size < completeBytes;
  });

const sha256 = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

test('a killed packing process leaves no archive, and the next packing succeeds', async () => {
  const out = path.join(workFolder, 'out');
  fs.mkdirSync(out);
  await killWhileWriting(out, () => run('../artifacts/pack-process.ts', model, path.join(out, 'model.tar.gz')));
  expect(fs.readdirSync(out)).toEqual([expect.stringMatching(/^model\.tar\.gz\..+\.tmp$/)]);

  ModelArchive.pack(model, path.join(out, 'model.tar.gz'));
  ModelArchive.pack(model, path.join(workFolder, 'reference.tar.gz'));
  expect(sha256(path.join(out, 'model.tar.gz'))).toBe(sha256(path.join(workFolder, 'reference.tar.gz')));
  expect(fs.readdirSync(out)).toEqual(['model.tar.gz']);
});

test('packing removes the temporary files of killed processes, and keeps the files of running processes', async () => {
  const out = path.join(workFolder, 'out');
  fs.mkdirSync(out);
  const start = (name: string) => (): ChildProcess => run('../artifacts/pack-process.ts', model, path.join(out, name));
  await killWhileWriting(out, start('killed.tar.gz'));
  const running = start('running.tar.gz')();
  while (!fs.readdirSync(out).some((file) => /^running.*\.tmp$/.test(file))) await setTimeout(5);
  running.kill('SIGSTOP');

  fs.mkdirSync(path.join(workFolder, 'other'));
  fs.writeFileSync(path.join(workFolder, 'other', 'model.py'), 'other');
  fs.writeFileSync(path.join(out, 'notes.tmp'), 'a file of the user');
  ModelArchive.pack(path.join(workFolder, 'other'), path.join(out, 'other.tar.gz'));
  expect(fs.readdirSync(out).sort()).toEqual([
    'notes.tmp',
    'other.tar.gz',
    expect.stringMatching(/^running\.tar\.gz\..+\.tmp$/),
  ]);
  running.kill('SIGCONT');
  await once(running, 'close');
  expect(fs.readdirSync(out).sort()).toEqual(['notes.tmp', 'other.tar.gz', 'running.tar.gz']);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a packing process that ends because of %s leaves no file',
  async (signal) => {
    const out = path.join(workFolder, 'out');
    fs.mkdirSync(out);
    await killWhileWriting(
      out,
      () => run('../artifacts/pack-process.ts', model, path.join(out, 'model.tar.gz')),
      signal,
    );
    // The packing process may exit a little later than its parent process.
    await eventually(() => expect(fs.readdirSync(out)).toEqual([]));
  },
);

test('the packing process ends with its parent process, and deletes its incomplete archive', async () => {
  const out = path.join(workFolder, 'out');
  fs.mkdirSync(out);
  let remaining: string[] = [];
  // If the archive is complete before the process is killed, the process is started again.
  for (let attempt = 0; attempt === 0 || (remaining.length > 0 && attempt < 20); attempt++) {
    const parent = run('../artifacts/pack-process.ts', model, path.join(out, 'model.tar.gz'));
    while (parent.exitCode === null && !hasIncompleteFile(out, 90e6)) await setTimeout(5);
    parent.kill('SIGKILL'); // kills only this process, not its process group
    while (fs.readdirSync(out).some((file) => file.endsWith('.tmp'))) await setTimeout(20);
    remaining = fs.readdirSync(out);
    for (const file of remaining) fs.rmSync(path.join(out, file));
  }
  expect(remaining).toEqual([]);
});

test('after a synthesis is killed while it packs, a repeated synthesis in the same folder writes complete files', async () => {
  const out = path.join(workFolder, 'cdk.out');
  await killWhileWriting(out, () => run('synth-process.ts', model, out, 'archive'));
  expect(fs.existsSync(path.join(out, 'manifest.json'))).toBe(false);

  const repeated = run('synth-process.ts', model, out, 'archive');
  const reference = run('synth-process.ts', model, path.join(workFolder, 'reference'), 'archive');
  await Promise.all([once(repeated, 'close'), once(reference, 'close')]);
  const files = fs
    .readdirSync(path.join(workFolder, 'reference'))
    .filter((file) => !file.startsWith('asset.') || fs.statSync(path.join(workFolder, 'reference', file)).isFile());
  expect(files).toContainEqual(expect.stringMatching(/\.tar\.gz$/));
  for (const file of files)
    expect([file, sha256(path.join(out, file))]).toEqual([file, sha256(path.join(workFolder, 'reference', file))]);
});

test('two concurrent syntheses in one folder succeed, and leave complete files', async () => {
  const out = path.join(workFolder, 'cdk.out');
  const children = [1, 2].map(() => run('synth-process.ts', model, out));
  await Promise.all(children.map((child) => once(child, 'close')));
  expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const weights = sha256(path.join(model, '1', 'weights.bin'));
  expect(sha256(path.join(out, `asset.${weights}.bin`))).toBe(weights);
  expect(fs.readdirSync(out).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  expect(JSON.parse(fs.readFileSync(path.join(out, 'manifest.json'), 'utf8'))).toHaveProperty('artifacts.Serving');
});
