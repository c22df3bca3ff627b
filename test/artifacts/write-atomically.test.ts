import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeAtomically } from '../../lib/artifacts/write-atomically';
import { folderWith } from '../model/folders';

const { pid: DEAD } = spawnSync('true');
const LONG_AGO = new Date(2000, 0);

/** What is in a folder with some half-written files, after another one was written to `plan.json`. */
function leftAfter(names: string[], time = LONG_AGO): string[] {
  const folder = folderWith(Object.fromEntries(names.map((name) => [name, 'half'])));
  for (const name of names) fs.utimesSync(path.join(folder, name), time, time);
  writeAtomically(path.join(folder, 'plan.json'), (temporary) => fs.writeFileSync(temporary, 'whole'));
  return fs.readdirSync(folder).sort();
}

test('what a killed process has left of the file is removed', () => {
  expect(leftAfter([`plan.json.${DEAD}-0123abcd.tmp`])).toEqual(['plan.json']);
});

test.each([
  ['a process that lives', `plan.json.${process.pid}-0123abcd.tmp`],
  ['another file', `plan.json.html.${DEAD}-0123abcd.tmp`],
  ['other programs', `plan.json.${DEAD}.tmp`],
])('files of %s stay', (_, name) => {
  expect(leftAfter([name])).toEqual(['plan.json', name]);
});

test('a file that was written to a moment ago stays: its process may live in a container', () => {
  const name = `plan.json.${DEAD}-0123abcd.tmp`;
  expect(leftAfter([name], new Date())).toEqual(['plan.json', name]);
});
