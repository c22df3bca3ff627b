import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const FOLDER = path.join(ROOT, '.github', 'workflows');

test.each(fs.readdirSync(FOLDER))('%s pins actions to a commit, and names the version in a comment', (file) => {
  const actions = fs.readFileSync(path.join(FOLDER, file), 'utf8').match(/uses: (?!\.\/).*/gm) ?? []; // `uses: ./…` is of this repository
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
});

/** The YAML text of each job of a workflow, by job name. */
function jobsOf(file: string): Record<string, string> {
  const [, jobs] = fs.readFileSync(path.join(FOLDER, file), 'utf8').split('\njobs:\n');
  return Object.fromEntries(jobs.split(/^(?= {2}\w)/m).map((job) => [job.trim().split(':')[0], job]));
}

test.each(fs.readdirSync(FOLDER))('%s pins images to a digest', (file) => {
  const images = fs.readFileSync(path.join(FOLDER, file), 'utf8').match(/(container|image): .*/g) ?? [];
  expect(images.filter((line) => !/^\w+: \S+@sha256:[0-9a-f]{64}( #.*)?$/.test(line))).toEqual([]);
});

test.each(fs.readdirSync(FOLDER))(
  '%s runs nothing that npm or pip installed in a job that may publish or write',
  (file) => {
    for (const job of Object.values(jobsOf(file)).filter((text) => /^ +[\w-]+: write\b/m.test(text))) {
      expect(job).not.toMatch(/npm (?:ci|install|run|test)\b|npx |pip |\.ci\//);
    }
  },
);

describe('release.yml', () => {
  const jobs = jobsOf('release.yml');
  const [script, wheel] = ['.ci/package', 'scripts/package-python.sh'].map((file) =>
    fs.readFileSync(path.join(ROOT, file), 'utf8'),
  );

  test('builds the packages in a job without tests', () => {
    expect(Object.keys(jobs)).toEqual(['tests', 'nightly', 'package', 'npm', 'pypi', 'github']);
    expect(jobs.tests).toContain('.ci/run');
    expect(jobs.package).toContain('.ci/package');
    expect(jobs.package + script + wheel).not.toMatch(/\.ci\/run|npm test|jest|setup\.sh|apt-get/);
    expect(jobs.tests).not.toContain('upload-artifact');
  });

  test('publishes only after the tests and all proofs passed', () => {
    for (const job of ['npm', 'pypi']) expect(jobs[job]).toContain('needs: [tests, nightly, package]');
    expect(jobs.nightly).toContain('uses: ./.github/workflows/nightly.yml');
    expect(jobsOf('nightly.yml').random).toMatch(/npm run proofs[^]*SEED: \$\{\{ needs\.seed\.outputs\.seed \}\}/);
    expect(jobs.github).toContain('needs: [npm, pypi]');
  });

  test('installs packages by hash, without install scripts', () => {
    expect(script.match(/npm (ci|install|i) .*/g)).toEqual(['npm ci --ignore-scripts --no-audit --no-fund']);
    expect((script + wheel).match(/pip"? (install|download) .*/g)).toEqual([
      expect.stringContaining('--require-hashes'),
    ]);
    expect(wheel.match(/-m build .*/g)).toEqual([expect.stringContaining('--no-isolation')]); // otherwise, it installs setuptools itself
    for (const job of [jobs.package, jobs.npm]) {
      expect(job).not.toContain('setup-node');
      expect(job).toContain('sha256sum --check');
    }
  });

  test('publishes files whose paths begin with ./, because npm interprets folder/name as a GitHub repository', () => {
    expect(jobs.npm.match(/npm publish .*/g)).toEqual([
      'npm publish --access public ./js/*.tgz',
      'npm publish --access public ./triton-check/*.tgz',
    ]);
  });

  test('attests a bill of materials for each package that it publishes', () => {
    const bills = [...jobs.github.matchAll(/subject-path: ([^]*?)sbom-path: (.*)/g)].map(([, subjects, bill]) => [
      subjects.match(/\S+\/\*\S*/g),
      bill,
    ]);
    expect(bills).toEqual([
      [['js/*.tgz', 'python/*'], 'sbom.cdx.json'],
      [['triton-check/*.tgz'], 'triton-check-sbom.cdx.json'],
    ]);
    expect(script).toContain('npx tsx scripts/sbom.ts dist');
    expect(jobs.package).toContain('dist/*.cdx.json');
  });

  test('publishes without registry tokens', () => {
    expect(Object.values(jobs).join('')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
    for (const job of ['npm', 'pypi']) expect(jobs[job]).toContain('id-token: write');
    for (const job of ['tests', 'package']) expect(jobs[job]).not.toContain('id-token');
  });
});

test('build.yml runs `check` on each operating system, with each version of Node.js that the page on compatibility names', () => {
  const { build, check } = jobsOf('build.yml');
  expect(check).toMatch(/os: \[ubuntu-\S+, macos-\S+, windows-\S+\]/);
  expect(check).toContain('node: [20, 22, 24]');
  expect(build).toContain('node: [22, 24]');
  const page = fs.readFileSync(path.join(ROOT, 'docs', 'updates.md'), 'utf8');
  expect(page).toContain(
    '| Node.js | 20.16.0 or later, for a clone of the repository 20.19 | 22 and 24; [`check`](command.md#check) also with 20 |',
  );
  expect(check).toContain('.ci/check-anywhere');
});

test('upgrade.yml updates the table of CloudFormation schemas', () => {
  const { upgrade } = jobsOf('upgrade.yml');
  const script = /npx tsx (scripts\/[\w-]+\.ts) "\$RUNNER_TEMP\/cfn-lint\/cfnlint\/data\/schemas"/.exec(upgrade)?.[1];
  expect(script).toBe('scripts/cloudformation-schemas.ts');
  expect(fs.existsSync(path.join(ROOT, 'scripts/cloudformation-schemas.ts'))).toBe(true);
});

test('package-lock.json contains the hash of each package', () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const packagesWithoutHash = Object.entries(packages as Record<string, { integrity?: string; inBundle?: boolean }>)
    .filter(([name, { integrity, inBundle }]) => name !== '' && !inBundle && !integrity?.startsWith('sha512-'))
    .map(([name]) => name);
  expect(packagesWithoutHash).toEqual([]);
});

test('.ci/packaging.txt contains the packages that jsii-pacmak installs', () => {
  const requirements = fs.readFileSync(
    path.join(ROOT, 'node_modules/jsii-pacmak/lib/targets/python/requirements-dev.txt'),
  );
  const lockedRequirements = fs.readFileSync(path.join(ROOT, '.ci', 'packaging.txt'), 'utf8');
  for (const [, name, version] of requirements.toString().matchAll(/^(\w+) *[~>]= *(\d+\.\d+)/gm)) {
    expect(lockedRequirements).toMatch(new RegExp(`^${name}==${version.replace('.', '\\.')}`, 'm'));
  }
});
