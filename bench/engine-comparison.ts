/**
 * Measures how the build of an engine compares the outputs of a TensorRT engine and its ONNX model: completely with numpy, and as a sample
 * without numpy. The reference decodes both outputs to lists. Run by `npm run bench:engine-comparison [rounds]`.
 */
import { execFileSync } from 'child_process';
import * as path from 'path';
import { cacheFolder } from '../lib/files/cache-folder';
import { median, print, Row } from './report';

const PROGRAMS = path.join(__dirname, '..', 'lib', 'engine', 'container');
const MILLIONS = 100;
/** Fewer values for the lists, because lists of all values would require 24 GB. */
const MILLIONS_AS_LISTS = 2;

interface Result {
  /** CPU time. */
  readonly seconds: number;
  readonly gigabytes: number;
  readonly compared: number;
}

function compare(method: 'numpy' | 'sample' | 'lists', millions = MILLIONS): Result {
  const script = path.join(__dirname, 'engine_comparison.py');
  const python = path.join(cacheFolder('venv'), 'bin', 'python');
  const output = execFileSync(python, [script, PROGRAMS, method, `${millions * 1e6}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as Result;
}

export function engineComparisonRows(rounds: number): Row[] {
  const resultsByMethod: Record<'numpy' | 'sample' | 'lists', Result[]> = { numpy: [], sample: [], lists: [] };
  for (let round = 0; round < rounds; round++) {
    resultsByMethod.numpy.push(compare('numpy'));
    resultsByMethod.sample.push(compare('sample'));
    resultsByMethod.lists.push(compare('lists', MILLIONS_AS_LISTS));
  }
  const scale = MILLIONS / MILLIONS_AS_LISTS;
  const medianOf = (method: keyof typeof resultsByMethod, field: keyof Result): number =>
    median(resultsByMethod[method].map((result) => result[field]));
  const reference = `lists of numbers, from ${MILLIONS_AS_LISTS} million`;
  const seconds = { unit: 's CPU', reference, referenceValue: scale * medianOf('lists', 'seconds'), target: '<= 10 s' };
  const memory = { unit: 'GB', reference, referenceValue: scale * medianOf('lists', 'gigabytes'), target: '<= 1 GB' };
  const sample = `${(medianOf('sample', 'compared') / 1e6).toFixed(1)} million`;
  return [
    {
      measurement: `comparison of ${MILLIONS} million FP32 values of an engine`,
      ...seconds,
      libraryValue: medianOf('numpy', 'seconds'),
    },
    { measurement: 'peak memory of the comparison', ...memory, libraryValue: medianOf('numpy', 'gigabytes') },
    {
      measurement: `comparison without numpy, by a sample of ${sample}`,
      ...seconds,
      libraryValue: medianOf('sample', 'seconds'),
    },
    {
      measurement: 'peak memory of the comparison without numpy',
      ...memory,
      libraryValue: medianOf('sample', 'gigabytes'),
    },
  ];
}

if (require.main === module) print(engineComparisonRows(Number(process.argv[2] ?? 3)));
