/**
 * Everything that is measured, in one table, which `docs/benchmarks.md` gets too, and the README in three rows. Run by `npm run bench`; wants
 * pigz, openssl and some gigabytes of disk.
 */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { artifactRows } from './artifacts';
import { checkRows } from './check';
import { engineComparisonRows } from './engine-comparison';
import { importRows } from './import';
import { multiModelRows } from './multi-model';
import { machine, markdown, print, Row } from './report';
import { simulatorRows } from './simulator';
import { smokeTestRows } from './smoke-test';
import { synthRows } from './synth';
import { validateRows } from './validate';

const ROOT = path.join(__dirname, '..');
const TABLE = /(?<=<!-- table -->\n)[^]*(?=<!-- \/table -->)/;
const GIGABYTES = 0.5;
const ROUNDS = 5;

function write(page: string, measured: string, rows: Row[]): void {
  const file = path.join(ROOT, page);
  const table = `${measured}\n\n${markdown(rows)}\n`;
  fs.writeFileSync(
    file,
    fs.readFileSync(file, 'utf8').replace(TABLE, () => table),
  );
}

async function main(): Promise<void> {
  const load = os.loadavg()[0].toFixed(1);
  const rows = [
    ...validateRows(), // first: its memory is this process's
    ...(await synthRows(ROUNDS)),
    ...(await multiModelRows(ROUNDS)),
    ...importRows(9),
    ...checkRows(ROUNDS),
    ...artifactRows(GIGABYTES),
    ...simulatorRows(),
    ...(await smokeTestRows(10)),
    ...engineComparisonRows(3),
  ];
  print(rows);
  const measured = `${new Date().toISOString().slice(0, 10)}, ${machine()}, load ${load} at the beginning:`;
  write(path.join('docs', 'benchmarks.md'), measured, rows);
  write(
    'README.md',
    measured,
    rows.filter(({ headline }) => headline),
  );
}

void main();
