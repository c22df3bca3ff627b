import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { App, Stack } from 'aws-cdk-lib';
import { ModelExample, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../../lib';
import { ARTIFACTS, classifier } from '../../endpoint/fixtures';
import { LocalCommand, runs } from './command';

// A local run that is killed leaves no server behind, and nothing that stops the next one.

let folder: string;
let assembly: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'killed-'));
  assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  const examples = [ModelExample.fromFile(path.join(ARTIFACTS, 'image-classifier', 'onnx.example.json'))];
  const model = classifier({ examples });
  new TritonRealtimeEndpoint(new Stack(app, 'One'), 'Endpoint', { model });
  new TritonMultiModelEndpoint(new Stack(app, 'Many'), 'Endpoint', { models: [model] });
  app.synth();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function holds(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(5);
}

const SERVES = (command: LocalCommand): Promise<unknown> => command.says(/AWS_ENDPOINT_URL=/);

const sharedMemoryOf = (work: string): string[] =>
  fs.readdirSync('/dev/shm').filter((name) => name.startsWith(`${work}-`));

/** Until the server's process is there: it loads no model yet. */
const STARTS = async (_: LocalCommand, temporary: string): Promise<void> => {
  await holds(() => runs(temporary));
};

test.each<[string, string, (command: LocalCommand, temporary: string) => Promise<unknown>]>([
  ['while the server starts', 'One', STARTS],
  ['while it serves a model', 'One', SERVES],
  ['while it serves many', 'Many', SERVES],
])('killed %s', async (_, stack, until) => {
  const temporary = fs.mkdtempSync(path.join(folder, 'tmp-'));
  const run = (...args: string[]): LocalCommand =>
    new LocalCommand([assembly, '--stack', stack, '--requests', '1', ...args], { TMPDIR: temporary });
  const killed = run('--keep');
  await until(killed, temporary);
  const [work] = fs.readdirSync(temporary);
  expect(runs(work)).toBe(true);
  expect(sharedMemoryOf(work)).toEqual([]); // no other user reads tensors
  killed.child.kill('SIGKILL');
  await killed.end();
  await holds(() => !runs(work));
  expect(sharedMemoryOf(work)).toEqual([]);

  const next = run();
  expect([await next.end(), next.output]).toEqual([0, expect.stringContaining('1 passed, 0 not executed, 0 failed')]);
  expect(fs.readdirSync(temporary)).toEqual([]); // nor the files of the killed one
});
