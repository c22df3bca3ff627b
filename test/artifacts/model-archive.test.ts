import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ModelArchive } from '../../lib';

let work: string;
beforeEach(() => (work = fs.mkdtempSync(path.join(os.tmpdir(), 'archive-'))));
afterEach(() => fs.rmSync(work, { recursive: true, force: true }));

function modelFolder(name: string): string {
  const folder = path.join(work, name);
  fs.mkdirSync(path.join(folder, 'bert', '1'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'bert', '1', 'model.pt'), Buffer.alloc(3_000_000, 'weights'));
  fs.writeFileSync(path.join(folder, 'bert', 'config.pbtxt'), 'name: "bert"\n');
  return folder;
}

test('GNU tar lists and extracts the archive', () => {
  const archive = path.join(work, 'model.tar.gz');
  ModelArchive.pack(modelFolder('a'), archive);
  const listing = execFileSync('tar', ['tvzf', archive, '--numeric-owner', '--utc'], { encoding: 'utf8' });
  expect(listing.split('\n').map((line) => line.split(/ +/).join(' '))).toEqual([
    '-rw-r--r-- 0/0 3000000 1970-01-01 00:00 bert/1/model.pt',
    '-rw-r--r-- 0/0 13 1970-01-01 00:00 bert/config.pbtxt',
    '',
  ]);
  execFileSync('tar', ['xzf', archive, '-C', work]);
  expect(fs.readFileSync(path.join(work, 'bert/config.pbtxt'), 'utf8')).toBe('name: "bert"\n');
});

test('bytes and hash depend on paths and contents alone', () => {
  const first = ModelArchive.pack(modelFolder('a'), path.join(work, 'a.tar.gz'));
  const other = modelFolder('b');
  fs.utimesSync(path.join(other, 'bert/config.pbtxt'), 1, 1);
  fs.chmodSync(path.join(other, 'bert/config.pbtxt'), 0o600);
  const second = ModelArchive.pack(other, path.join(work, 'b.tar.gz'));
  expect(second).toEqual(first);
  expect(fs.readFileSync(path.join(work, 'b.tar.gz')).equals(fs.readFileSync(path.join(work, 'a.tar.gz')))).toBe(true);
});

test('the hash changes with a file, its name and its content', () => {
  const folder = modelFolder('a');
  const hashes = new Set<string>();
  const pack = () => hashes.add(ModelArchive.pack(folder, path.join(work, 'a.tar.gz')));
  pack();
  fs.writeFileSync(path.join(folder, 'bert/config.pbtxt'), 'name: "tert"\n');
  pack();
  fs.renameSync(path.join(folder, 'bert/config.pbtxt'), path.join(folder, 'bert/config.txt'));
  pack();
  expect(hashes.size).toBe(3);
});

test('long and non-ASCII names survive', () => {
  const name = `${'ü'.repeat(80)}/${'x'.repeat(120)}.bin`;
  const folder = path.join(work, 'a');
  fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), 'x');
  ModelArchive.pack(folder, path.join(work, 'a.tar.gz'));
  const listing = execFileSync('tar', ['--quoting-style=literal', '-tzf', path.join(work, 'a.tar.gz')], {
    encoding: 'utf8',
  });
  expect(listing).toBe(`${name}\n`);
});

test('links inside the folder are followed, links that leave it are refused', () => {
  const folder = modelFolder('a');
  fs.symlinkSync('1', path.join(folder, 'bert', '2'));
  ModelArchive.pack(folder, path.join(work, 'a.tar.gz'));
  expect(execFileSync('tar', ['tzf', path.join(work, 'a.tar.gz')], { encoding: 'utf8' })).toContain(
    'bert/2/model.pt\n',
  );
  fs.symlinkSync('/etc/hostname', path.join(folder, 'bert', 'leaves'));
  expect(() => ModelArchive.pack(folder, path.join(work, 'b.tar.gz'))).toThrow(
    /archive\.files[\s\S]*leaves links to \/etc\/hostname, which is outside/,
  );
});

test('fails for a link to a folder that contains it', () => {
  const folder = modelFolder('a');
  fs.symlinkSync('..', path.join(folder, 'bert', 'up'));
  expect(() => ModelArchive.pack(folder, path.join(work, 'a.tar.gz'))).toThrow(
    /archive\.files[\s\S]*up is a link to a folder that contains it/,
  );
});

test('an empty folder, such as the version of an ensemble, is kept by a file', () => {
  const folder = modelFolder('a');
  fs.mkdirSync(path.join(folder, 'ensemble', '1'), { recursive: true });
  ModelArchive.pack(folder, path.join(work, 'a.tar.gz'));
  expect(execFileSync('tar', ['tzf', path.join(work, 'a.tar.gz')], { encoding: 'utf8' })).toContain(
    'ensemble/1/.keep\n',
  );
});

test('fails for a pipe', () => {
  const folder = modelFolder('a');
  execFileSync('mkfifo', [path.join(folder, 'bert', 'pipe')]);
  expect(() => ModelArchive.pack(folder, path.join(work, 'a.tar.gz'))).toThrow(
    /archive\.files[\s\S]*pipe is neither a file nor a folder/,
  );
});

test('nothing is left behind when packing fails', () => {
  const out = path.join(work, 'out');
  fs.mkdirSync(out);
  fs.mkdirSync(path.join(out, 'model.tar.gz')); // the final rename cannot replace a folder
  expect(() => ModelArchive.pack(modelFolder('a'), path.join(out, 'model.tar.gz'))).toThrow(
    /^EISDIR: .*model\.tar\.gz'$/,
  );
  expect(fs.readdirSync(out)).toEqual(['model.tar.gz']);
});
