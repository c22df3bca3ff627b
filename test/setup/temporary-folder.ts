import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/**
 * Creates a temporary folder for each run of Jest, and deletes the folder at the end of the run. Without this, folders would remain, because
 * `new App()` creates a temporary folder that CDK does not delete. Workers and the processes that they start inherit `TMPDIR`. The name of
 * the folder is short, since the path of a Unix socket has at most 108 bytes.
 */
export default function createTemporaryFolder(): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'v-'));
  process.env.TMPDIR = folder;
  // This is not in a global teardown, because Jest skips a global teardown if the run is interrupted.
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
