import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { REFERENCE } from '../recommender/fixtures';

// What the command writes is there as a whole or not at all: a full disk and a process that is killed leave the file of before, and what
// is half-written goes with the next run. (The files of a local run's own folder are in test/cli/local/killed.proof.test.ts.)

const ROOT = path.join(__dirname, '../..');
const COMMAND = path.join(ROOT, 'assets/cli/index.js');
const MODEL = path.join(ROOT, 'model-artifacts/image-classifier/onnx');
const KILLED_HALFWAY = path.join(__dirname, 'killed-halfway.cjs');

/** A verb that writes a file below the folder DISK. */
interface Writer {
  readonly args: string[];
  /** What is there before, by its path below DISK. */
  readonly before: Record<string, string>;
  /** What the path of the written file or folder begins with. */
  readonly writes: string;
  /** The file of the command that writes it. */
  readonly source: string;
}

const PLAN = ['plan', '--inference-recommender', REFERENCE, '--requests-per-second', '500', '--latency', '500'];
const LOAD = ['load', 'SERVER/secret', '--request', 'REQUEST', '--rate', '1000', '--requests', '2', '--warmup', '0'];
const KEPT = 'measurements/classifier.AllTraffic.json';

const WRITERS: Record<string, Writer> = {
  'check --sarif-file': {
    args: ['check', 'DISK', '--sarif-file', 'DISK/check.sarif'],
    before: { 'config.pbtxt': 'name: "m"\nbackend: "python"\n', 'check.sarif': 'before' },
    writes: 'check.sarif',
    source: 'check/index.ts',
  },
  'dashboard --html': {
    args: ['dashboard', 'ASSEMBLY', '--html', 'DISK/page.html'],
    before: { 'page.html': 'before' },
    writes: 'page.html',
    source: 'dashboard/index.ts',
  },
  'recommend report --html': {
    args: ['recommend', 'report', REFERENCE, '--html', 'DISK/page.html'],
    before: { 'page.html': 'before' },
    writes: 'page.html',
    source: 'recommend/report.ts',
  },
  'recommend fetch': {
    args: ['recommend', 'fetch', 's3://ours/results.csv', '--context', 'DISK/cdk.context.json'],
    before: { 'cdk.context.json': '{"other":1}' },
    writes: 'cdk.context.json',
    source: 'recommend/fetch.ts',
  },
  'plan --json': {
    args: [...PLAN, '--json', 'DISK/plan.json'],
    before: { 'plan.json': 'before' },
    writes: 'plan.json',
    source: 'plan/run-plan.ts',
  },
  'plan --html': {
    args: [...PLAN, '--html', 'DISK/plan.html'],
    before: { 'plan.html': 'before' },
    writes: 'plan.html',
    source: 'plan/run-plan.ts',
  },
  'load --csv': {
    args: [...LOAD, '--csv', 'DISK/load.csv'],
    before: { 'load.csv': 'before' },
    writes: 'load.csv',
    source: 'load/index.ts',
  },
  'load --assembly, which writes as the local run does': {
    args: [...LOAD, '--assembly', 'DISK', '--endpoint', 'classifier'],
    before: { [KEPT]: 'before' },
    writes: KEPT,
    source: 'measurements.ts',
  },
  lock: {
    args: ['lock', 'DISK'],
    before: { '1/model.py': 'model', 'triton-model.lock': '{"files":[]}' },
    writes: 'triton-model.lock',
    source: 'lock/index.ts',
  },
  pack: {
    args: ['pack', MODEL, '--name', 'classifier', '--out', 'DISK'],
    before: { other: 'before' },
    writes: 'classifier',
    source: 'pack/pack-model.ts',
  },
  engine: {
    args: ['engine', `${MODEL}/1/model.onnx`, '--out', 'DISK'],
    before: { other: 'before' },
    writes: 'source',
    source: 'engine/source-folder.ts',
  },
  init: {
    args: ['init', '--model', `${MODEL}/1/model.onnx`, '--language', 'typescript', '--output', 'DISK/app'],
    before: { other: 'before' },
    writes: 'app',
    source: 'init/write-app.ts',
  },
};

const server = createServer((request, response) => {
  response.end(request.method === 'GET' ? 'the,table\n' : '{"model_name":"classifier","outputs":[]}');
});

let work: string;
let places: Record<string, string>;
beforeAll(async () => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'writers-'));
  const app = new App({ outdir: path.join(work, 'cdk.out') });
  new TritonRealtimeEndpoint(new Stack(app, 'Vision'), 'Endpoint', { model: classifier() });
  app.synth();
  const request = path.join(work, 'request.json');
  fs.writeFileSync(request, '{"inputs":[{"name":"image","datatype":"FP32","shape":[1],"data":[1]}]}');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  places = { ASSEMBLY: app.outdir, REQUEST: request, SERVER: url };
});
afterAll(() => {
  server.close();
  fs.rmSync(work, { recursive: true });
});

/** A new folder with what is there before. */
function diskWith({ before }: Writer): string {
  const disk = fs.mkdtempSync(path.join(work, 'disk-'));
  for (const [name, content] of Object.entries(before)) {
    fs.mkdirSync(path.dirname(path.join(disk, name)), { recursive: true });
    fs.writeFileSync(path.join(disk, name), content);
  }
  return disk;
}

interface Ended {
  readonly status: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(program: string, args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(program, args, {
    env: {
      ...process.env,
      AWS_ENDPOINT_URL_S3: places.SERVER,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'nobody',
      AWS_SECRET_ACCESS_KEY: 'nothing',
      ...environment,
    },
  });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { status: child.exitCode ?? child.signalCode, stdout, stderr };
}

const argsOn = (disk: string, { args }: Writer): string[] =>
  args.map((arg) =>
    Object.entries({ ...places, DISK: disk }).reduce((given, [word, value]) => given.replace(word, value), arg),
  );

/** The content of all files below a folder. */
function filesIn(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
}

const isHalf = (name: string): boolean => /\.tmp(\/|$)/.test(name);

describe('on a full disk', () => {
  test.each(Object.entries(WRITERS))('%s changes nothing', async (_, writer) => {
    const before = diskWith(writer);
    const disk = fs.mkdtempSync(path.join(work, 'full-'));
    // A namespace in which `disk` is a file system that is full but for the rest of each file's last page.
    const script = [
      `mount -t tmpfs -o size=64k tmpfs ${disk} && cp -r ${before}/. ${disk}/`,
      `cat /dev/zero > ${disk}/filler 2>/dev/null`,
      `"$@" >&2; status=$?`,
      `rm ${disk}/filler; rm -r ${before}/*; cp -r ${disk}/. ${before}/; exit $status`,
    ].join('\n');
    const command = ['sh', '-c', script, 'sh', process.execPath, COMMAND, ...argsOn(disk, writer)];
    const { status, stderr } = await run('unshare', ['--user', '--map-root-user', '--mount', ...command]);
    expect(stderr).toMatch(/no space left/i);
    expect(status).toBe(2);
    expect(filesIn(before)).toEqual(writer.before);
  });
});

describe('killed when half is written', () => {
  test.each(Object.entries(WRITERS))(
    '%s leaves what was there, and the next run leaves nothing else',
    async (_, writer) => {
      const disk = diskWith(writer);
      const command = [COMMAND, ...argsOn(disk, writer)];
      const killed = await run(process.execPath, ['--require', KILLED_HALFWAY, ...command], {
        KILL_AT: path.join(disk, writer.writes),
      });
      expect(killed.status).toBe('SIGKILL');
      const left = Object.entries(filesIn(disk));
      expect(Object.fromEntries(left.filter(([name]) => !isHalf(name)))).toEqual(writer.before);
      const half = left.flatMap(([name]) => (isHalf(name) ? name.split('/')[0] : []));
      expect(new Set(half).size).toBe(1);

      const next = await run(process.execPath, command);
      expect([next.status, next.stderr]).toEqual([0, expect.anything()]);
      const files = filesIn(disk);
      expect(Object.keys(files).filter(isHalf)).toEqual([]);
      const written = Object.entries(files).filter(([name, content]) => content !== writer.before[name]);
      expect(written).not.toEqual([]);
      expect(written.filter(([name]) => !name.startsWith(writer.writes))).toEqual([]);
    },
  );
});

test('the table has all parts of the command that write files of the user', () => {
  const cli = path.join(ROOT, 'cli');
  const sources = fs.readdirSync(cli, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const writing = sources.filter((name) => {
    const isOfLocalRun = name.startsWith('local/'); // a folder of its own
    const isTemplate = name.startsWith('init/templates/'); // a part of the app that is written
    const calls = /\b(writeText|writeAtomically|writeFileSync|writeFile|createWriteStream|writeArchive|writeLock)\(/;
    return (
      !isOfLocalRun &&
      !isTemplate &&
      name !== 'write-text.ts' &&
      calls.test(fs.readFileSync(path.join(cli, name), 'utf8'))
    );
  });
  expect(writing.sort()).toEqual([...new Set(Object.values(WRITERS).map(({ source }) => source))].sort());
});
