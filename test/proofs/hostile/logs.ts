import * as path from 'node:path';
import { link, pipe, sparse, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Logs, read by `diagnose`. */

const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m';
const FAILED = 'UNAVAILABLE: Internal: unable to load model';

const LOGS: Record<string, string | Buffer | ((file: string) => unknown)> = {
  'is empty': '',
  'is random bytes': Buffer.from(Array.from({ length: 1 << 20 }, (_, index) => (index * 7919 + (index >> 5)) & 0xff)),
  'has escape sequences': `${ESCAPES}${FAILED}${ESCAPES}\nImportError: No module named '${ESCAPES}'\nCUDA out of memory ${ESCAPES}\n`,
  'is one line of 50 MB': `${FAILED} ${'x'.repeat(50 << 20)}`,
  'is one line of 600 MB': (file) => sparse(file, 600 << 20),
  'has 100 GB': (file) => sparse(file, 100 * 2 ** 30),
  'has 5,000,000 empty lines': '\n'.repeat(5_000_000),
  'has 1,000,000 lines that match': `${FAILED}\n`.repeat(500_000),
  'has 200,000 different causes': Array.from(
    { length: 200_000 },
    (_, index) =>
      `ModuleNotFoundError: No module named 'm${index}'\nfailed to load 'm${index}' version 1: Internal: x\n`,
  ).join(''),
  'has lines with spaces without end': `${`failed to load '${' '.repeat(50_000)}`}\n`.repeat(100),
  'has lines with quotes without end': `${"'".repeat(100_000)} failed to load ${'"'.repeat(100_000)}\n`.repeat(20),
  'has lines of words that begin many causes':
    `${'CUDA error out of memory unable to load failed to allocate Invalid argument unexpected shape '.repeat(20_000)}\n`.repeat(
      5,
    ),
  'has carriage returns alone': `${FAILED}\r`.repeat(10_000),
  'has lone surrogates and NUL bytes': Buffer.from([...Buffer.from(FAILED), 0, 0xed, 0xa0, 0x80, 10]),
  'is JSON nested 200,000 deep': '{"log":'.repeat(200_000),
  'is a pipe': (file) => pipe(file),
  'is /dev/zero': (file) => link(file, '/dev/zero'),
  'is a folder': (file) => writeFiles(file, { x: 'x' }),
};

export const logs: HostileInput[] = Object.entries(LOGS).map(([what, log], index) => ({
  name: `a log that ${what}`,
  write: (folder) => (typeof log === 'function' ? log(path.join(folder, 'log')) : writeFiles(folder, { log })),
  args: (folder) => ['diagnose', ...(index % 3 === 1 ? ['--format=json'] : []), path.join(folder, 'log')],
  longLines: index % 3 === 1,
}));
