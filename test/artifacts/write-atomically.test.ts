import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { hasEnded, markOfThisProcess } from '../../lib/platform/process-mark';
import { writeText } from '../../cli/write-text';
import { writeAtomically } from '../../lib/artifacts/write-atomically';
import { folderWith } from '../model/folders';

const { pid: DEAD } = spawnSync('true');
const [PID, START, PLACE] = markOfThisProcess().split('-');
const ENDED = `${DEAD}-${START}-${PLACE}`;
/** The process id of this one, when it was that of an earlier process. */
const EARLIER = `${PID}-1-${PLACE}`;
const ELSEWHERE = `${DEAD}-${START}-00000000`;
const WEEK = 7 * 24 * 3600_000;

/** What is in a folder with a half-written file, after another file was written. */
function leftAfter(name: string, age = 0): string[] {
  const folder = folderWith({ [name]: 'half' });
  const time = new Date(Date.now() - age);
  fs.utimesSync(path.join(folder, name), time, time);
  writeAtomically(path.join(folder, 'plan.json'), (temporary) => fs.writeFileSync(temporary, 'whole'));
  return fs.readdirSync(folder).sort();
}

test.each([
  ['of a process that was killed a moment ago', `plan.json.${ENDED}-0123abcd.tmp`, 0],
  ['of a process that was killed while it wrote another file', `model-c0ffee.tar.gz.${ENDED}-0123abcd.tmp`, 0],
  ['of a process whose id a different one has now', `plan.json.${EARLIER}-0123abcd.tmp`, 0],
  ['of a different host or container, after a week', `plan.json.${ELSEWHERE}-0123abcd.tmp`, WEEK],
])('what is left %s is removed', (_, name, age) => {
  expect(leftAfter(name, age)).toEqual(['plan.json']);
});

test.each([
  ['of a process that lives', `plan.json.${PID}-${START}-${PLACE}-0123abcd.tmp`, WEEK],
  ['of a different host or container, which may live', `plan.json.${ELSEWHERE}-0123abcd.tmp`, 3600_000],
  ['of other programs', `plan.json.${DEAD}.tmp`, WEEK],
  ['of the user', 'notes.tmp', WEEK],
  ['with a mark that is not at the end', `plan.json.${ENDED}-0123abcd.tmp.txt`, WEEK],
])('a file %s stays', (_, name, age) => {
  expect(leftAfter(name, age)).toEqual([name, 'plan.json'].sort());
});

test('a process has ended although its starter does not notice', async () => {
  // As the first process of some containers: sleep does not wait for what the shell has started.
  const starter = spawn('bash', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
  const [pid] = String((await once(starter.stdout, 'data'))[0]).split('\n');
  const stat = (): string[] => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  const mark = `${pid}-${Number(stat()[21]).toString(36)}-${PLACE}`;
  expect(hasEnded(mark)).toBe(false);
  await vi.waitFor(() => expect(stat()[2]).toBe('Z'));
  expect(hasEnded(mark)).toBe(true);
  starter.kill();
});

test('a name may be as long as the file system allows', () => {
  const folder = folderWith({});
  const name = `${'é'.repeat(120)}.json`;
  writeAtomically(path.join(folder, name), (temporary) => fs.writeFileSync(temporary, ''));
  expect(fs.readdirSync(folder)).toEqual([name]);
});

test('an error names the file and not the temporary one, and leaves nothing', () => {
  const folder = folderWith({ 'plan.json/page': '' });
  const file = path.join(folder, 'plan.json');
  const write = (): void => writeAtomically(file, (temporary) => fs.writeFileSync(temporary, ''));
  expect(write).toThrow(`EISDIR: illegal operation on a directory, write '${file}'`);
  expect(fs.readdirSync(folder)).toEqual(['plan.json']);
});

test('a device or a pipe is not replaced by a file: text is written to it, and anything else is rejected', () => {
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
