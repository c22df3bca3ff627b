import * as path from 'node:path';
import { createPipe, createSparseFile, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile log files, which `diagnose` reads. */

const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m';
const LOAD_ERROR = 'UNAVAILABLE: Internal: unable to load model';

const LOGS: Record<string, string | Buffer | ((file: string) => unknown)> = {
  'is empty': '',
  'is random bytes': Buffer.from(Array.from({ length: 1 << 20 }, (_, index) => (index * 7919 + (index >> 5)) & 0xff)),
  'has escape sequences': `${ESCAPES}${LOAD_ERROR}${ESCAPES}\nImportError: No module named '${ESCAPES}'\nCUDA out of memory ${ESCAPES}\n`,
  'has 100 GB': (file) => createSparseFile(file, 100 * 2 ** 30),
  'has 500,000 lines that match': `${LOAD_ERROR}\n`.repeat(500_000),
  'has 200,000 different causes': Array.from(
    { length: 200_000 },
    (_, index) =>
      `ModuleNotFoundError: No module named 'm${index}'\nfailed to load 'm${index}' version 1: Internal: x\n`,
  ).join(''),
  'has lines with 50,000 spaces': `${`failed to load '${' '.repeat(50_000)}`}\n`.repeat(100),
  'has lines of words with which many causes begin':
    `${'CUDA error out of memory unable to load failed to allocate Invalid argument unexpected shape '.repeat(20_000)}\n`.repeat(
      5,
    ),
  'has carriage returns without line feeds': `${LOAD_ERROR}\r`.repeat(10_000),
  'has lone surrogates and NUL bytes': Buffer.from([...Buffer.from(LOAD_ERROR), 0, 0xed, 0xa0, 0x80, 10]),
  'is JSON nested 200,000 deep': '{"log":'.repeat(200_000),
  'is a pipe': (file) => createPipe(file),
  'is a folder': (file) => writeFiles(file, { x: 'x' }),
};

export const logs: HostileInput[] = Object.entries(LOGS).map(([description, log], index) => ({
  name: `a log that ${description}`,
  write: (folder) => (typeof log === 'function' ? log(path.join(folder, 'log')) : writeFiles(folder, { log })),
  args: (folder) => ['diagnose', ...(index % 3 === 1 ? ['--format=json'] : []), path.join(folder, 'log')],
  allowsLongLines: index % 3 === 1,
}));
