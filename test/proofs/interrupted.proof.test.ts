import { ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ModelArchive } from '../../lib';

// A process that is killed leaves nothing half-written that the next one takes for whole. (Killed local runs are in
// test/cli/local/killed.proof.test.ts.)

const MODEL = fs.readFileSync(path.join(__dirname, '../../model-artifacts/image-classifier/onnx/1/model.onnx'));

let work: string;
let model: string;
beforeEach(() => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'interrupted-'));
  model = path.join(work, 'model');
  fs.mkdirSync(path.join(model, '1'), { recursive: true });
  fs.writeFileSync(path.join(model, '1', 'model.onnx'), MODEL);
  fs.writeFileSync(path.join(model, '1', 'weights.bin'), randomBytes(100e6));
});
afterEach(() => fs.rmSync(work, { recursive: true }));

/** A process group of its own, so that all of it can be killed. */
function run(program: string, ...args: string[]): ChildProcess {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(work, 'cache'), CDK_VALIDATION: 'false' };
  const command = ['--import', 'tsx', path.join(__dirname, program), ...args];
  return spawn(process.execPath, command, { env, detached: true, stdio: 'ignore' });
}

/** Kills a process that writes an archive to a folder while it does. On a busy machine it may be over first: then it starts again. */
async function killHalfway(
  folder: string,
  start: () => ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  for (;;) {
    const child = start();
    while (child.exitCode === null && !halfWritten(folder, 90e6)) await setTimeout(5);
    if (child.exitCode === null) {
      process.kill(-Number(child.pid), signal);
      await once(child, 'close');
      if (child.signalCode === signal) return;
    }
    if (child.exitCode !== 0) throw new Error(`it ended with ${child.exitCode}`);
    for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file), { recursive: true });
  }
}

const halfWritten = (folder: string, bytes: number): boolean =>
  fs.existsSync(folder) &&
  fs.readdirSync(folder).some((file) => {
    const size = file.endsWith('.tmp') ? fs.statSync(path.join(folder, file), { throwIfNoEntry: false })?.size : 0;
    return size !== undefined && size > 0 && size < bytes;
  });

const sha256 = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

test('packing that is killed leaves no archive, and the next one is as if nothing had been', async () => {
  const out = path.join(work, 'out');
  fs.mkdirSync(out);
  await killHalfway(out, () => run('../artifacts/pack-process.ts', model, path.join(out, 'model.tar.gz')));
  expect(fs.readdirSync(out)).toEqual([expect.stringMatching(/^model\.tar\.gz\..+\.tmp$/)]);

  ModelArchive.pack(model, path.join(out, 'model.tar.gz'));
  ModelArchive.pack(model, path.join(work, 'reference.tar.gz'));
  expect(sha256(path.join(out, 'model.tar.gz'))).toBe(sha256(path.join(work, 'reference.tar.gz')));
  expect(fs.readdirSync(out)).toEqual(['model.tar.gz']);
});

test('what killed packing has left goes with the next packing, of whatever content, and the file of one that lives stays', async () => {
  const out = path.join(work, 'out');
  fs.mkdirSync(out);
  const start = (name: string) => (): ChildProcess => run('../artifacts/pack-process.ts', model, path.join(out, name));
  await killHalfway(out, start('killed.tar.gz'));
  const living = start('living.tar.gz')();
  while (!fs.readdirSync(out).some((file) => /^living.*\.tmp$/.test(file))) await setTimeout(5);
  living.kill('SIGSTOP');

  fs.mkdirSync(path.join(work, 'other'));
  fs.writeFileSync(path.join(work, 'other', 'model.py'), 'other');
  fs.writeFileSync(path.join(out, 'notes.tmp'), 'of the user');
  ModelArchive.pack(path.join(work, 'other'), path.join(out, 'other.tar.gz'));
  expect(fs.readdirSync(out).sort()).toEqual([
    expect.stringMatching(/^living\.tar\.gz\..+\.tmp$/),
    'notes.tmp',
    'other.tar.gz',
  ]);
  living.kill('SIGCONT');
  await once(living, 'close');
  expect(fs.readdirSync(out).sort()).toEqual(['living.tar.gz', 'notes.tmp', 'other.tar.gz']);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('packing that %s stops leaves nothing', async (signal) => {
  const out = path.join(work, 'out');
  fs.mkdirSync(out);
  await killHalfway(out, () => run('../artifacts/pack-process.ts', model, path.join(out, 'model.tar.gz')), signal);
  // The process that packs may end after the one that started it.
  await vi.waitFor(() => expect(fs.readdirSync(out)).toEqual([]), { timeout: 10_000 });
});

test('the process that packs ends with the one that started it, and takes its half-written archive away', async () => {
  const out = path.join(work, 'out');
  fs.mkdirSync(out);
  let left: string[] = [];
  // On a busy machine the archive may be whole before the process is killed: then it starts again.
  for (let attempt = 0; attempt === 0 || (left.length > 0 && attempt < 20); attempt++) {
    const starter = run('../artifacts/pack-process.ts', model, path.join(out, 'model.tar.gz'));
    while (starter.exitCode === null && !halfWritten(out, 90e6)) await setTimeout(5);
    starter.kill('SIGKILL'); // and not its group
    while (fs.readdirSync(out).some((file) => file.endsWith('.tmp'))) await setTimeout(20);
    left = fs.readdirSync(out);
    for (const file of left) fs.rmSync(path.join(out, file));
  }
  expect(left).toEqual([]);
});

test('a synthesis that is killed while it packs is repeated in the same folder', async () => {
  const out = path.join(work, 'cdk.out');
  await killHalfway(out, () => run('synth-process.ts', model, out, 'archive'));
  expect(fs.existsSync(path.join(out, 'manifest.json'))).toBe(false);

  const again = run('synth-process.ts', model, out, 'archive');
  const elsewhere = run('synth-process.ts', model, path.join(work, 'reference'), 'archive');
  await Promise.all([once(again, 'close'), once(elsewhere, 'close')]);
  const whole = fs
    .readdirSync(path.join(work, 'reference'))
    .filter((file) => !file.startsWith('asset.') || fs.statSync(path.join(work, 'reference', file)).isFile());
  expect(whole).toContainEqual(expect.stringMatching(/\.tar\.gz$/));
  for (const file of whole)
    expect([file, sha256(path.join(out, file))]).toEqual([file, sha256(path.join(work, 'reference', file))]);
});

test('two syntheses at once in one folder give what one gives', async () => {
  const out = path.join(work, 'cdk.out');
  const children = [1, 2].map(() => run('synth-process.ts', model, out));
  await Promise.all(children.map((child) => once(child, 'close')));
  expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const weights = sha256(path.join(model, '1', 'weights.bin'));
  expect(sha256(path.join(out, `asset.${weights}.bin`))).toBe(weights);
  expect(fs.readdirSync(out).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  expect(JSON.parse(fs.readFileSync(path.join(out, 'manifest.json'), 'utf8'))).toHaveProperty('artifacts.Serving');
});
