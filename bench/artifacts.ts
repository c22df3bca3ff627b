/**
 * Compares hashing and packing of model files with common programs. Run by `npm run bench:artifacts [gigabytes]`. Requires pigz and openssl,
 * and disk space of about ten times the size in the argument.
 */
import { spawnSync } from 'child_process';
import { randomFillSync } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { median, print, Row } from './report';

const ROUNDS = 3;
const BLOCK_BYTES = 64e6;
const WEIGHTS = 'fp16-like';
const MEASURE = path.join(__dirname, 'apps', 'artifacts-measure.ts');

interface Run {
  readonly seconds: number;
  /** Peak memory of the process that reads and packs the files. */
  readonly peakMegabytes: number;
}

/** Random half-precision values around zero, like the weights of a network. Only their signs and exponents are compressible. */
function weightsBlock(): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let offset = 0; offset < block.length; offset += 2) {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    block.writeUInt16LE(halfPrecision(0.02 * normal), offset);
  }
  return block;
}

function halfPrecision(value: number): number {
  const magnitude = Math.abs(value);
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude || 1e-9)));
  const mantissa = Math.floor((magnitude / 2 ** exponent - 1) * 1024);
  return ((value < 0 ? 1 : 0) << 15) | ((exponent + 15) << 10) | Math.min(1023, Math.max(0, mantissa));
}

/** Writes a block repeatedly. The block is much larger than the window of deflate, so repetitions do not improve compression. */
function writeFile(file: string, block: Buffer, bytes: number): void {
  const out = fs.openSync(file, 'w');
  for (let remainingBytes = bytes; remainingBytes > 0; remainingBytes -= block.length)
    fs.writeSync(out, block, 0, Math.min(remainingBytes, block.length));
  fs.closeSync(out);
  fs.utimesSync(file, 1, 1);
}

/** Runs a shell command, and returns the seconds that it took. */
function timeShellCommand(command: string): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command}`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** Runs a step in a separate process, by default with an empty cache folder. */
function runStep(workFolder: string, args: string[], cache = fs.mkdtempSync(path.join(workFolder, 'cache-'))): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', MEASURE, ...args], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache, PEAK_FOLDER: workFolder, CDK_VALIDATION: 'false', CI: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Run;
}

/** Compares a step with a reference. The rounds of both alternate, so that load from other processes affects both equally. */
function compare(
  what: string,
  run: () => Run,
  reference: string,
  runReference: () => number,
  { target = '', rounds = ROUNDS, outputs = [] as string[] } = {},
): Row {
  const [runs, referenceSeconds]: [Run[], number[]] = [[], []];
  const deleteOutputs = (): void => {
    for (const output of outputs) fs.rmSync(output, { force: true });
    timeShellCommand('sync'); // pending writes would slow down the next round
  };
  for (let round = 0; round < rounds; round++) {
    deleteOutputs();
    referenceSeconds.push(runReference());
    deleteOutputs();
    runs.push(run());
  }
  const peak = Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes));
  return {
    measurement: `${what}, peak ${peak.toFixed(0)} MB`,
    unit: 's',
    libraryValue: median(runs.map(({ seconds }) => seconds)),
    reference,
    referenceValue: median(referenceSeconds),
    target,
  };
}

function dataRows(workFolder: string, kind: string, block: Buffer, bytes: number): Row[] {
  const folder = path.join(workFolder, kind);
  fs.mkdirSync(folder);
  const file = path.join(folder, 'model.bin');
  writeFile(file, block, bytes);
  const tar = `tar -C ${folder} -c .`;
  const [archive, referenceArchive] = ['ours.tar.gz', 'theirs.tar.gz'].map((name) => path.join(workFolder, name));
  const outputs = [archive, referenceArchive];
  const pack = (): Run => runStep(workFolder, ['pack', folder, archive]);
  const openssl = (): number => timeShellCommand(`openssl dgst -sha256 ${file}`);
  const size = `${bytes / 1e9} GB, ${kind}`;
  const hash = (...files: string[]): Run => runStep(workFolder, ['hash', ...files]);
  const rows: Row[] = [
    compare(`hash of ${size}`, () => hash(file), 'openssl dgst -sha256', openssl, { target: '<= 1.11' }),
    compare(
      `archive of ${size}`,
      pack,
      'tar, pigz -0',
      () => timeShellCommand(`${tar} | pigz -0 > ${referenceArchive}`),
      {
        target: '<= 1.50',
        outputs,
      },
    ),
    compare(
      `archive of ${size}`,
      pack,
      'tar, gzip -1',
      () => timeShellCommand(`${tar} | gzip -1 > ${referenceArchive}`),
      {
        target: 'far below 1',
        rounds: 1,
        outputs,
      },
    ),
    compare(`archive of ${size}`, pack, 'cp of the file', () => timeShellCommand(`cp ${file} ${referenceArchive}`), {
      outputs,
    }),
  ];
  const halves = [1, 2].map((half) => path.join(workFolder, `half-${half}`));
  for (const half of halves) writeFile(half, block, bytes / 2);
  rows.push(compare(`hash of two half files, ${kind}`, () => hash(...halves), 'openssl on the whole file', openssl));
  fs.rmSync(folder, { recursive: true });
  return rows;
}

/** Synthesis with a file that is not in the cache. */
function synthRows(workFolder: string, block: Buffer, bytes: number): Row[] {
  const file = path.join(workFolder, 'weights.bin');
  writeFile(file, block, bytes);
  const run = (kind: string): Run =>
    runStep(workFolder, ['synth', kind, file, fs.mkdtempSync(path.join(workFolder, 'out-'))]);
  const runOurs = (): Run => run('ours');
  const what = `first synthesis with a model of ${bytes / 1e9} GB`;
  const rows = [
    compare(what, runOurs, 'asset of aws-cdk-lib', () => run('asset').seconds, { target: 'below 1' }),
    compare(what, runOurs, 'reading it with openssl', () => timeShellCommand(`openssl dgst -sha256 ${file}`)),
  ];
  fs.rmSync(file);
  return rows;
}

/** Hashing of files whose hashes are already in the cache. */
function unchangedRow(workFolder: string, bytes: number): Row {
  const folder = path.join(workFolder, 'sparse');
  fs.mkdirSync(folder);
  const files = Array.from({ length: 25 }, (_, index) => path.join(folder, `shard-${index}`));
  for (const file of files) {
    fs.closeSync(fs.openSync(file, 'w'));
    fs.truncateSync(file, 4 * bytes);
  }
  const cache = path.join(workFolder, 'cache');
  runStep(workFolder, ['remember', ...files], cache); // adds the hashes to the cache without reading the files
  const { seconds } = runStep(workFolder, ['hash', ...files], cache);
  return {
    measurement: `hash of 25 unchanged files, ${(100 * bytes) / 1e9} GB`,
    unit: 's',
    libraryValue: seconds,
    target: '<= 0.05 s',
  };
}

export function artifactRows(gigabytes: number): Row[] {
  const workFolder = fs.mkdtempSync(path.join(process.env.BENCH_FOLDER ?? os.tmpdir(), 'bench-artifacts-'));
  const bytes = gigabytes * 1e9;
  try {
    const random = randomFillSync(Buffer.alloc(BLOCK_BYTES));
    return [
      ...dataRows(workFolder, 'random', random, bytes),
      ...dataRows(workFolder, WEIGHTS, weightsBlock(), bytes),
      ...synthRows(workFolder, random, 2.5 * bytes),
      unchangedRow(workFolder, bytes),
    ];
  } finally {
    fs.rmSync(workFolder, { recursive: true, force: true });
  }
}

if (require.main === module) print(artifactRows(Number(process.argv[2] ?? 1)));
