import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { TestProject } from 'vitest/node' with { 'resolution-mode': 'import' };

/**
 * One temporary folder for each run of Vitest: every `new App()` creates a folder and leaves it there. Workers and the
 * processes that they start inherit `TMPDIR`. The name is short, since the path of a Unix socket has at most 108 bytes.
 */
export default function createTemporaryFolder({ vitest }: TestProject): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'v-'));
  process.env.TMPDIR = folder;
  // Not in a teardown, which an interrupted run skips. Vitest then leaves its own folders, too.
  process.on('exit', () => {
    for (const each of [folder, ...vitest.projects.map(({ tmpDir }) => tmpDir)]) {
      fs.rmSync(each, { recursive: true, force: true, maxRetries: 3 });
    }
  });
}
