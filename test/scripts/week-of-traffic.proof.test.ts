import * as fs from 'node:fs';
import * as path from 'node:path';
import { weekFiles } from '../../scripts/week-of-traffic';
import { RUNS_ALL } from '../setup/proof';

const DOCS = path.join(__dirname, '../../docs');

if (RUNS_ALL)
  test('the table and the picture of the week of traffic are those of the simulation', () => {
    for (const [file, content] of weekFiles()) expect(fs.readFileSync(file, 'utf8')).toBe(content);
  });

test('the table and the picture have the same strategies', () => {
  const [, table = ''] =
    /<!-- week:start -->([^]*?)<!-- week:end -->/.exec(fs.readFileSync(path.join(DOCS, 'simulation.md'), 'utf8')) ?? [];
  const picture = fs.readFileSync(path.join(DOCS, 'images/week-of-traffic.svg'), 'utf8');
  const strategies = [...table.matchAll(/^\| (?!strategy|---)(.+?) \|/gm)].map(([, name]) => name);
  expect(strategies).toHaveLength(6);
  for (const name of strategies) expect(picture).toContain(`>${name}<`);
});
