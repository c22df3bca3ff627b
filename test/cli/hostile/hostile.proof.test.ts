import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundleTritonCheck, TRITON_CHECK } from '../../../scripts/triton-check';
import { HOSTILE } from './inputs';

/** What a run took, with the processes that it started. */
interface Measured {
  readonly status: number;
  readonly bytes: number;
  readonly output: string;
  readonly length: number;
}

/** Ends a run that hangs. */
const SECONDS = 100;

/** The system ends a process that takes more. */
const CPU_SECONDS = 10;

let work: string;
beforeAll(async () => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-'));
  await bundleTritonCheck(path.join(work, 'bundle'));
  fs.copyFileSync(path.join(TRITON_CHECK, 'package.json'), path.join(work, 'bundle', 'package.json'));
});
afterAll(() => execFileSync('rm', ['-rf', work])); // also paths that are longer than Node.js can remove

function run(folder: string): Measured {
  const command = [process.execPath, path.join(work, 'bundle', 'triton-check.js'), folder];
  const env = { ...process.env, XDG_CACHE_HOME: path.join(work, 'cache') };
  const options = { encoding: 'utf8', env, maxBuffer: 2 ** 28 } as const;
  return JSON.parse(
    execFileSync('python3', [path.join(__dirname, 'measure.py'), `${SECONDS}`, `${CPU_SECONDS}`, ...command], options),
  );
}

describe('check ends within 10 s of CPU time and 1 GB of memory, in words', () => {
  test.each(Object.keys(HOSTILE))(
    '%s',
    (name) => {
      const folder = fs.mkdtempSync(path.join(work, 'input-'));
      try {
        HOSTILE[name](folder);
        const { status, bytes, output, length } = run(folder);
        expect([0, 1, 2]).toContain(status);
        expect(bytes).toBeLessThan(1e9);
        expect(length).toBeGreaterThan(0);
        expect(output).not.toMatch(/^\s+at |TypeError|RangeError|EAGAIN|Maximum call stack/m);
      } finally {
        execFileSync('rm', ['-rf', folder]);
      }
    },
    2 * SECONDS * 1000,
  );
});
