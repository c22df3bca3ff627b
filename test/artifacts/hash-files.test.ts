import { createHash, randomBytes } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { setTimeout } from 'timers/promises';
import { digestLarge } from '../../lib/artifacts/digest';
import { hashFiles } from '../../lib/artifacts/hash-files';

let work: string;
let cacheBefore: string | undefined;
beforeEach(() => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'hash-files-'));
  cacheBefore = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = path.join(work, 'cache');
});
afterEach(() => {
  if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheBefore;
  fs.rmSync(work, { recursive: true, force: true });
});

const CONTENT = randomBytes(1_500_000);
const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const hashOf = (source: string): string => hashFiles([{ path: 'a', source }])[0].sha256;
const entries = (): string[] => {
  const folder = path.join(work, 'cache', 'cdk-sagemaker-triton', 'hashes');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

/** A file that last changed more than two seconds ago: this time is the system's, nobody can set it. */
async function oldFile(name: string, content = CONTENT): Promise<string> {
  const file = path.join(work, name);
  fs.writeFileSync(file, content);
  while (Date.now() - fs.statSync(file).ctimeMs < 2000) await setTimeout(100);
  return file;
}

/** Only who does not read the files believes it. */
const LIE = 'f'.repeat(64);
function lieAboutAll(): void {
  for (const entry of entries()) {
    fs.writeFileSync(path.join(work, 'cache', 'cdk-sagemaker-triton', 'hashes', entry), `${LIE}\n`);
  }
}

test('a large file that did not change is not read again', async () => {
  const file = await oldFile('weights');
  expect(hashOf(file)).toBe(sha256(CONTENT));
  lieAboutAll();
  expect(hashOf(file)).toBe(LIE);
});

test('the same size and the same modification time do not hide a change', async () => {
  const file = await oldFile('weights');
  const { atime, mtime } = fs.statSync(file);
  hashOf(file);
  const changed = Buffer.from(CONTENT);
  changed[7] ^= 1;
  fs.writeFileSync(file, changed);
  fs.utimesSync(file, atime, mtime);
  expect(hashOf(file)).toBe(sha256(changed));
});

test('what was hashed within two seconds of its change is not kept', async () => {
  const file = path.join(work, 'weights');
  fs.writeFileSync(file, CONTENT);
  const inAnHour = Date.now() / 1000 + 3600; // so that no machine is too slow for the two seconds
  fs.utimesSync(file, inAnHour, inAnHour);
  hashOf(file);
  expect(entries()).toEqual([]);
});

test('the folder can be deleted, be damaged, and not be writable', async () => {
  const file = await oldFile('weights');
  hashOf(file);
  const [entry] = entries();
  fs.writeFileSync(path.join(work, 'cache', 'cdk-sagemaker-triton', 'hashes', entry), 'abc');
  expect(hashOf(file)).toBe(sha256(CONTENT));
  fs.rmSync(path.join(work, 'cache'), { recursive: true });
  expect(hashOf(file)).toBe(sha256(CONTENT));
  process.env.XDG_CACHE_HOME = '/dev/null';
  expect(hashOf(file)).toBe(sha256(CONTENT));
});

test('many large files are hashed in a process of their own, once', async () => {
  const content = randomBytes(20_000_000);
  fs.writeFileSync(path.join(work, 'a'), content);
  fs.writeFileSync(path.join(work, 'b'), content.subarray(1));
  const files = [path.join(work, 'a'), path.join(work, 'b'), await oldFile('c')];
  const hash = () => hashFiles(files.map((source) => ({ path: source, source }))).map((file) => file.sha256);
  expect(hash()).toEqual([sha256(content), sha256(content.subarray(1)), sha256(CONTENT)]);
  expect(entries()).toHaveLength(3);
  lieAboutAll();
  expect(hash()).toEqual([LIE, LIE, LIE]);
});

test('a file that changes while it is read is an error', async () => {
  const file = path.join(work, 'weights');
  fs.writeFileSync(file, CONTENT);
  await expect(digestLarge(file, () => fs.appendFileSync(file, 'x'))).rejects.toThrow(
    /weights changed while it was read.*archive\.changed/,
  );
});
