import * as fs from 'node:fs';
import * as path from 'node:path';
import { createLink, createPipe, createSparseFile, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile triton-model.lock files, which `check`, `lock`, `pack` and `init` read. */

const CONFIG =
  'backend: "onnxruntime"\nmax_batch_size: 1\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n';
const DIGEST = 'a'.repeat(64);
/** An entry of a lock file. */
const entry = (name: unknown, overrides: object = {}): object => ({
  path: name,
  bytes: 2e6,
  sha256: DIGEST,
  ...overrides,
});
/** The text of a lock file with entries. */
const lockText = (...files: unknown[]): string => JSON.stringify({ files });

const LOCKS: Record<string, string | ((file: string, elsewhere: string) => unknown)> = {
  'is empty': '',
  'is null': 'null',
  'is nested 200,000 deep': '['.repeat(200_000),
  'has a list nested 200,000 deep': `{"files":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'has entries that are not objects': lockText(null, undefined, 7, 'x', [], true),
  'has a path outside of the folder': lockText(entry('../../elsewhere/secret.txt')),
  'has an absolute path': lockText(entry('/etc/passwd')),
  'has a path with NUL': lockText(entry('1/a\0b')),
  'has a path with escape sequences': lockText(entry('1/\u001b[2J\u202emodel.onnx\n::error::x')),
  'has a lone surrogate': `{"files":[{"path":"1/\\ud800","bytes":5,"sha256":"${DIGEST}"}]}`,
  'has a path of 1 MB': lockText(entry(`1/${'x'.repeat(1 << 20)}`)),
  'has a path of dots': lockText(entry('.'), entry('1/./model.onnx'), entry('1//model.onnx'), entry('1/')),
  'has two Unicode forms of one path': lockText(entry('1/\u00e9'), entry('1/e\u0301')),
  'has a path that is a file and a folder': lockText(entry('1/model.onnx'), entry('1/model.onnx/x')),
  'has sizes of infinity and minus zero': '{"files":[{"path":"a","bytes":1e999,"sha256":"x"},{"path":"b","bytes":-0}]}',
  'has a digest with a line break': lockText(entry('1/a', { sha256: `${DIGEST}\n` })),
  'has a key called __proto__': '{"__proto__":{"files":[]},"files":[{"__proto__":{"path":"x"}}]}',
  'has 100,000 files': lockText(...Array.from({ length: 100_000 }, (_, index) => entry(`1/f${index}`))),
  'has a path of 30 MB': lockText(entry('x'.repeat(30 << 20))),
  'has config.pbtxt as a locked file': lockText(entry('config.pbtxt'), entry('triton-model.lock')),
  'is a pipe': (file) => createPipe(file),
  'is a link to a secret': (file, elsewhere) => createLink(file, path.join(elsewhere, 'secret.json')),
  'has 100 GB': (file) => createSparseFile(file, 100 * 2 ** 30),
};

const ARGUMENTS: ((folder: string) => string[])[] = [
  (folder) => ['check', path.join(folder, 'm')],
  (folder) => ['pack', '--out', path.join(folder, 'packed'), path.join(folder, 'm')],
  (folder) => ['check', folder],
  (folder) => ['lock', path.join(folder, 'm')],
  (folder) => ['init', '--model', path.join(folder, 'm'), '--language=python', '--output', path.join(folder, 'app')],
];

export const locks: HostileInput[] = Object.entries(LOCKS).map(([description, lock], index) => ({
  name: `a triton-model.lock that ${description}`,
  write: (folder, { elsewhere }) => {
    writeFiles(folder, { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x', 'packed/keep': '' });
    const file = path.join(folder, 'm/triton-model.lock');
    if (typeof lock === 'string') fs.writeFileSync(file, lock);
    else lock(file, elsewhere);
  },
  args: ARGUMENTS[index % ARGUMENTS.length],
  mayWrite: /^(packed\/|app(\/|$)|m\/triton-model\.lock$)/,
}));
