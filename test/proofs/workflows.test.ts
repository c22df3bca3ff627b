import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const FOLDER = path.join(ROOT, '.github', 'workflows');

test.each(fs.readdirSync(FOLDER))('%s: actions are pinned to a commit, with the version in words', (file) => {
  const used = fs.readFileSync(path.join(FOLDER, file), 'utf8').match(/uses: (?!\.\/$).*/gm) ?? []; // ./ is this checkout
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
});

/** A workflow's jobs: the text of each by its name. */
function jobsOf(file: string): Record<string, string> {
  const [, jobs] = fs.readFileSync(path.join(FOLDER, file), 'utf8').split('\njobs:\n');
  return Object.fromEntries(jobs.split(/^(?= {2}\w)/m).map((job) => [job.trim().split(':')[0], job]));
}

test.each(fs.readdirSync(FOLDER))('%s: images are pinned to a digest', (file) => {
  const images = fs.readFileSync(path.join(FOLDER, file), 'utf8').match(/(container|image): .*/g) ?? [];
  expect(images.filter((line) => !/^\w+: \S+@sha256:[0-9a-f]{64}( #.*)?$/.test(line))).toEqual([]);
});

describe('release.yml', () => {
  const jobs = jobsOf('release.yml');
  const script = fs.readFileSync(path.join(ROOT, '.ci', 'package'), 'utf8');

  test('builds what is published in a job without tests', () => {
    expect(Object.keys(jobs)).toEqual(['tests', 'package', 'npm', 'pypi', 'github']);
    expect(jobs.tests).toContain('.ci/run');
    expect(jobs.package).toContain('.ci/package');
    expect(jobs.package + script).not.toMatch(/\.ci\/run|npm test|vitest|setup\.sh|apt-get/);
    expect(jobs.tests).not.toContain('upload-artifact');
  });

  test('publishes only after the tests passed', () => {
    for (const job of ['npm', 'pypi']) expect(jobs[job]).toContain('needs: [tests, package]');
    expect(jobs.github).toContain('needs: [npm, pypi]');
  });

  test('installs by hash, and runs no install script', () => {
    expect(script.match(/npm (ci|install|i) .*/g)).toEqual(['npm ci --ignore-scripts --no-audit --no-fund']);
    expect(script.match(/pip (install|download) .*/g)).toEqual([expect.stringContaining('--require-hashes')]);
    expect(script).toContain('PIP_NO_INDEX=1');
    for (const job of [jobs.package, jobs.npm]) {
      expect(job).not.toContain('setup-node');
      expect(job).toContain('sha256sum --check');
    }
  });

  test('publishes files: without ./, npm takes folder/name for a repository of GitHub', () => {
    expect(jobs.npm.match(/npm publish .*/g)).toEqual([
      'npm publish --access public ./js/*.tgz',
      'npm publish --access public ./triton-check/*.tgz',
    ]);
  });

  test('publishes without tokens of registries', () => {
    expect(Object.values(jobs).join('')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
    for (const job of ['npm', 'pypi']) expect(jobs[job]).toContain('id-token: write');
    for (const job of ['tests', 'package']) expect(jobs[job]).not.toContain('id-token');
  });
});

test('build.yml runs `check` on each system, with each Node.js that the library supports', () => {
  const { build, check } = jobsOf('build.yml');
  expect(check).toMatch(/os: \[ubuntu-\S+, macos-\S+, windows-\S+\]/);
  const node = /node: \[.*?\]/;
  expect(node.exec(check)?.[0]).toBe(node.exec(build)?.[0]);
  expect(check).toContain('.ci/check-anywhere');
});

test('upgrade.yml writes the table of CloudFormation’s schemas again', () => {
  const { upgrade } = jobsOf('upgrade.yml');
  const script = /npx tsx (scripts\/[\w-]+\.ts) "\$RUNNER_TEMP\/cfn-lint\/cfnlint\/data\/schemas"/.exec(upgrade)?.[1];
  expect(script).toBe('scripts/cloudformation-schemas.ts');
  expect(fs.existsSync(path.join(ROOT, 'scripts/cloudformation-schemas.ts'))).toBe(true);
});

test('package-lock.json has the hash of each package', () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const others = Object.entries(packages as Record<string, { integrity?: string; inBundle?: boolean }>)
    .filter(([name, { integrity, inBundle }]) => name !== '' && !inBundle && !integrity?.startsWith('sha512-'))
    .map(([name]) => name);
  expect(others).toEqual([]);
});

test('.ci/packaging.txt has what jsii-pacmak installs', () => {
  const wanted = fs.readFileSync(path.join(ROOT, 'node_modules/jsii-pacmak/lib/targets/python/requirements-dev.txt'));
  const locked = fs.readFileSync(path.join(ROOT, '.ci', 'packaging.txt'), 'utf8');
  for (const [, name, version] of wanted.toString().matchAll(/^(\w+) *[~>]= *(\d+\.\d+)/gm)) {
    expect(locked).toMatch(new RegExp(`^${name}==${version.replace('.', '\\.')}`, 'm'));
  }
});
