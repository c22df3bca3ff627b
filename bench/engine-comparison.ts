/**
 * The comparison of an engine's output with that of its ONNX model, without inference, as the build of an engine does it: with numpy, and by a
 * sample without. Held against the decoding of both outputs to lists of numbers. Run by `npm run bench:engine-comparison [rounds]`.
 */
import { execFileSync } from 'child_process';
import * as path from 'path';
import { cacheFolder } from '../lib/platform/cache-folder';
import { median, print, Row } from './report';

const PROGRAMS = path.join(__dirname, '..', 'lib', 'engine', 'container');
const MILLIONS = 100;
/** Lists of all values would need 24 GB. */
const MILLIONS_AS_LISTS = 2;

interface Result {
  /** Of the processor. */
  readonly seconds: number;
  readonly gigabytes: number;
  readonly compared: number;
}

function compare(way: 'numpy' | 'sample' | 'lists', millions = MILLIONS): Result {
  const script = path.join(__dirname, 'engine_comparison.py');
  const python = path.join(cacheFolder('venv'), 'bin', 'python');
  const output = execFileSync(python, [script, PROGRAMS, way, `${millions * 1e6}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as Result;
}

export function engineComparisonRows(rounds: number): Row[] {
  const all: Record<'numpy' | 'sample' | 'lists', Result[]> = { numpy: [], sample: [], lists: [] };
  for (let round = 0; round < rounds; round++) {
    all.numpy.push(compare('numpy'));
    all.sample.push(compare('sample'));
    all.lists.push(compare('lists', MILLIONS_AS_LISTS));
  }
  const scale = MILLIONS / MILLIONS_AS_LISTS;
  const of = (way: keyof typeof all, field: keyof Result): number => median(all[way].map((result) => result[field]));
  const reference = `lists of numbers, from ${MILLIONS_AS_LISTS} million`;
  const seconds = { unit: 's CPU', reference, theirs: scale * of('lists', 'seconds'), target: '<= 10 s' };
  const memory = { unit: 'GB', reference, theirs: scale * of('lists', 'gigabytes'), target: '<= 1 GB' };
  const sample = `${(of('sample', 'compared') / 1e6).toFixed(1)} million`;
  return [
    { what: `comparison of ${MILLIONS} million FP32 values of an engine`, ...seconds, ours: of('numpy', 'seconds') },
    { what: 'its peak memory', ...memory, ours: of('numpy', 'gigabytes') },
    { what: `the same without numpy, by a sample of ${sample}`, ...seconds, ours: of('sample', 'seconds') },
    { what: 'its peak memory', ...memory, ours: of('sample', 'gigabytes') },
  ];
}

if (require.main === module) print(engineComparisonRows(Number(process.argv[2] ?? 3)));
