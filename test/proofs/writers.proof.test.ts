import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import { MODEL as MODEL_OF_RECORDINGS } from '../../bench/advise/metrics';
import { readRecordings } from '../../bench/advise/recording';
import { usePackages } from '../model/wheels';
import { REFERENCE } from '../recommender/fixtures';
import { sample } from '../setup/proof';

// The command writes files completely or not at all. If the disk is full or the process is killed, the previous file is unchanged. (The folder of a local run is tested in test/cli/local/killed.proof.test.ts.)

const ROOT = path.join(__dirname, '../..');
const COMMAND = path.join(ROOT, 'assets/cli/index.js');
const MODEL = path.join(ROOT, 'model-artifacts/image-classifier/onnx');
const DESCRIPTION = path.join(ROOT, 'test/cli/import/saved');
const KILLED_HALFWAY = path.join(__dirname, 'killed-halfway.cjs');

/** A subcommand that writes a file to a folder. In the arguments, DISK is replaced by the path of this folder. */
interface Writer {
  readonly args: string[];
  /** The initial content of the files in DISK, by path. */
  readonly initialFiles: Record<string, string>;
  /** The beginning of the path of the file or folder that is written. */
  readonly writtenPath: string;
  /** The source file that writes the file or folder, relative to cli/. */
  readonly source: string;
}

const PLAN = ['plan', '--inference-recommender', REFERENCE, '--requests-per-second', '500', '--latency', '500'];
const SIMULATE = [
  'simulate',
  '--trace',
  'TRACE',
  '--latency-table',
  'LATENCIES',
  '--latency',
  '100',
  '--routing',
  'random',
];

const WRITERS: Record<string, Writer> = {
  'check --sarif-file': {
    args: ['check', 'DISK', '--sarif-file', 'DISK/check.sarif'],
    initialFiles: { 'config.pbtxt': 'name: "m"\nbackend: "python"\n', 'check.sarif': 'before' },
    writtenPath: 'check.sarif',
    source: 'check/run-check.ts',
  },
  'plan --json': {
    args: [...PLAN, '--json', 'DISK/plan.json'],
    initialFiles: { 'plan.json': 'before' },
    writtenPath: 'plan.json',
    source: 'plan/run-plan.ts',
  },
  'simulate --json': {
    args: [...SIMULATE, '--json', 'DISK/simulation.json'],
    initialFiles: { 'simulation.json': 'before' },
    writtenPath: 'simulation.json',
    source: 'simulate/run-simulate.ts',
  },
  'advise --json': {
    args: ['advise', 'METRICS', '--config', 'CONFIG', '--json', 'DISK/advice.json'],
    initialFiles: { 'advice.json': 'before' },
    writtenPath: 'advice.json',
    source: 'advise/run-advise.ts',
  },
  'trace make': {
    args: ['trace', 'make', 'daily', '--peak', '10', '--days', '2', '--out', 'DISK/trace.csv'],
    initialFiles: { 'trace.csv': 'before' },
    writtenPath: 'trace.csv',
    source: 'trace/make.ts',
  },
  'trace fetch': {
    args: ['trace', 'fetch', '--endpoint', 'ours', '--out', 'DISK/trace.csv'],
    initialFiles: { 'trace.csv': 'before' },
    writtenPath: 'trace.csv',
    source: 'trace/fetch.ts',
  },
  lock: {
    args: ['lock', 'DISK'],
    initialFiles: { '1/model.py': 'model', 'triton-model.lock': '{"files":[]}' },
    writtenPath: 'triton-model.lock',
    source: 'lock/run-lock.ts',
  },
  'lock-packages': {
    args: ['lock-packages', 'DISK/requirements.txt'],
    // Only a lock is replaced.
    initialFiles: { 'requirements.txt': 'colors', 'requirements.lock.txt': '# before\n# lock: {}\n' },
    writtenPath: 'requirements.lock.txt',
    source: 'lock-packages/lock-packages.ts',
  },
  pack: {
    args: ['pack', MODEL, '--name', 'classifier', '--out', 'DISK'],
    initialFiles: { other: 'before' },
    writtenPath: 'classifier',
    source: 'pack/pack-model.ts',
  },
  init: {
    args: ['init', '--model', `${MODEL}/1/model.onnx`, '--language', 'typescript', '--output', 'DISK/app'],
    initialFiles: { other: 'before' },
    writtenPath: 'app',
    source: 'app/folder.ts',
  },
  import: {
    args: ['import', '--description', DESCRIPTION, '--output', 'DISK/app'],
    initialFiles: { other: 'before' },
    writtenPath: 'app',
    source: 'app/folder.ts',
  },
};

const server = createServer((request, response) => {
  if (String(request.headers['x-amz-target']).endsWith('GetMetricData')) {
    const result = { Id: 'invocations', Timestamps: [Math.floor(Date.now() / 60_000) * 60 - 600], Values: [60] };
    return void response.end(JSON.stringify({ MetricDataResults: [result] }));
  }
  response.end(request.method === 'GET' ? 'the,table\n' : '{"model_name":"classifier","outputs":[]}');
});

let workFolder: string;
let replacements: Record<string, string>;
beforeAll(async () => {
  workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'writers-'));
  const [trace, latencies] = ['trace.csv', 'latencies.csv'].map((name) => path.join(workFolder, name));
  const times = Array.from({ length: 60 }, (_, minute) => new Date(Date.UTC(2026, 10, 16, 9, minute)).toISOString());
  fs.writeFileSync(trace, `time,requests\n${times.map((time) => `${time},600\n`).join('')}`);
  fs.writeFileSync(latencies, 'instance_type,batch,milliseconds\nml.g5.xlarge,1,10\n');
  const { documents, config } = readRecordings()[1];
  const [metrics, modelConfig] = ['metrics.jsonl', 'config.pbtxt'].map((name) => path.join(workFolder, name));
  fs.writeFileSync(metrics, documents);
  fs.writeFileSync(modelConfig, `name: "${MODEL_OF_RECORDINGS}" ${config}`);
  usePackages([{ package: 'colors 1.0' }]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const measurements = { LATENCIES: latencies, TRACE: trace, METRICS: metrics, CONFIG: modelConfig };
  replacements = { SERVER: url, ...measurements };
});
afterAll(() => {
  server.close();
  fs.rmSync(workFolder, { recursive: true });
});

/** Creates a folder with the initial files. */
function diskWith({ initialFiles }: Writer): string {
  const disk = fs.mkdtempSync(path.join(workFolder, 'disk-'));
  for (const [name, content] of Object.entries(initialFiles)) {
    fs.mkdirSync(path.dirname(path.join(disk, name)), { recursive: true });
    fs.writeFileSync(path.join(disk, name), content);
  }
  return disk;
}

interface ProcessResult {
  readonly status: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(program: string, args: string[], environment: Record<string, string> = {}): Promise<ProcessResult> {
  const child = spawn(program, args, {
    env: {
      ...process.env,
      AWS_ENDPOINT_URL_S3: replacements.SERVER,
      AWS_ENDPOINT_URL_CLOUDWATCH: replacements.SERVER,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      ...environment,
    },
  });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { status: child.exitCode ?? child.signalCode, stdout, stderr };
}

const argumentsFor = (disk: string, { args }: Writer): string[] =>
  args.map((arg) =>
    Object.entries({ ...replacements, DISK: disk }).reduce((text, [name, value]) => text.replace(name, value), arg),
  );

/** The content of all files below a folder. */
function filesIn(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
}

const isTemporary = (name: string): boolean => /\.tmp(\/|$)/.test(name);

describe('if the disk is full', () => {
  test.each(sample(Object.entries(WRITERS), 4))('%s changes no file', async (_, writer) => {
    const initialFolder = diskWith(writer);
    const disk = fs.mkdtempSync(path.join(workFolder, 'full-'));
    // Runs in a mount namespace in which `disk` is a full file system. (The last memory page of each file may have a few free bytes.)
    const script = [
      `mount -t tmpfs -o size=64k tmpfs ${disk} && cp -r ${initialFolder}/. ${disk}/`,
      `cat /dev/zero > ${disk}/filler 2>/dev/null`,
      `"$@" >&2; status=$?`,
      `rm ${disk}/filler; rm -r ${initialFolder}/*; cp -r ${disk}/. ${initialFolder}/; exit $status`,
    ].join('\n');
    const command = ['sh', '-c', script, 'sh', process.execPath, COMMAND, ...argumentsFor(disk, writer)];
    const { status, stderr } = await run('unshare', ['--user', '--map-root-user', '--mount', ...command]);
    expect(stderr).toMatch(/no space left/i);
    expect(status).toBe(2);
    expect(filesIn(initialFolder)).toEqual(writer.initialFiles);
  });
});

describe('if the process is killed while it writes', () => {
  test.each(sample(Object.entries(WRITERS), 4))(
    '%s keeps the previous files, and the next run succeeds',
    async (_, writer) => {
      const disk = diskWith(writer);
      const command = [COMMAND, ...argumentsFor(disk, writer)];
      const killed = await run(process.execPath, ['--require', KILLED_HALFWAY, ...command], {
        KILL_AT: path.join(disk, writer.writtenPath),
      });
      expect(killed.status).toBe('SIGKILL');
      const remaining = Object.entries(filesIn(disk));
      expect(Object.fromEntries(remaining.filter(([name]) => !isTemporary(name)))).toEqual(writer.initialFiles);
      const temporary = remaining.flatMap(([name]) => (isTemporary(name) ? name.split('/')[0] : []));
      expect(new Set(temporary).size).toBe(1);

      const next = await run(process.execPath, command);
      expect([next.status, next.stderr]).toEqual([0, expect.anything()]);
      const files = filesIn(disk);
      const written = Object.entries(files).filter(
        ([name, content]) => !isTemporary(name) && content !== writer.initialFiles[name],
      );
      expect(written).not.toEqual([]);
      expect(written.filter(([name]) => !name.startsWith(writer.writtenPath))).toEqual([]);
    },
  );
});

test('WRITERS contains all source files of the command that write files for the user', () => {
  const cli = path.join(ROOT, 'cli');
  const sources = fs.readdirSync(cli, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const writingSources = sources.filter((name) => {
    // A local run writes to a separate folder, and its measurements with `writeText`; a test of them would require a Triton server.
    const isForLocalRun = name.startsWith('local/') || name === 'assembly/measurements.ts';
    const isForUv = name === 'lock-packages/resolve.ts'; // writes to a temporary folder
    const isSourceFolder = name === 'engine/source-folder.ts'; // writes only to a new folder
    const isTemplate = name.startsWith('init/templates/'); // part of the created app
    const calls = /\b(writeText|writeAtomically|writeFileSync|writeFile|createWriteStream|writeArchive|writeLock)\(/;
    return (
      !isForLocalRun &&
      !isForUv &&
      !isTemplate &&
      !isSourceFolder &&
      name !== 'output/write-text.ts' &&
      calls.test(fs.readFileSync(path.join(cli, name), 'utf8'))
    );
  });
  expect(writingSources.sort()).toEqual([...new Set(Object.values(WRITERS).map(({ source }) => source))].sort());
});
