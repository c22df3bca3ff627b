/** Packages of @cloud-copilot have the AGPL: they judge policies in tests and in scripts, and the published package has nothing of them. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..', '..');
const SCOPE = '@cloud-copilot/';
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'));
const ofScope = (dependencies: Record<string, string> = {}) =>
  Object.entries(dependencies).filter(([name]) => name.startsWith(SCOPE));

test('they are dependencies of development alone, each exactly pinned', () => {
  const { devDependencies, ...manifest } = read('package.json');
  expect(ofScope(devDependencies).length).toBeGreaterThan(0);
  for (const [, version] of ofScope(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const { name, devDependencies: __, ...locked } = read('package-lock.json').packages[''];
  expect(JSON.stringify({ ...manifest, ...locked, name })).not.toContain(SCOPE);
});

test('no bundle has a part of them', () => {
  const bundled = read('assets/third-party-packages.json') as { name: string; license: string }[];
  expect(bundled.length).toBeGreaterThan(0);
  expect(bundled.filter(({ name, license }) => name.startsWith(SCOPE) || license.includes('AGPL'))).toEqual([]);
});

test('only tests and scripts import them', () => {
  const files = execFileSync('git', ['grep', '-lE', `(from|import|require)\\W+${SCOPE}`, '--', '*.ts', '*.mts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(
    files
      .trim()
      .split('\n')
      .filter((file) => !/^(test|scripts)\//.test(file)),
  ).toEqual([]);
});
