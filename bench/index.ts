/**
 * Everything that is measured, in one table, which `docs/benchmarks.md` gets too. Run by `npm run bench`; wants pigz, openssl and some
 * gigabytes of disk.
 */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { artifactRows } from './artifacts';
import { importRows } from './import';
import { machine, markdown, print } from './report';
import { simulatorRows } from './simulator';
import { smokeTestRows } from './smoke-test';
import { synthRows } from './synth';
import { validateRows } from './validate';

const PAGE = path.join(__dirname, '..', 'docs', 'benchmarks.md');
const TABLE = /(<!-- table -->\n)[^]*(<!-- \/table -->)/;
const GIGABYTES = 0.25;
const ROUNDS = 5;

async function main(): Promise<void> {
  const load = os.loadavg()[0].toFixed(1);
  const rows = [
    ...validateRows(), // first: its memory is this process's
    ...(await synthRows(ROUNDS)),
    ...importRows(9),
    ...artifactRows(GIGABYTES),
    ...simulatorRows(),
    ...(await smokeTestRows(10)),
  ];
  print(rows);
  const date = new Date().toISOString().slice(0, 10);
  const table = `${date}, ${machine()}, load ${load} at the beginning:\n\n${markdown(rows)}\n`;
  const page = fs.readFileSync(PAGE, 'utf8');
  fs.writeFileSync(
    PAGE,
    page.replace(TABLE, (_, begin, end) => `${begin}${table}${end}`),
  );
}

void main();
