import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { hasEnded, markOfThisProcess } from '../../lib/files/process-mark';
import { writeText } from '../../cli/output/write-text';
import { writeAtomically } from '../../lib/files/write-atomically';
import { folderWith } from '../model/folders';

const { pid: ENDED_PID } = spawnSync('true');
const [PID, START, SCOPE] = markOfThisProcess().split('-');
/** Mark of a process that has ended. The name of a temporary file contains the mark of the process that writes the file. */
const ENDED_MARK = `${ENDED_PID}-${START}-${SCOPE}`;
/** Mark of an earlier process with the ID of this process. */
const EARLIER_MARK = `${PID}-1-${SCOPE}`;
/** Mark of a process on a different host or in a different container. */
const OTHER_HOST_MARK = `${ENDED_PID}-${START}-00000000`;
/** In milliseconds. */
const WEEK = 7 * 24 * 3600_000;

/** Creates a folder with one file, writes a second file, and returns the names of the files that remain. */
function filesAfterWrite(name: string, ageMilliseconds = 0): string[] {
  const folder = folderWith({ [name]: 'half' });
  const time = new Date(Date.now() - ageMilliseconds);
  fs.utimesSync(path.join(folder, name), time, time);
  writeAtomically(path.join(folder, 'plan.json'), (temporary) => fs.writeFileSync(temporary, 'whole'));
  return fs.readdirSync(folder).sort();
}

test.each([
  ['of a process that was just killed', `plan.json.${ENDED_MARK}-0123abcd.tmp`, 0],
  ['of a process that was killed while it wrote a different file', `model-c0ffee.tar.gz.${ENDED_MARK}-0123abcd.tmp`, 0],
  ['of a process whose ID was reused', `plan.json.${EARLIER_MARK}-0123abcd.tmp`, 0],
  ['of a different host or container, after a week', `plan.json.${OTHER_HOST_MARK}-0123abcd.tmp`, WEEK],
])('a temporary file %s is removed', (_, name, ageMilliseconds) => {
  expect(filesAfterWrite(name, ageMilliseconds)).toEqual(['plan.json']);
});

test.each([
  ['of a running process', `plan.json.${PID}-${START}-${SCOPE}-0123abcd.tmp`, WEEK],
  [
    'of a different host or container, which may still be running',
    `plan.json.${OTHER_HOST_MARK}-0123abcd.tmp`,
    3600_000,
  ],
  ['of other programs', `plan.json.${ENDED_PID}.tmp`, WEEK],
  ['of the user', 'notes.tmp', WEEK],
  ['with a process mark that is not at the end', `plan.json.${ENDED_MARK}-0123abcd.tmp.txt`, WEEK],
])('a file %s is kept', (_, name, ageMilliseconds) => {
  expect(filesAfterWrite(name, ageMilliseconds)).toEqual([name, 'plan.json'].sort());
});

test('a zombie process is considered ended', () => {
  // Node.js waits for its child processes in the event loop, so a process that ends during this function remains a zombie.
  const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  const stat = (): string[] => fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ');
  const mark = `${child.pid}-${Number(stat()[21]).toString(36)}-${SCOPE}`;
  expect(hasEnded(mark)).toBe(false);
  child.kill('SIGKILL');
  while (stat()[2] !== 'Z'); // the process cannot prevent its end
  expect(hasEnded(mark)).toBe(true);
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
