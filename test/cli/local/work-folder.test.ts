import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { makeWorkFolder, removeLeftFolders } from '../../../cli/local/work-folder';

// A killed run leaves its folder to the next one, which removes it, and no other.

const temporary = process.env.TMPDIR;
let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'left-'));
  process.env.TMPDIR = folder;
});
afterEach(() => {
  process.env.TMPDIR = temporary;
  fs.rmSync(folder, { recursive: true });
});

/** The id of a process that has ended. */
const ended = (): number => spawnSync('true').pid;

function changeOwner(work: string, change: (owner: string) => string): string {
  const file = path.join(work, 'owner');
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  return path.basename(work);
}

test('the folder and the shared memory of a process that has ended are removed', () => {
  const left = changeOwner(makeWorkFolder(), (owner) => owner.replace(/^\d+/, `${ended()}`));
  const memory = path.join('/dev/shm', `${left}-tensors`);
  fs.writeFileSync(memory, '');
  removeLeftFolders();
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(fs.existsSync(memory)).toBe(false);
});

test.each<[string, () => string]>([
  ['of a process that runs', () => path.basename(makeWorkFolder())],
  ['of another container', () => changeOwner(makeWorkFolder(), () => `${ended()}-1-00000000`)],
  ['that says nothing of its process', () => changeOwner(makeWorkFolder(), () => '')],
  [
    'that is a link',
    () => {
      fs.symlinkSync(os.homedir(), path.join(folder, 'triton-local-link'));
      return 'triton-local-link';
    },
  ],
])('a folder %s stays', (_, make) => {
  const name = make();
  removeLeftFolders();
  expect(fs.readdirSync(folder)).toEqual([name]);
});

test('nobody else reads a folder', () => {
  expect(fs.statSync(makeWorkFolder()).mode & 0o777).toBe(0o700);
});
