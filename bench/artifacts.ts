/**
 * Hashing and packing of model files against the usual programs, in one run. Run by `npm run bench:artifacts [gigabytes]`;
 * wants pigz and openssl, and some ten times as many gigabytes of disk.
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
  /** Of the process that reads and packs. */
  readonly peakMegabytes: number;
}

/** Like the weights of a network: values around zero in half precision, of which only sign and exponent have a pattern. */
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

/** Repeats lie far beyond the window of any deflate. */
function writeFile(file: string, block: Buffer, bytes: number): void {
  const out = fs.openSync(file, 'w');
  for (let left = bytes; left > 0; left -= block.length) fs.writeSync(out, block, 0, Math.min(left, block.length));
  fs.closeSync(out);
  fs.utimesSync(file, 1, 1);
}

function shell(command: string): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command}`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** Each in a process of its own, with an empty cache folder or with the one given. */
function ours(work: string, args: string[], cache = fs.mkdtempSync(path.join(work, 'cache-'))): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', MEASURE, ...args], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache, PEAK_FOLDER: work, CDK_VALIDATION: 'false', CI: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Run;
}

/** Rounds alternate, so that a busy machine slows both. None pays for what the one before left behind. */
function compare(
  what: string,
  run: () => Run,
  reference: string,
  refer: () => number,
  { target = '', rounds = ROUNDS, outputs = [] as string[] } = {},
): Row {
  const [mine, theirs]: [Run[], number[]] = [[], []];
  const clear = (): void => {
    for (const output of outputs) fs.rmSync(output, { force: true });
    shell('sync'); // pages that wait for the disk would slow the next writer
  };
  for (let round = 0; round < rounds; round++) {
    clear();
    theirs.push(refer());
    clear();
    mine.push(run());
  }
  const peak = Math.max(...mine.map(({ peakMegabytes }) => peakMegabytes));
  return {
    what: `${what}, peak ${peak.toFixed(0)} MB`,
    unit: 's',
    ours: median(mine.map(({ seconds }) => seconds)),
    reference,
    theirs: median(theirs),
    target,
  };
}

function dataRows(work: string, kind: string, block: Buffer, bytes: number): Row[] {
  const folder = path.join(work, kind);
  fs.mkdirSync(folder);
  const file = path.join(folder, 'model.bin');
  writeFile(file, block, bytes);
  const tar = `tar -C ${folder} -c .`;
  const [archive, theirs] = ['ours.tar.gz', 'theirs.tar.gz'].map((name) => path.join(work, name));
  const outputs = [archive, theirs];
  const pack = (): Run => ours(work, ['pack', folder, archive]);
  const openssl = (): number => shell(`openssl dgst -sha256 ${file}`);
  const size = `${bytes / 1e9} GB, ${kind}`;
  const hash = (...files: string[]): Run => ours(work, ['hash', ...files]);
  const rows: Row[] = [
    {
      ...compare(`hash of ${size}`, () => hash(file), 'openssl dgst -sha256', openssl, { target: '<= 1.11' }),
      headline: kind === WEIGHTS,
    },
    compare(`archive of ${size}`, pack, 'tar, pigz -0', () => shell(`${tar} | pigz -0 > ${theirs}`), {
      target: '<= 1.50',
      outputs,
    }),
    compare(`archive of ${size}`, pack, 'tar, gzip -1', () => shell(`${tar} | gzip -1 > ${theirs}`), {
      target: 'far below 1',
      rounds: 1,
      outputs,
    }),
    compare(`archive of ${size}`, pack, 'cp of the file', () => shell(`cp ${file} ${theirs}`), { outputs }),
  ];
  const halves = [1, 2].map((half) => path.join(work, `half-${half}`));
  for (const half of halves) writeFile(half, block, bytes / 2);
  rows.push(compare(`hash of two halves`, () => hash(...halves), 'openssl on the whole', openssl));
  fs.rmSync(folder, { recursive: true });
  return rows;
}

/** Synthesis with a file that was never seen. */
function synthRows(work: string, block: Buffer, bytes: number): Row[] {
  const file = path.join(work, 'weights.bin');
  writeFile(file, block, bytes);
  const run = (kind: string): Run => ours(work, ['synth', kind, file, fs.mkdtempSync(path.join(work, 'out-'))]);
  const mine = (): Run => run('ours');
  const what = `first synthesis with a model of ${bytes / 1e9} GB`;
  const rows = [
    compare(what, mine, 'asset of aws-cdk-lib', () => run('asset').seconds, { target: 'below 1' }),
    compare(what, mine, 'reading it with openssl', () => shell(`openssl dgst -sha256 ${file}`)),
  ];
  fs.rmSync(file);
  return rows;
}

function unchangedRow(work: string, bytes: number): Row {
  const folder = path.join(work, 'sparse');
  fs.mkdirSync(folder);
  const files = Array.from({ length: 25 }, (_, index) => path.join(folder, `shard-${index}`));
  for (const file of files) {
    fs.closeSync(fs.openSync(file, 'w'));
    fs.truncateSync(file, 4 * bytes);
  }
  const cache = path.join(work, 'cache');
  ours(work, ['remember', ...files], cache); // reading holes would only take time
  const { seconds } = ours(work, ['hash', ...files], cache);
  return {
    what: `hash of 25 unchanged files, ${(100 * bytes) / 1e9} GB`,
    unit: 's',
    ours: seconds,
    target: '<= 0.05 s',
  };
}

export function artifactRows(gigabytes: number): Row[] {
  const work = fs.mkdtempSync(path.join(process.env.BENCH_FOLDER ?? os.tmpdir(), 'bench-artifacts-'));
  const bytes = gigabytes * 1e9;
  try {
    const random = randomFillSync(Buffer.alloc(BLOCK_BYTES));
    return [
      ...dataRows(work, 'random', random, bytes),
      ...dataRows(work, WEIGHTS, weightsBlock(), bytes),
      ...synthRows(work, random, 2.5 * bytes),
      unchangedRow(work, bytes),
    ];
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

if (require.main === module) print(artifactRows(Number(process.argv[2] ?? 1)));
