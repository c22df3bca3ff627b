import { execFileSync, spawnSync } from 'child_process';
import { createHash } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ModelArchive } from '../../lib';

let workFolder: string;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'archive-bytes-'))));
afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

const FILES: Record<string, string> = {
  'bert/1/model.pt': 'w'.repeat(3_000_000),
  'bert/config.pbtxt': 'name: "bert"\n',
  'bert/Zürich.txt': 'ü',
  'bert/a.txt': '',
  'bert/B.txt': 'B',
};

function writeModel(folder: string, names: string[], time: number): void {
  for (const name of names) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, FILES[name]);
    fs.utimesSync(file, time, time);
  }
}

/** Packs in a separate shell with a different environment. */
function packInShell(folder: string, outFile: string, umask: string, env: Record<string, string>): object {
  const script = `umask ${umask}; exec node --import tsx ${path.join(__dirname, 'pack-process.ts')} "$0" "$1"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, folder, outFile], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

test('the archive does not depend on time zone, umask, locale, order of creation and file times', () => {
  const names = Object.keys(FILES);
  const [a, b] = ['a', 'b'].map((name) => path.join(workFolder, name));
  writeModel(a, names, 1_000_000_000);
  writeModel(b, [...names].reverse(), 1_700_000_000);
  const [first, second] = [`${a}.tar.gz`, `${b}.tar.gz`];
  const firstResult = packInShell(a, first, '022', { TZ: 'Asia/Tokyo', LC_ALL: 'C' });
  const secondResult = packInShell(b, second, '077', { TZ: 'America/New_York', LC_ALL: 'de_DE.UTF-8' });
  expect(firstResult).toEqual(secondResult);
  expect(fs.readFileSync(first).equals(fs.readFileSync(second))).toBe(true);
});

test('stored blocks are the same in all versions of Node.js', () => {
  const folder = path.join(workFolder, 'a');
  writeModel(folder, ['bert/config.pbtxt', 'bert/B.txt'], 1);
  const out = path.join(workFolder, 'a.tar.gz');
  ModelArchive.pack(folder, out);
  expect(createHash('sha256').update(fs.readFileSync(out)).digest('hex')).toBe(
    '6fcce7d8d981b4ce0951f9decc453940ec9afc2d9e689ca97ada59855d901f53',
  );
});

test('files larger than a block are stored, and can be unpacked', () => {
  const folder = path.join(workFolder, 'a');
  writeModel(folder, Object.keys(FILES), 1);
  const noise = Buffer.alloc(2_500_000);
  for (let i = 0, x = 1; i < noise.length; i++) noise[i] = (x = (x * 1103515245 + 12345) % 2147483648) >> 16;
  fs.writeFileSync(path.join(folder, 'bert', 'noise.bin'), noise);
  const out = path.join(workFolder, 'a.tar.gz');
  ModelArchive.pack(folder, out);
  execFileSync('tar', ['xzf', out, '-C', workFolder]);
  expect(fs.readFileSync(path.join(workFolder, 'bert/noise.bin')).equals(noise)).toBe(true);
  expect(fs.readFileSync(path.join(workFolder, 'bert/1/model.pt'), 'utf8')).toBe(FILES['bert/1/model.pt']);
  const python =
    'import sys, tarfile; archive = tarfile.open(sys.argv[1]); print([(m.name, m.size, m.mode, m.mtime, m.uid) for m in archive][:1], ' +
    'archive.extractfile("bert/1/model.pt").read() == b"w" * 3000000)';
  expect(execFileSync('python3', ['-c', python, out], { encoding: 'utf8' }).trim()).toBe(
    "[('bert/1/model.pt', 3000000, 420, 0, 0)] True",
  );
});

test('names that S3 or the container does not support are rejected in one error', () => {
  const folder = path.join(workFolder, 'a');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'new\nline'), '');
  fs.writeFileSync(path.join(folder, 'back\\slash'), '');
  expect(() => ModelArchive.pack(folder, path.join(workFolder, 'a.tar.gz'))).toThrow(
    /archive\.name[\s\S]*"back\\\\slash" has[\s\S]*"new\\nline" has/,
  );
});
