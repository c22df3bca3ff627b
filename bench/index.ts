/**
 * Runs all benchmarks, and writes `bench/results.json`. Run by `npm run bench`.
 * Requires pigz, openssl and several gigabytes of disk space.
 */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { artifactRows } from './artifacts';
import { checkRows } from './check';
import { engineComparisonRows } from './engine-comparison';
import { multiModelRows } from './multi-model';
import { describeHost, print } from './report';
import { simulatorRows } from './simulator';
import { smokeTestRows } from './smoke-test';
import { synthRows } from './synth';
import { validateRows } from './validate';

const GIGABYTES = 0.5;
const ROUNDS = 5;

async function main(): Promise<void> {
  const load = os.loadavg()[0].toFixed(1);
  const rows = [
    ...validateRows(), // first, because it measures the memory of this process
    ...(await synthRows(ROUNDS)),
    ...(await multiModelRows(ROUNDS)),
    ...checkRows(ROUNDS),
    ...artifactRows(GIGABYTES),
    ...simulatorRows(),
    ...(await smokeTestRows(10)),
    ...engineComparisonRows(3),
  ];
  print(rows);
  const conditions = `${new Date().toISOString().slice(0, 10)}, ${describeHost()}, load ${load} at the beginning`;
  fs.writeFileSync(path.join(__dirname, 'results.json'), `${JSON.stringify({ conditions, rows }, undefined, 2)}\n`);
}

void main();
