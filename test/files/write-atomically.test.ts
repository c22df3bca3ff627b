import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeText } from '../../cli/output/write-text';
import { writeAtomically } from '../../lib/files/write-atomically';
import { folderWith } from '../model/folders';

/** In milliseconds. */
const [HOUR, WEEK] = [3600_000, 7 * 24 * 3600_000];
const TEMPORARY = '0123456789abcdef.tmp';

/** Creates a folder with one file, writes a second file, and returns the names of the files that remain. */
function filesAfterWrite(name: string, ageMilliseconds = 0): string[] {
  const folder = folderWith({ [name]: 'half' });
  const time = new Date(Date.now() - ageMilliseconds);
  fs.utimesSync(path.join(folder, name), time, time);
  writeAtomically(path.join(folder, 'plan.json'), (temporary) => fs.writeFileSync(temporary, 'whole'));
  return fs.readdirSync(folder).sort();
}

test('a temporary file of a process that was killed a week ago is removed', () => {
  expect(filesAfterWrite(`model-c0ffee.tar.gz.${TEMPORARY}`, WEEK)).toEqual(['plan.json']);
});

test.each([
  ['whose process may still be running', `plan.json.${TEMPORARY}`, HOUR],
  ['of the user', 'notes.tmp', WEEK],
  ['with the suffix of temporary files in the middle', `plan.json.${TEMPORARY}.txt`, WEEK],
])('a file %s is kept', (_, name, ageMilliseconds) => {
  expect(filesAfterWrite(name, ageMilliseconds)).toEqual([name, 'plan.json'].sort());
});

test('a name can have the maximum length of the file system', () => {
  const folder = folderWith({});
  const name = `${'é'.repeat(120)}.json`;
  writeAtomically(path.join(folder, name), (temporary) => fs.writeFileSync(temporary, ''));
  expect(fs.readdirSync(folder)).toEqual([name]);
});

test('an error contains the path of the file, and the temporary file is removed', () => {
  const folder = folderWith({ 'plan.json/page': '' });
  const file = path.join(folder, 'plan.json');
  const write = (): void => writeAtomically(file, (temporary) => fs.writeFileSync(temporary, ''));
  expect(write).toThrow(`EISDIR: illegal operation on a directory, write '${file}'`);
  expect(fs.readdirSync(folder)).toEqual(['plan.json']);
});

test('text is written to a device or a pipe without replacing the device or pipe, and other content is rejected', () => {
  const folder = folderWith({});
  const pipe = path.join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  expect(() => writeAtomically(pipe, () => undefined)).toThrow(
    `${pipe} is a device or a pipe; allowed: a path for a file`,
  );
  const reader = fs.openSync(pipe, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  writeText(pipe, 'a plan');
  const read = Buffer.alloc(20);
  expect(read.toString('utf8', 0, fs.readSync(reader, read))).toBe('a plan');
  fs.closeSync(reader);
  expect(fs.readdirSync(folder)).toEqual(['pipe']);
});
