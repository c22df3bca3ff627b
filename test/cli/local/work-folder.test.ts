import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { createWorkFolder, removeAbandonedFolders } from '../../../cli/local/work-folder';

// A run removes the work folders of killed runs, and no other folders.

const previousTmpdir = process.env.TMPDIR;
let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'left-'));
  process.env.TMPDIR = folder;
});
afterEach(() => {
  process.env.TMPDIR = previousTmpdir;
  fs.rmSync(folder, { recursive: true });
});

/** Returns the ID of a process that has ended. */
const endedProcess = (): number => spawnSync('true').pid;

/** Creates a work folder of a process, as old as a number of days. Returns the name of the folder. */
function createFolderOf(process: number | '', days: number): string {
  const workFolder = createWorkFolder();
  const file = path.join(workFolder, 'owner');
  fs.writeFileSync(file, `${process}`);
  const time = Date.now() / 1000 - days * 24 * 3600;
  fs.utimesSync(file, time, time);
  return path.basename(workFolder);
}

test('the folder and the shared memory of a process that ended days ago are removed', () => {
  const abandonedFolder = createFolderOf(endedProcess(), 2);
  const memory = path.join('/dev/shm', `${abandonedFolder}-tensors`);
  fs.writeFileSync(memory, '');
  removeAbandonedFolders();
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(fs.existsSync(memory)).toBe(false);
});

test.each<[string, () => string]>([
  ['of a running process', () => createFolderOf(process.pid, 2)],
  ['whose process may run in a different container', () => createFolderOf(endedProcess(), 0)],
  ['that does not identify its process', () => createFolderOf('', 2)],
  [
    'that is a link',
    () => {
      fs.symlinkSync(os.homedir(), path.join(folder, 'triton-local-link'));
      return 'triton-local-link';
    },
  ],
])('a folder %s is not removed', (_, createFolder) => {
  const name = createFolder();
  removeAbandonedFolders();
  expect(fs.readdirSync(folder)).toEqual([name]);
});

test('other users cannot read a work folder', () => {
  expect(fs.statSync(createWorkFolder()).mode & 0o777).toBe(0o700);
});
