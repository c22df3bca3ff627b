import { createHash, randomBytes } from 'crypto';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { setTimeout } from 'timers/promises';
import { digestLarge } from '../../lib/artifacts/digest';
import { hashFiles } from '../../lib/artifacts/hash-files';

let workFolder: string;
let previousCacheFolder: string | undefined;
beforeEach(() => {
  workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'hash-files-'));
  previousCacheFolder = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = path.join(workFolder, 'cache');
});
afterEach(() => {
  if (previousCacheFolder === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = previousCacheFolder;
  fs.rmSync(workFolder, { recursive: true, force: true });
});

const CONTENT = randomBytes(1_500_000);
const LARGE = randomBytes(20_000_000);
const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const hashOf = (source: string): string => hashFiles([{ path: 'a', source }])[0].sha256;
const cacheEntries = (): string[] => {
  const folder = path.join(workFolder, 'cache', 'cdk-sagemaker-triton', 'hashes');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

/** A timestamp in whole seconds, which file systems store exactly. */
const LONG_AGO = 1_700_000_000;

/** A folder with files whose last change is not recent. */
let oldFolder: string;
beforeAll(async () => {
  oldFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'old-files-'));
  for (const name of ['same', 'changed', 'cached', 'small']) fs.writeFileSync(path.join(oldFolder, name), CONTENT);
  fs.writeFileSync(path.join(oldFolder, 'large'), LARGE);
  fs.writeFileSync(path.join(oldFolder, 'other'), LARGE.subarray(1));
  fs.utimesSync(path.join(oldFolder, 'changed'), LONG_AGO, LONG_AGO);
  // ctime cannot be set, so the test waits.
  const lastWritten = path.join(oldFolder, 'changed');
  while (Date.now() - fs.statSync(lastWritten).ctimeMs < 2000) await setTimeout(100);
});
afterAll(() => fs.rmSync(oldFolder, { recursive: true }));

/** A wrong digest, which is returned only if the file is not read. */
const WRONG_DIGEST = 'f'.repeat(64);
function overwriteCache(): void {
  for (const entry of cacheEntries()) {
    fs.writeFileSync(path.join(workFolder, 'cache', 'cdk-sagemaker-triton', 'hashes', entry), `${WRONG_DIGEST}\n`);
  }
}

test('a large unchanged file is not read again', () => {
  const file = path.join(oldFolder, 'same');
  expect(hashOf(file)).toBe(sha256(CONTENT));
  overwriteCache();
  expect(hashOf(file)).toBe(WRONG_DIGEST);
});

test('a changed file is read again even if its size and modification time are unchanged', () => {
  const file = path.join(oldFolder, 'changed');
  hashOf(file);
  const changed = Buffer.from(CONTENT);
  changed[7] ^= 1;
  fs.writeFileSync(file, changed);
  fs.utimesSync(file, LONG_AGO, LONG_AGO);
  expect(hashOf(file)).toBe(sha256(changed));
});

test('a digest is not cached if the file changed less than two seconds ago', async () => {
  const file = path.join(workFolder, 'weights');
  fs.writeFileSync(file, CONTENT);
  const inAnHour = Date.now() / 1000 + 3600; // so the test does not depend on the speed of the host
  fs.utimesSync(file, inAnHour, inAnHour);
  hashOf(file);
  expect(cacheEntries()).toEqual([]);
});

test('hashes are correct if the cache is deleted, corrupt or not writable', () => {
  const file = path.join(oldFolder, 'cached');
  hashOf(file);
  const [entry] = cacheEntries();
  fs.writeFileSync(path.join(workFolder, 'cache', 'cdk-sagemaker-triton', 'hashes', entry), 'abc');
  expect(hashOf(file)).toBe(sha256(CONTENT));
  fs.rmSync(path.join(workFolder, 'cache'), { recursive: true });
  expect(hashOf(file)).toBe(sha256(CONTENT));
  process.env.XDG_CACHE_HOME = '/dev/null';
  expect(hashOf(file)).toBe(sha256(CONTENT));
});

test('many large files are hashed once, in a separate process', () => {
  const files = ['large', 'other', 'small'].map((name) => path.join(oldFolder, name));
  const hash = () => hashFiles(files.map((source) => ({ path: source, source }))).map((file) => file.sha256);
  expect(hash()).toEqual([sha256(LARGE), sha256(LARGE.subarray(1)), sha256(CONTENT)]);
  expect(cacheEntries()).toHaveLength(3);
  overwriteCache();
  expect(hash()).toEqual([WRONG_DIGEST, WRONG_DIGEST, WRONG_DIGEST]);
});

test('a file that changes while it is read is rejected', async () => {
  const file = path.join(workFolder, 'weights');
  fs.writeFileSync(file, CONTENT);
  await expect(digestLarge({ source: file }, () => fs.appendFileSync(file, 'x'))).rejects.toThrow(
    /weights changed while it was read.*archive\.changed/,
  );
});
