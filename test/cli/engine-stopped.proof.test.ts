import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

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
