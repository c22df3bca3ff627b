import * as fs from 'node:fs';
import * as path from 'node:path';
import { createNestedFolders, createLink, createPipe, createSocket, createSparseFile, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile model folders: with unusual names, links and devices, too many files, or too many levels. */

const CONFIG =
  'backend: "onnxruntime"\nmax_batch_size: 1\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n';
const MODEL = { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x' };

type Write = HostileInput['write'];

const FOLDERS: Record<string, Write> = {
  'is empty': () => undefined,
  'has a model that links to a folder elsewhere': (folder, { elsewhere }) => {
    writeFiles(elsewhere, { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x' });
    createLink(path.join(folder, 'm'), path.join(elsewhere, 'm'));
    writeFiles(folder, { 'n/config.pbtxt': CONFIG, 'n/1/model.onnx': 'x' });
  },
  'has a configuration that links to a secret': (folder, { elsewhere }) => {
    writeFiles(folder, { 'm/1/model.onnx': 'x' });
    createLink(path.join(folder, 'm/config.pbtxt'), path.join(elsewhere, 'secret.txt'));
  },
  'has a configuration that links to /dev/zero': (folder) =>
    createLink(path.join(folder, 'm/config.pbtxt'), '/dev/zero'),
  'has a configuration that links to /proc/self/environ': (folder) =>
    createLink(path.join(folder, 'm/config.pbtxt'), '/proc/self/environ'),
  'has a configuration that is a pipe': (folder) => createPipe(path.join(folder, 'm/config.pbtxt')),
  'has a configuration that is a socket': (folder) => createSocket(path.join(folder, 'm/config.pbtxt')),
  'has a configuration of 100 GB': (folder) => createSparseFile(path.join(folder, 'm/config.pbtxt'), 100 * 2 ** 30),
  'has a model file that is a pipe': (folder) => {
    writeFiles(folder, { 'm/config.pbtxt': CONFIG });
    createPipe(path.join(folder, 'm/1/model.onnx'));
  },
  'has a model file that is a folder': (folder) =>
    writeFiles(folder, { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx/model.onnx/model.onnx': 'x' }),
  'has a version folder that links to the root': (folder) => {
    writeFiles(folder, { 'm/config.pbtxt': CONFIG });
    createLink(path.join(folder, 'm/1'), '/');
  },
  'links to the root of the file system': (folder) => createLink(path.join(folder, 'root'), '/'),
  'links to /proc': (folder) => createLink(path.join(folder, 'proc'), '/proc'),
  'links to itself': (folder) => {
    writeFiles(folder, MODEL);
    createLink(path.join(folder, 'm/self'), '.');
    createLink(path.join(folder, 'parent'), '..');
  },
  'has links in a model that double 30 times': (folder) => {
    writeFiles(folder, { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x' });
    for (let level = 0; level < 30; level++) {
      for (const name of ['a', 'b']) createLink(path.join(folder, 'm', `l${level}`, name), `../l${level + 1}`);
    }
    writeFiles(folder, { 'm/l30/x': '' });
  },
  'is 5,000 folders deep, more than a path can contain': (folder) => createNestedFolders(folder, 5000),
  'has versions that are huge numbers': (folder) =>
    writeFiles(folder, {
      ...MODEL,
      'm/99999999999999999999999999/model.onnx': '',
      'm/0x10/model.onnx': '',
      'm/1e9/model.onnx': '',
      'm/00001/model.onnx': '',
      'm/-1/model.onnx': '',
      'm/٣/model.onnx': '',
    }),
  'has a configuration that cannot be read': (folder) => {
    writeFiles(folder, MODEL);
    fs.chmodSync(path.join(folder, 'm/config.pbtxt'), 0);
  },
};

/** Hostile names of files and folders, by description. */
const NAMES: Record<string, string | Buffer> = {
  'an escape sequence': '\u001b[2J\u001b]0;owned\u0007',
  'a C1 control character': '\u009b31mred',
  'a line break': 'a\nb: error: c',
  'marks that change the direction of text': '\u202egnp.\u2066exe\u2069',
  'bytes that are not UTF-8': Buffer.from([0x61, 0xff, 0xfe, 0x62]),
  'a lone surrogate in UTF-8': Buffer.from([0xed, 0xa0, 0x80]),
  'a workflow command': '::error file=x,line=1::y',
  'a hyphen at the beginning': '--sarif-file=owned',
  __proto__: '__proto__',
  constructor: 'constructor',
  'spaces at both ends': ' m ',
  'quotes and a substitution': '$(touch owned)`touch owned`"\'',
  '255 bytes': 'x'.repeat(255),
  'a backslash': 'a\\..\\b',
  'markup and a script': '<script>alert(1)<!--',
  'zero-width characters': '\u200b\u200d\ufeffm',
};

/** Creates a function that writes models and files with a hostile name. */
function withName(name: string | Buffer): Write {
  return (folder) => {
    const joinBytes = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));
    const model = joinBytes(folder, '/', name);
    fs.mkdirSync(model);
    fs.mkdirSync(joinBytes(model, '/1'));
    fs.writeFileSync(joinBytes(model, '/config.pbtxt'), `${CONFIG}oops`);
    fs.writeFileSync(joinBytes(model, '/1/', name), 'x');
    writeFiles(folder, { ...MODEL, 'm/config.pbtxt': 'name: "n"\nbackend: "pythn"\n' });
    fs.mkdirSync(joinBytes(folder, '/m/', name));
    fs.writeFileSync(joinBytes(folder, '/m/1/', name), 'x');
  };
}

/** Creates an input for `check`. */
const checkInput = (name: string, write: Write, index: number): HostileInput => ({
  name: `a folder that ${name}`,
  write,
  args: (folder) => ['check', ...[[], ['--format=github'], ['--format=sarif']][index % 3], folder],
  allowsLongLines: index % 3 === 2,
});

/** Creates an input for `pack`. */
const packInput = (name: string, write: Write): HostileInput => ({
  name: `a model to pack that ${name}`,
  write: (folder, userFolders) => {
    write(folder, userFolders);
    fs.mkdirSync(path.join(folder, 'packed'), { recursive: true });
  },
  args: (folder) => [
    'pack',
    '--out',
    path.join(folder, 'packed'),
    path.join(folder, fs.existsSync(path.join(folder, 'm')) ? 'm' : '.'),
  ],
  mayWrite: /^packed\//,
});

/** Creates an input for `lock`. */
const lockInput = (name: string, write: Write): HostileInput => ({
  name: `a model to lock that ${name}`,
  write,
  args: (folder) => ['lock', fs.existsSync(path.join(folder, 'm')) ? path.join(folder, 'm') : folder],
  mayWrite: /triton-model\.lock$/,
});

const selectFolders = (names: string[]): [string, Write][] => names.map((name) => [name, FOLDERS[name]]);
const FOLDERS_TO_PACK = [
  'is empty',
  'has a configuration that links to a secret',
  'has a configuration that is a pipe',
  'has a configuration of 100 GB',
  'has a model file that is a pipe',
  'has a version folder that links to the root',
  'links to itself',
  'has links in a model that double 30 times',
  'has versions that are huge numbers',
  'has a configuration that cannot be read',
];

export const folders: HostileInput[] = [
  ...Object.entries(FOLDERS).map(([name, write], index) => checkInput(name, write, index)),
  ...Object.entries(NAMES).map(([description, name], index) =>
    checkInput(`has names with ${description}`, withName(name), index),
  ),
  ...selectFolders(FOLDERS_TO_PACK).flatMap(([name, write]) => [packInput(name, write), lockInput(name, write)]),
  ...Object.entries(NAMES)
    .filter((_, index) => index % 2 === 0)
    .flatMap(([description, name]) => [
      packInput(`has names with ${description}`, withName(name)),
      lockInput(`has names with ${description}`, withName(name)),
    ]),
];
