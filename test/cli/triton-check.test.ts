import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundleTritonCheck, TRITON_CHECK } from '../../scripts/triton-check';

const ROOT = path.join(__dirname, '..', '..');
const GENERATED = ['LICENSE', 'action.js', 'third-party-licenses.txt', 'triton-check.js'];

function read(...file: string[]): string {
  return fs.readFileSync(path.join(ROOT, ...file), 'utf8');
}

describe('the committed bundle of the pre-commit hook, the GitHub Action and the package triton-check', () => {
  test('is what its sources give', async () => {
    const fresh = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-check-'));
    try {
      await bundleTritonCheck(fresh);
      expect(fs.readdirSync(fresh).sort()).toEqual(GENERATED);
      const stale = GENERATED.filter(
        (file) => fs.readFileSync(path.join(fresh, file), 'utf8') !== read('triton-check', file),
      );
      expect(stale, 'run npx projen bundle:triton-check and commit').toEqual([]);
      expect(fs.readdirSync(TRITON_CHECK).sort()).toEqual([...GENERATED, 'README.md', 'package.json'].sort());
    } finally {
      fs.rmSync(fresh, { recursive: true });
    }
  });

  test('needs no other package, and has a size for a repository', () => {
    const { dependencies, peerDependencies, engines } = JSON.parse(read('triton-check', 'package.json'));
    expect({ dependencies, peerDependencies }).toEqual({});
    expect(engines).toEqual(JSON.parse(read('package.json')).engines);
    expect(fs.statSync(path.join(TRITON_CHECK, 'triton-check.js')).size).toBeLessThan(1_000_000); // aws-cdk-lib would be 40 MB
  });

  test('is executable where git checks it out', () => {
    const listed = execFileSync('git', ['ls-files', '--stage', 'triton-check'], { cwd: ROOT, encoding: 'utf8' });
    expect(listed).toMatch(/^100755 .*triton-check\/triton-check\.js$/m);
  });

  test('reports, exits and accepts the inputs of the Action as the build matrix expects', () => {
    const output = execFileSync('bash', [path.join(ROOT, '.ci', 'check-anywhere')], { encoding: 'utf8' });
    expect(output).toMatch(/all passed\n$/);
  });
});

describe('the pre-commit hook', () => {
  const hook = read('.pre-commit-hooks.yaml');

  test('runs the bundle in the checkout, and no package manager', () => {
    expect(/^ {2}entry: (.*)$/m.exec(hook)?.[1]).toBe('triton-check/triton-check.js');
    expect(/^ {2}language: (.*)$/m.exec(hook)?.[1]).toBe('script');
  });

  test('runs for what `check` reads', () => {
    const files = new RegExp(/^ {2}files: (\S+)/m.exec(hook)?.[1] ?? '$^');
    const read = [
      'config.pbtxt',
      'models/bert/config.pbtxt',
      'models/bert/1/model.onnx',
      'models/bert/12/model.savedmodel/saved_model.pb',
      'models/bert/triton-model.lock',
    ];
    const others = ['README.md', 'models/bert/README.md', 'models/v1/x.py', 'src/my-config.pbtxt', 'config.pbtxt.md'];
    expect([...read, ...others].filter((file) => files.test(file))).toEqual(read);
  });
});

test('the Action runs the bundle with the runner’s Node.js, and passes on each of its inputs', () => {
  const action = read('action.yml');
  const [, runs] = action.split('\nruns:\n');
  expect(runs).toBe('  using: node24\n  main: triton-check/action.js\n');
  const inputs = [...action.matchAll(/^ {2}([\w-]+):\n {4}description/gm)].map(([, name]) => name);
  const passedOn =
    /= \[(.*?)\]/
      .exec(read('cli', 'check', 'action.ts'))?.[1]
      .replace(/'/g, '')
      .split(', ') ?? [];
  expect(inputs.sort()).toEqual(['path', ...passedOn].sort());
});

/** A registry gives these names to whoever registers them first. */
test('no file installs or runs a package of this project from a registry before it is published there', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const texts = files.filter(
    (file) => /\.(md|ya?ml|html|sh|ts|txt)$|^\.ci\//.test(file) && fs.existsSync(path.join(ROOT, file)),
  );
  const fromRegistry =
    /\b(?:npx (?:-\S+ )*triton-check|npx (?:-y|--yes) \S*cdk-sagemaker-triton|(?:npm (?:i|install|exec)|npx|pip install|pipx run|uvx) (?:-\S+ )*(?:triton-check|cdk-sagemaker-triton@))\b.*/g;
  const found = texts.flatMap((file) => (read(file).match(fromRegistry) ?? []).map((line) => `${file}: ${line}`));
  // Its registries are on this machine.
  expect(found.filter((line) => !line.startsWith('scripts/rehearse-release.sh: '))).toEqual([]);
});
