import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** Creates a folder for temporary files of a run. Only this user can read the folder. */
export function createWorkFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'triton-local-'));
}
