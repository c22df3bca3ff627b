/**
 * The packages of @cloud-copilot have the AGPL license. Checks that only tests and scripts use these packages, and that the published
 * package does not contain them.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..', '..');
const SCOPE = '@cloud-copilot/';
const readJson = (file: string) => JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'));
const cloudCopilotPackages = (dependencies: Record<string, string> = {}) =>
  Object.entries(dependencies).filter(([name]) => name.startsWith(SCOPE));

test('packages of @cloud-copilot are only devDependencies, with exact versions', () => {
  const { devDependencies, ...manifest } = readJson('package.json');
  expect(cloudCopilotPackages(devDependencies).length).toBeGreaterThan(0);
  for (const [, version] of cloudCopilotPackages(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const { name, devDependencies: __, ...locked } = readJson('package-lock.json').packages[''];
  expect(JSON.stringify({ ...manifest, ...locked, name })).not.toContain(SCOPE);
});

test('no bundle contains packages of @cloud-copilot or with the AGPL license', () => {
  const bundledPackages = readJson('assets/third-party-packages.json') as { name: string; license: string }[];
  expect(bundledPackages.length).toBeGreaterThan(0);
  expect(bundledPackages.filter(({ name, license }) => name.startsWith(SCOPE) || license.includes('AGPL'))).toEqual([]);
});

test('only tests and scripts import packages of @cloud-copilot', () => {
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
