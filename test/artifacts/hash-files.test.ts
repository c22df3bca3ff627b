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
const LARGE = randomBytes(20_000_000);
const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const hashOf = (source: string): string => hashFiles([{ path: 'a', source }])[0].sha256;
const entries = (): string[] => {
  const folder = path.join(work, 'cache', 'cdk-sagemaker-triton', 'hashes');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

/** In whole seconds: a time is set again without losing a digit. */
const LONG_AGO = 1_700_000_000;

/** Files that last changed long enough ago, one for each test that wants one. */
let old: string;
beforeAll(async () => {
  old = fs.mkdtempSync(path.join(os.tmpdir(), 'old-files-'));
  for (const name of ['same', 'changed', 'remembered', 'small']) fs.writeFileSync(path.join(old, name), CONTENT);
  fs.writeFileSync(path.join(old, 'large'), LARGE);
  fs.writeFileSync(path.join(old, 'other'), LARGE.subarray(1));
  fs.utimesSync(path.join(old, 'changed'), LONG_AGO, LONG_AGO);
  // The time of the last change is the system's, nobody can set it.
  const youngest = path.join(old, 'changed');
  while (Date.now() - fs.statSync(youngest).ctimeMs < 2000) await setTimeout(100);
});
afterAll(() => fs.rmSync(old, { recursive: true }));

/** Only who does not read the files believes it. */
const LIE = 'f'.repeat(64);
function lieAboutAll(): void {
  for (const entry of entries()) {
    fs.writeFileSync(path.join(work, 'cache', 'cdk-sagemaker-triton', 'hashes', entry), `${LIE}\n`);
  }
}

test('a large file that did not change is not read again', () => {
  const file = path.join(old, 'same');
  expect(hashOf(file)).toBe(sha256(CONTENT));
  lieAboutAll();
  expect(hashOf(file)).toBe(LIE);
});

test('the same size and the same modification time do not hide a change', () => {
  const file = path.join(old, 'changed');
  hashOf(file);
  const changed = Buffer.from(CONTENT);
  changed[7] ^= 1;
  fs.writeFileSync(file, changed);
  fs.utimesSync(file, LONG_AGO, LONG_AGO);
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

test('the folder can be deleted, be damaged, and not be writable', () => {
  const file = path.join(old, 'remembered');
  hashOf(file);
  const [entry] = entries();
  fs.writeFileSync(path.join(work, 'cache', 'cdk-sagemaker-triton', 'hashes', entry), 'abc');
  expect(hashOf(file)).toBe(sha256(CONTENT));
  fs.rmSync(path.join(work, 'cache'), { recursive: true });
  expect(hashOf(file)).toBe(sha256(CONTENT));
  process.env.XDG_CACHE_HOME = '/dev/null';
  expect(hashOf(file)).toBe(sha256(CONTENT));
});

test('many large files are hashed in a process of their own, once', () => {
  const files = ['large', 'other', 'small'].map((name) => path.join(old, name));
  const hash = () => hashFiles(files.map((source) => ({ path: source, source }))).map((file) => file.sha256);
  expect(hash()).toEqual([sha256(LARGE), sha256(LARGE.subarray(1)), sha256(CONTENT)]);
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
