import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ModelArchive } from '../../lib';

let workFolder: string;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'archive-'))));
afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

function createModelFolder(name: string): string {
  const folder = path.join(workFolder, name);
  fs.mkdirSync(path.join(folder, 'bert', '1'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'bert', '1', 'model.pt'), Buffer.alloc(3_000_000, 'weights'));
  fs.writeFileSync(path.join(folder, 'bert', 'config.pbtxt'), 'name: "bert"\n');
  return folder;
}

test('the hash changes with the name and the content of a file', () => {
  const folder = createModelFolder('a');
  const hashes = new Set<string>();
  const pack = () => hashes.add(ModelArchive.pack(folder, path.join(workFolder, 'a.tar.gz')).contentHash);
  pack();
  fs.writeFileSync(path.join(folder, 'bert/config.pbtxt'), 'name: "tert"\n');
  pack();
  fs.renameSync(path.join(folder, 'bert/config.pbtxt'), path.join(folder, 'bert/config.txt'));
  pack();
  expect(hashes.size).toBe(3);
});

test('long and non-ASCII names are preserved', () => {
  const name = `${'ü'.repeat(80)}/${'x'.repeat(120)}.bin`;
  const folder = path.join(workFolder, 'a');
  fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), 'x');
  ModelArchive.pack(folder, path.join(workFolder, 'a.tar.gz'));
  const listing = execFileSync('tar', ['--quoting-style=literal', '-tzf', path.join(workFolder, 'a.tar.gz')], {
    encoding: 'utf8',
  });
  expect(listing).toBe(`${name}\n`);
});

test('links inside the folder are followed, and links to files outside are rejected', () => {
  const folder = createModelFolder('a');
  fs.symlinkSync('1', path.join(folder, 'bert', '2'));
  ModelArchive.pack(folder, path.join(workFolder, 'a.tar.gz'));
  expect(execFileSync('tar', ['tzf', path.join(workFolder, 'a.tar.gz')], { encoding: 'utf8' })).toContain(
    'bert/2/model.pt\n',
  );
  fs.symlinkSync('/etc/hostname', path.join(folder, 'bert', 'leaves'));
  expect(() => ModelArchive.pack(folder, path.join(workFolder, 'b.tar.gz'))).toThrow(
    /archive\.files[\s\S]*leaves links to \/etc\/hostname, which is outside/,
  );
});

test('a link to a parent folder is rejected', () => {
  const folder = createModelFolder('a');
  fs.symlinkSync('..', path.join(folder, 'bert', 'up'));
  expect(() => ModelArchive.pack(folder, path.join(workFolder, 'a.tar.gz'))).toThrow(
    /archive\.files[\s\S]*up is a link to a folder that contains it/,
  );
});

test('an empty folder, such as the version folder of an ensemble, contains a placeholder file in the archive', () => {
  const folder = createModelFolder('a');
  fs.mkdirSync(path.join(folder, 'ensemble', '1'), { recursive: true });
  ModelArchive.pack(folder, path.join(workFolder, 'a.tar.gz'));
  expect(execFileSync('tar', ['tzf', path.join(workFolder, 'a.tar.gz')], { encoding: 'utf8' })).toContain(
    'ensemble/1/.keep\n',
  );
});

test('a pipe is rejected', () => {
  const folder = createModelFolder('a');
  execFileSync('mkfifo', [path.join(folder, 'bert', 'pipe')]);
  expect(() => ModelArchive.pack(folder, path.join(workFolder, 'a.tar.gz'))).toThrow(
    /archive\.files[\s\S]*pipe is neither a file nor a folder/,
  );
});

test('no files remain if packing fails', () => {
  const out = path.join(workFolder, 'out');
  fs.mkdirSync(out);
  fs.mkdirSync(path.join(out, 'model.tar.gz')); // a rename cannot replace a folder
  expect(() => ModelArchive.pack(createModelFolder('a'), path.join(out, 'model.tar.gz'))).toThrow(
    /^EISDIR: .*model\.tar\.gz'$/,
  );
  expect(fs.readdirSync(out)).toEqual(['model.tar.gz']);
});
