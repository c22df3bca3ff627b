import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const BUNDLE = path.join(__dirname, '..', '..', 'assets', 'lambda', 'smoke-test');
const KILOBYTE = 1000;

const sizeOf = (file: string): number => fs.statSync(path.join(BUNDLE, file)).size;
const totalSize = (files: string[]): number => files.reduce((total, file) => total + sizeOf(file), 0);

/** The files, and the files that they import statically, directly or indirectly. */
function withImports(files: string[], visited = new Set<string>()): Set<string> {
  for (const file of files.filter((name) => !visited.has(name))) {
    visited.add(file);
    const source = fs.readFileSync(path.join(BUNDLE, file), 'utf8');
    withImports(
      [...source.matchAll(/(?:from|import)"\.\/([^"]+\.mjs)"/g)].map(([, name]) => name),
      visited,
    );
  }
  return visited;
}

const chunksOf = (name: string): string[] => fs.readdirSync(BUNDLE).filter((file) => file.startsWith(`${name}-`));

test('the bundle has at most 900 KB', () => {
  expect(totalSize(fs.readdirSync(BUNDLE))).toBeLessThanOrEqual(900 * KILOBYTE);
});

test.each([
  ['a test with examples', ['endpoint-status', 'read-plan']],
  ['a failed test', ['endpoint-status', 'read-plan', 'diagnose-text']],
  ['an update', ['endpoint-status', 'read-plan', 'stack-status']],
  ['a test of an inference component', ['component-status', 'read-plan']],
  ['a failed probe', ['probe', 'diagnose-text']],
])('%s loads at most 456 KB of the bundle', (_, names) => {
  const entries = names.flatMap(chunksOf);
  expect(entries).toHaveLength(names.length);
  // Lambda provides credentials in environment variables, so no other credential provider is loaded.
  const loaded = [...withImports(['index.mjs', ...entries])];
  expect(loaded.length).toBeGreaterThan(entries.length + 1); // esbuild puts shared code into additional files
  expect(totalSize(loaded)).toBeLessThanOrEqual(456 * KILOBYTE);
});

test('the bundle contains all of its imports, so it can be loaded without node_modules, as in Lambda', () => {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'bundle-'));
  fs.cpSync(BUNDLE, copy, { recursive: true });
  const script = `Promise.all(process.argv.slice(1).map((file) => import(file))).then((all) => console.log(all.length))`;
  const files = fs.readdirSync(copy).map((file) => path.join(copy, file));
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script, ...files], { encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual([`${files.length}`, '']);
  fs.rmSync(copy, { recursive: true });
});
