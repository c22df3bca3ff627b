import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';

// `engine`, stopped, killed and run several times in one folder, with a program in place of Docker.

const ROOT = path.join(__dirname, '../..');
const COMMAND = path.join(ROOT, 'assets/cli/index.js');
const ONNX = path.join(ROOT, 'model-artifacts/image-classifier/onnx/1/model.onnx');

let work: string;
let out: string;
beforeEach(() => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-stopped-'));
  out = path.join(work, 'out');
  fs.mkdirSync(path.join(work, 'bin'));
  fs.mkdirSync(path.join(work, 'tmp'));
});
afterEach(() => fs.rmSync(work, { recursive: true }));

/** What is in the place of Docker is a shell script. */
function engine(docker: string, ...options: string[]): ChildProcess {
  fs.writeFileSync(path.join(work, 'bin', 'docker'), `#!/bin/bash\n${docker}\n`, { mode: 0o755 });
  const PATH = `${path.join(work, 'bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH, TMPDIR: path.join(work, 'tmp') };
  return spawn(process.execPath, [COMMAND, 'engine', ONNX, '--out', out, ...options], { env });
}

/** Starts a build that does not end by itself, and waits until it has begun. */
async function begun(docker: string): Promise<ChildProcess> {
  const child = engine(`${docker}\necho begun >&2\nwhile true; do sleep 0.1; done`, '--run');
  for await (const chunk of child.stderr ?? []) if (String(chunk).includes('begun')) break;
  return child;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops Docker, and leaves nothing', async (signal) => {
  const child = await begun(`trap 'echo stopped > ${work}/stopped; exit 1' INT TERM HUP`);
  child.kill(signal);
  const [status] = (await once(child, 'exit')) as [number];
  expect([status, fs.existsSync(path.join(work, 'stopped'))]).toEqual([1, true]);
  expect([fs.readdirSync(out), fs.readdirSync(path.join(work, 'tmp'))]).toEqual([[], []]);
});

test('what SIGKILL leaves is removed by the next run, and what a living run has stays', async () => {
  const killed = await begun(`echo $$ > ${work}/docker`);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  process.kill(Number(fs.readFileSync(path.join(work, 'docker'), 'utf8')), 'SIGKILL');
  const [left] = fs.readdirSync(out);
  expect(left).toMatch(/^build\..+\.tmp$/);

  const living = await begun("trap 'exit 1' TERM");
  const [current, ...others] = fs.readdirSync(out);
  expect([others, current === left]).toEqual([[], false]);
  const last = engine('exit 1', '--run');
  await once(last, 'exit');
  expect(fs.readdirSync(out)).toEqual([current]);
  living.kill('SIGTERM');
  await once(living, 'exit');
  expect(fs.readdirSync(out)).toEqual([]);
});

test('runs at the same time leave the whole folder of one, and each other one ends with one sentence', async () => {
  const children = Array.from({ length: 6 }, () => engine('exit 1'));
  const ended = await Promise.all(
    children.map(async (child) => {
      const [error] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')]);
      return { status: child.exitCode, error };
    }),
  );
  expect(ended.map(({ status }) => status)).toContain(0);
  for (const { status, error } of ended.filter((each) => each.status !== 0))
    expect([status, error]).toEqual([2, expect.stringMatching(/^error: .+\n$/)]);
  expect(fs.readdirSync(out)).toEqual(['source']);
  const again = engine('exit 1');
  await once(again, 'exit');
  expect([again.exitCode, fs.readdirSync(out)]).toEqual([0, ['source']]);
});
