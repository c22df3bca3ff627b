import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const BUNDLE = path.join(__dirname, '..', '..', 'assets', 'lambda', 'smoke-test');
const KILOBYTE = 1000;

const sizeOf = (file: string): number => fs.statSync(path.join(BUNDLE, file)).size;
const sum = (files: string[]): number => files.reduce((total, file) => total + sizeOf(file), 0);

/** The files that are loaded with these, as they say themselves. */
function closure(files: string[], seen = new Set<string>()): Set<string> {
  for (const file of files.filter((each) => !seen.has(each))) {
    seen.add(file);
    const source = fs.readFileSync(path.join(BUNDLE, file), 'utf8');
    closure(
      [...source.matchAll(/(?:from|import)"\.\/([^"]+\.mjs)"/g)].map(([, name]) => name),
      seen,
    );
  }
  return seen;
}

const lazy = (name: string): string[] => fs.readdirSync(BUNDLE).filter((file) => file.startsWith(`${name}-`));

test('all of it is at most 900 KB', () => {
  expect(sum(fs.readdirSync(BUNDLE))).toBeLessThanOrEqual(900 * KILOBYTE);
});

test.each([
  ['a test with examples', ['endpoint-status', 'example-store']],
  ['a failed test', ['endpoint-status', 'example-store', 'container-log']],
  ['an update', ['endpoint-status', 'example-store', 'stack-status']],
  ['a probe', ['probe']],
])('%s needs at most 450 KB', (_, names) => {
  const entries = names.flatMap(lazy);
  expect(entries).toHaveLength(names.length);
  // Lambda gives credentials in the environment, so no other provider of them is loaded.
  const loaded = [...closure(['index.mjs', ...entries])];
  expect(loaded.length).toBeGreaterThan(entries.length + 1); // esbuild puts what they share into more files
  expect(sum(loaded)).toBeLessThanOrEqual(450 * KILOBYTE);
});

test('all that it loads is in the bundle: as in Lambda, there are no packages around it', () => {
  const alone = fs.mkdtempSync(path.join(os.tmpdir(), 'bundle-'));
  fs.cpSync(BUNDLE, alone, { recursive: true });
  const script = `Promise.all(process.argv.slice(1).map((file) => import(file))).then((all) => console.log(all.length))`;
  const files = fs.readdirSync(alone).map((file) => path.join(alone, file));
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script, ...files], { encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual([`${files.length}`, '']);
  fs.rmSync(alone, { recursive: true });
});
