import { ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ModelArchive } from '../../lib';
import { eventually } from '../setup/eventually';

// A killed process leaves no incomplete file that a later process would use. (Local runs are tested in
// test/cli/local/killed.proof.test.ts.)

const MODEL = fs.readFileSync(path.join(__dirname, '../../model-artifacts/image-classifier/onnx/1/model.onnx'));
const PACK = '../artifacts/pack-process.ts';
const SYNTH = 'synth-process.ts';
const PAUSED_HALFWAY = path.join(__dirname, 'paused-halfway.cjs');

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
function run(environment: Record<string, string>, program: string, ...args: string[]): ChildProcess {
  const cache = path.join(workFolder, 'cache');
  const env = { ...process.env, XDG_CACHE_HOME: cache, CDK_VALIDATION: 'false', ...environment };
  const command = ['--import', 'tsx', path.join(__dirname, program), ...args];
  return spawn(process.execPath, command, { env, detached: true, stdio: 'ignore' });
}

/** Runs a program like `run`, but packing pauses when a part of the archive is written. */
function runUntilHalfway(program: string, ...args: string[]): ChildProcess {
  return run({ NODE_OPTIONS: `--require ${PAUSED_HALFWAY}` }, program, ...args);
}

/** Waits until a folder contains a part of an archive. */
async function waitForPart(folder: string): Promise<void> {
  await eventually(() => {
    const parts = fs.readdirSync(folder).filter((file) => file.endsWith('.tmp'));
    expect(parts.map((file) => fs.statSync(path.join(folder, file)).size > 0)).toContain(true);
  });
}

/** Kills a process and its child processes while it writes an archive to the folder. */
async function killWhileWriting(folder: string, child: ChildProcess): Promise<void> {
  await waitForPart(folder);
  process.kill(-Number(child.pid), 'SIGKILL');
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');
}

const sha256 = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

test('a killed packing process leaves no archive, and the next packing succeeds', async () => {
  const out = path.join(workFolder, 'out');
  fs.mkdirSync(out);
  await killWhileWriting(out, runUntilHalfway(PACK, model, path.join(out, 'model.tar.gz')));
  expect(fs.readdirSync(out)).toEqual([expect.stringMatching(/^model\.tar\.gz\..+\.tmp$/)]);

  ModelArchive.pack(model, path.join(out, 'model.tar.gz'));
  ModelArchive.pack(model, path.join(workFolder, 'reference.tar.gz'));
  expect(sha256(path.join(out, 'model.tar.gz'))).toBe(sha256(path.join(workFolder, 'reference.tar.gz')));
});

test('after a synthesis is killed while it packs, a repeated synthesis in the same folder writes complete files', async () => {
  const out = path.join(workFolder, 'cdk.out');
  await killWhileWriting(out, runUntilHalfway(SYNTH, model, out, 'archive'));
  expect(fs.existsSync(path.join(out, 'manifest.json'))).toBe(false);

  const repeated = run({}, SYNTH, model, out, 'archive');
  const reference = run({}, SYNTH, model, path.join(workFolder, 'reference'), 'archive');
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
  const children = [1, 2].map(() => run({}, SYNTH, model, out));
  await Promise.all(children.map((child) => once(child, 'close')));
  expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const weights = sha256(path.join(model, '1', 'weights.bin'));
  expect(sha256(path.join(out, `asset.${weights}.bin`))).toBe(weights);
  expect(fs.readdirSync(out).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  expect(JSON.parse(fs.readFileSync(path.join(out, 'manifest.json'), 'utf8'))).toHaveProperty('artifacts.Serving');
});
