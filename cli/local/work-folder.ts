import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const PREFIX = 'triton-local-';
/** The name of the file with the ID of the process that uses a folder. */
const OWNER_FILE = 'owner';
const SHARED_MEMORY = '/dev/shm';
/** Minimum age of a folder that is removed: the process of a younger folder may run in a different container, with its own process IDs. */
const ABANDONED_MILLISECONDS = 24 * 60 * 60_000;

/** Creates a folder for temporary files of a run. Only this user can read the folder. */
export function createWorkFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX));
  fs.writeFileSync(path.join(folder, OWNER_FILE), `${process.pid}`);
  return folder;
}

/** Removes the folders and the shared memory of this user's runs that were killed. */
export function removeAbandonedFolders(): void {
  for (const name of fs.readdirSync(os.tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    if (!isAbandoned(folder)) continue;
    fs.rmSync(folder, { recursive: true, force: true });
    const memoryNames = fs.existsSync(SHARED_MEMORY) ? fs.readdirSync(SHARED_MEMORY) : [];
    for (const memoryName of memoryNames.filter((memory) => memory.startsWith(`${name}-`))) {
      fs.rmSync(path.join(SHARED_MEMORY, memoryName), { force: true });
    }
  }
}

/** Whether a folder belongs to this user, is old, and its process does not run. */
function isAbandoned(folder: string): boolean {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  const file = path.join(folder, OWNER_FILE);
  if (!stat?.isDirectory() || stat.uid !== process.getuid?.() || !fs.existsSync(file)) return false;
  const pid = Number(fs.readFileSync(file, 'utf8'));
  return pid > 0 && Date.now() - fs.statSync(file).mtimeMs > ABANDONED_MILLISECONDS && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
