import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { hasEnded, markOfThisProcess } from '../../lib/platform/process-mark';

const PREFIX = 'triton-local-';
/** Says which process a folder belongs to. */
const OWNER = 'owner';
const SHARED_MEMORY = '/dev/shm';

/** Makes a folder for files that live as long as the run, readable by this user alone. */
export function makeWorkFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX));
  fs.writeFileSync(path.join(folder, OWNER), markOfThisProcess());
  return folder;
}

/** Removes what killed runs of this user have left behind: their folders and their shared memory. */
export function removeLeftFolders(): void {
  for (const name of fs.readdirSync(os.tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    if (!isLeft(folder)) continue;
    fs.rmSync(folder, { recursive: true, force: true });
    const left = fs.existsSync(SHARED_MEMORY) ? fs.readdirSync(SHARED_MEMORY) : [];
    for (const each of left.filter((memory) => memory.startsWith(`${name}-`))) {
      fs.rmSync(path.join(SHARED_MEMORY, each), { force: true });
    }
  }
}

/** Whether a folder is this user's, and its process has ended. */
function isLeft(folder: string): boolean {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  const file = path.join(folder, OWNER);
  if (!stat?.isDirectory() || stat.uid !== process.getuid?.() || !fs.existsSync(file)) return false;
  return hasEnded(fs.readFileSync(file, 'utf8')) === true;
}
