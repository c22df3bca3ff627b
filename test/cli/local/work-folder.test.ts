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

/** Changes the file that identifies the process of a work folder. Returns the name of the folder. */
function changeOwner(workFolder: string, change: (owner: string) => string): string {
  const file = path.join(workFolder, 'owner');
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  return path.basename(workFolder);
}

test('the folder and the shared memory of a process that has ended are removed', () => {
  const abandonedFolder = changeOwner(createWorkFolder(), (owner) => owner.replace(/^\d+/, `${endedProcess()}`));
  const memory = path.join('/dev/shm', `${abandonedFolder}-tensors`);
  fs.writeFileSync(memory, '');
  removeAbandonedFolders();
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(fs.existsSync(memory)).toBe(false);
});

test.each<[string, () => string]>([
  ['of a running process', () => path.basename(createWorkFolder())],
  ['of a different container', () => changeOwner(createWorkFolder(), () => `${endedProcess()}-1-00000000`)],
  ['that does not identify its process', () => changeOwner(createWorkFolder(), () => '')],
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
