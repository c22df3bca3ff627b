import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';

// Runs the command `engine` several times in one folder, and stops or kills some runs. A shell script replaces Docker.

const ROOT = path.join(__dirname, '../..');
const COMMAND = path.join(ROOT, 'assets/cli/index.js');
const ONNX = path.join(ROOT, 'model-artifacts/image-classifier/onnx/1/model.onnx');

let workFolder: string;
let out: string;
beforeEach(() => {
  workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-stopped-'));
  out = path.join(workFolder, 'out');
  fs.mkdirSync(path.join(workFolder, 'bin'));
  fs.mkdirSync(path.join(workFolder, 'tmp'));
});
afterEach(() => fs.rmSync(workFolder, { recursive: true }));

/**
 * Starts the command.
 *
 * @param docker the text of a shell script that replaces Docker
 */
function startEngineCommand(docker: string, ...options: string[]): ChildProcess {
  fs.writeFileSync(path.join(workFolder, 'bin', 'docker'), `#!/bin/bash\n${docker}\n`, { mode: 0o755 });
  const PATH = `${path.join(workFolder, 'bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH, TMPDIR: path.join(workFolder, 'tmp') };
  return spawn(process.execPath, [COMMAND, 'engine', ONNX, '--out', out, ...options], { env });
}

/** Starts a build that runs until it is stopped, and waits until the build has begun. */
async function startBuild(docker: string): Promise<ChildProcess> {
  const child = startEngineCommand(`${docker}\necho begun >&2\nwhile true; do sleep 0.1; done`, '--run');
  for await (const chunk of child.stderr ?? []) if (String(chunk).includes('begun')) break;
  return child;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops Docker, and leaves no files', async (signal) => {
  const child = await startBuild(`trap 'echo stopped > ${workFolder}/stopped; exit 1' INT TERM HUP`);
  child.kill(signal);
  const [status] = (await once(child, 'exit')) as [number];
  expect([status, fs.existsSync(path.join(workFolder, 'stopped'))]).toEqual([1, true]);
  expect([fs.readdirSync(out), fs.readdirSync(path.join(workFolder, 'tmp'))]).toEqual([[], []]);
});

test('the next run removes files of a killed run, but not files of a running build', async () => {
  const killed = await startBuild(`echo $$ > ${workFolder}/docker`);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  process.kill(Number(fs.readFileSync(path.join(workFolder, 'docker'), 'utf8')), 'SIGKILL');
  const [leftover] = fs.readdirSync(out);
  expect(leftover).toMatch(/^build\..+\.tmp$/);

  const runningBuild = await startBuild("trap 'exit 1' TERM");
  const [current, ...others] = fs.readdirSync(out);
  expect([others, current === leftover]).toEqual([[], false]);
  const last = startEngineCommand('exit 1', '--run');
  await once(last, 'exit');
  expect(fs.readdirSync(out)).toEqual([current]);
  runningBuild.kill('SIGTERM');
  await once(runningBuild, 'exit');
  expect(fs.readdirSync(out)).toEqual([]);
});

test('of several concurrent runs, one run writes the complete folder, and the other runs end with an error message of one sentence', async () => {
  const children = Array.from({ length: 6 }, () => startEngineCommand('exit 1'));
  const results = await Promise.all(
    children.map(async (child) => {
      const [error] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')]);
      return { status: child.exitCode, error };
    }),
  );
  expect(results.map(({ status }) => status)).toContain(0);
  for (const { status, error } of results.filter((each) => each.status !== 0))
    expect([status, error]).toEqual([2, expect.stringMatching(/^error: .+\n$/)]);
  expect(fs.readdirSync(out)).toEqual(['source']);
  const nextRun = startEngineCommand('exit 1');
  await once(nextRun, 'exit');
  expect([nextRun.exitCode, fs.readdirSync(out)]).toEqual([0, ['source']]);
});
