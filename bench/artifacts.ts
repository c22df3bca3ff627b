/**
 * Hashing and packing of model files against the usual programs, in one run. Run by `npm run bench:artifacts [gigabytes]`;
 * wants pigz and openssl, and some ten times as many gigabytes of disk.
 */
import { spawnSync } from 'child_process';
import { randomFillSync } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import Table from 'cli-table3';

const GIGABYTES = Number(process.argv[2] ?? 1);
const BYTES = GIGABYTES * 1e9;
const ROUNDS = 3;
const BLOCK_BYTES = 64e6;
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

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Rounds alternate, so that a busy machine slows both. */
function compare(
  table: Table.Table,
  title: string,
  run: () => Run,
  reference: () => number,
  target: string,
  rounds = ROUNDS,
): void {
  const [mine, theirs]: [Run[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push(reference());
    mine.push(run());
  }
  const [a, b] = [median(mine.map(({ seconds }) => seconds)), median(theirs)];
  const peak = Math.max(...mine.map(({ peakMegabytes }) => peakMegabytes));
  table.push([title, a.toFixed(2), b.toFixed(2), (a / b).toFixed(2), target, peak.toFixed(0)]);
}

function benchData(table: Table.Table, work: string, kind: string, block: Buffer): void {
  const folder = path.join(work, kind);
  fs.mkdirSync(folder);
  const file = path.join(folder, 'model.bin');
  writeFile(file, block, BYTES);
  const tar = `tar -C ${folder} -c .`;
  const pack = (): Run => ours(work, ['pack', folder, path.join(work, 'ours.tar.gz')]);
  const openssl = (): number => shell(`openssl dgst -sha256 ${file}`);
  compare(table, `hash, ${kind} / openssl dgst -sha256`, () => ours(work, ['hash', file]), openssl, '≤ 1.11');
  compare(table, `archive, ${kind} / tar | pigz -0`, pack, () => shell(`${tar} | pigz -0 > ${work}/t`), '≤ 1.50');
  compare(
    table,
    `archive, ${kind} / tar | gzip -1`,
    pack,
    () => shell(`${tar} | gzip -1 > ${work}/t`),
    'far below 1',
    1,
  );
  const halves = [1, 2].map((half) => path.join(work, `half-${half}`));
  for (const half of halves) writeFile(half, block, BYTES / 2);
  compare(
    table,
    `hash of two halves, ${kind} / openssl on the whole`,
    () => ours(work, ['hash', ...halves]),
    openssl,
    '',
  );
  fs.rmSync(folder, { recursive: true });
}

/** Synthesis with a file of 2.5 GB that was never seen. */
function benchSynth(table: Table.Table, work: string, block: Buffer): void {
  const file = path.join(work, 'weights.bin');
  writeFile(file, block, 2.5 * BYTES);
  const run = (kind: string): Run => ours(work, ['synth', kind, file, fs.mkdtempSync(path.join(work, 'out-'))]);
  compare(
    table,
    'first synth, 2.5 files / CDK asset',
    () => run('ours'),
    () => run('asset').seconds,
    'below 1',
  );
  compare(
    table,
    'first synth, 2.5 files / reading',
    () => run('ours'),
    () => shell(`openssl dgst -sha256 ${file}`),
    '',
  );
  fs.rmSync(file);
}

function benchUnchanged(table: Table.Table, work: string): void {
  const folder = path.join(work, 'sparse');
  fs.mkdirSync(folder);
  const files = Array.from({ length: 25 }, (_, index) => path.join(folder, `shard-${index}`));
  for (const file of files) {
    fs.closeSync(fs.openSync(file, 'w'));
    fs.truncateSync(file, 4 * BYTES);
  }
  const cache = path.join(work, 'cache');
  ours(work, ['remember', ...files], cache); // reading holes would only take time
  const { seconds, peakMegabytes } = ours(work, ['hash', ...files], cache);
  table.push([
    'unchanged, 25 sparse files of 4, in s',
    seconds.toFixed(4),
    '',
    '',
    'below 0.05 s',
    peakMegabytes.toFixed(0),
  ]);
}

function main(): void {
  const work = fs.mkdtempSync(path.join(process.env.BENCH_FOLDER ?? os.tmpdir(), 'bench-artifacts-'));
  const table = new Table({
    head: ['ours / reference', 's', 's', 'ratio', 'target', 'peak MB'],
    style: { head: [], border: [] },
  });
  try {
    const random = randomFillSync(Buffer.alloc(BLOCK_BYTES));
    benchData(table, work, 'random', random);
    benchData(table, work, 'fp16-like', weightsBlock());
    benchSynth(table, work, random);
    benchUnchanged(table, work);
    console.log(
      `${GIGABYTES} GB a file, median of ${ROUNDS}, Node ${process.version}, ${os.availableParallelism()} cores`,
    );
    console.log(table.toString());
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

main();
