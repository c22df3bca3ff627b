import * as fs from 'node:fs';
import * as path from 'node:path';
import { deepFolders, link, pipe, sparse, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** triton-model.lock files, read by `check`, `lock`, `pack` and `init`. */

const CONFIG =
  'backend: "onnxruntime"\nmax_batch_size: 1\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n';
const SHA = 'a'.repeat(64);
const entry = (name: unknown, more: object = {}): object => ({ path: name, bytes: 2e6, sha256: SHA, ...more });
const listing = (...files: unknown[]): string => JSON.stringify({ files });

const LOCKS: Record<string, string | ((file: string, elsewhere: string) => unknown)> = {
  'is empty': '',
  'is null': 'null',
  'is a text': '"files"',
  'is nested 200,000 deep': '['.repeat(200_000),
  'has a list nested 200,000 deep': `{"files":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'has no list': '{"files":{"length":1}}',
  'has entries that are nothing': listing(null, undefined, 7, 'x', [], true),
  'leads out of the folder': listing(entry('../../elsewhere/secret.txt')),
  'leads out by a backslash': listing(entry('..\\..\\elsewhere\\secret.txt')),
  'leads to the root': listing(entry('/etc/passwd')),
  'has a path with NUL': listing(entry('1/a\0b')),
  'has a path with escape sequences': listing(entry('1/\u001b[2J\u202emodel.onnx\n::error::x')),
  'has a lone surrogate': `{"files":[{"path":"1/\\ud800","bytes":5,"sha256":"${SHA}"}]}`,
  'has a path of 1 MB': listing(entry(`1/${'x'.repeat(1 << 20)}`)),
  'has a path with 100,000 folders': listing(entry(`1/${'d/'.repeat(100_000)}x`)),
  'has a path of dots': listing(entry('.'), entry('1/./model.onnx'), entry('1//model.onnx'), entry('1/')),
  'has twins by Unicode': listing(entry('1/\u00e9'), entry('1/e\u0301')),
  'has one path twice': listing(entry('1/model.onnx'), entry('1/model.onnx', { sha256: 'b'.repeat(64) })),
  'has a path that is a file and a folder': listing(entry('1/model.onnx'), entry('1/model.onnx/x')),
  'has paths of prototypes': listing(entry('__proto__'), entry('constructor/prototype'), entry('1/__proto__')),
  'has the largest numbers': listing(
    entry('1/a', { bytes: Number.MAX_SAFE_INTEGER }),
    entry('1/b', { bytes: Number.MAX_SAFE_INTEGER }),
  ),
  'has numbers that are none': '{"files":[{"path":"a","bytes":1e999,"sha256":"x"},{"path":"b","bytes":-0}]}',
  'has a digest with a line break': listing(entry('1/a', { sha256: `${SHA}\n` })),
  'has digests of wrong types': listing(entry('1/a', { sha256: [SHA], crc32: {} })),
  'has a key called __proto__': '{"__proto__":{"files":[]},"files":[{"__proto__":{"path":"x"}}]}',
  'has 100,000 files': listing(...Array.from({ length: 100_000 }, (_, index) => entry(`1/f${index}`))),
  'has 150,000 files with similar long names': listing(
    ...Array.from({ length: 100_000 }, (_, index) => entry(`1/${'n'.repeat(80)}${index}`)),
  ),
  'has 30 MB in one text': listing(entry('x'.repeat(30 << 20))),
  'has config.pbtxt as a locked file': listing(entry('config.pbtxt'), entry('triton-model.lock')),
  'is a pipe': (file) => pipe(file),
  'is a link to a secret': (file, elsewhere) => link(file, path.join(elsewhere, 'secret.json')),
  'is a link to /dev/zero': (file) => link(file, '/dev/zero'),
  'is a folder': (file) => fs.mkdirSync(file),
  'has 100 GB': (file) => sparse(file, 100 * 2 ** 30),
  'lies beside 2,000 folders': (file) => {
    fs.writeFileSync(file, listing(entry('1/a')));
    deepFolders(path.dirname(file), 2000);
  },
};

const VERBS: ((folder: string) => string[])[] = [
  (folder) => ['check', path.join(folder, 'm')],
  (folder) => ['pack', '--out', path.join(folder, 'packed'), path.join(folder, 'm')],
  (folder) => ['check', folder],
  (folder) => ['lock', path.join(folder, 'm')],
  (folder) => ['init', '--model', path.join(folder, 'm'), '--language=python', '--output', path.join(folder, 'app')],
];

export const locks: HostileInput[] = Object.entries(LOCKS).map(([what, lock], index) => ({
  name: `a triton-model.lock that ${what}`,
  write: (folder, { elsewhere }) => {
    writeFiles(folder, { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x', 'packed/keep': '' });
    const file = path.join(folder, 'm/triton-model.lock');
    if (typeof lock === 'string') fs.writeFileSync(file, lock);
    else lock(file, elsewhere);
  },
  args: VERBS[index % VERBS.length],
  mayWrite: /^(packed\/|app(\/|$)|m\/triton-model\.lock$)/,
}));
