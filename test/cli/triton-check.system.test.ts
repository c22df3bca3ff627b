import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundleTritonCheck, TRITON_CHECK } from '../../scripts/triton-check';

const ROOT = path.join(__dirname, '..', '..');
const GENERATED_FILES = ['LICENSE', 'action.js', 'third-party-licenses.txt', 'triton-check.js'];

function read(...file: string[]): string {
  return fs.readFileSync(path.join(ROOT, ...file), 'utf8');
}

describe('the bundle of the pre-commit hook, the GitHub Action and the package triton-check', () => {
  test('cannot contain aws-cdk-lib', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-check-'));
    try {
      const source = path.join(ROOT, 'lib', 'cdk', 'acknowledge.ts');
      await expect(bundleTritonCheck(folder, source)).rejects.toThrow(
        /check cannot load aws-cdk-lib: move what check uses of lib\/cdk\/acknowledge.ts to another file/,
      );
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  test('requires no other package, and is small', () => {
    const { dependencies, peerDependencies, engines } = JSON.parse(read('triton-check', 'package.json'));
    expect({ dependencies, peerDependencies }).toEqual({});
    expect(engines).toEqual(JSON.parse(read('package.json')).engines);
    expect(fs.statSync(path.join(TRITON_CHECK, 'triton-check.js')).size).toBeLessThan(1_000_000); // aws-cdk-lib would be 40 MB
  });

  test('is in the tag of a release, executable, and not in the branch', () => {
    const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'release-'));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
    try {
      git('clone', '--quiet', ROOT, '.');
      fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
      git('config', 'user.name', 'test');
      git('config', 'user.email', 'test@localhost');
      execFileSync(path.join(clone, 'scripts', 'tag-release.sh'), ['9.9.9']);
      const inTag = git('ls-tree', 'v9.9.9', 'triton-check/');
      const names = [...inTag.matchAll(/^(\d+) .*triton-check\/(.*)$/gm)].map(([, mode, name]) => `${mode} ${name}`);
      const bundled = GENERATED_FILES.map((file) => `${file === 'triton-check.js' ? 100755 : 100644} ${file}`);
      expect(names.sort()).toEqual([...bundled, '100644 README.md', '100644 package.json'].sort());
      expect(git('diff', '--name-only', 'HEAD', 'v9.9.9').trim().split('\n')).toEqual(
        GENERATED_FILES.map((file) => `triton-check/${file}`),
      );
      expect(git('status', '--porcelain')).toBe('');
    } finally {
      fs.rmSync(clone, { recursive: true });
    }
  });

  test('passes .ci/check-anywhere, which tests its output, its exit status and the inputs of the Action', () => {
    const output = execFileSync('bash', [path.join(ROOT, '.ci', 'check-anywhere')], { encoding: 'utf8' });
    expect(output).toMatch(/all passed\n$/);
  });
});

describe('the pre-commit hook', () => {
  const hookDefinition = read('.pre-commit-hooks.yaml');

  test('runs the bundle in the checkout without a package manager', () => {
    expect(/^ {2}entry: (.*)$/m.exec(hookDefinition)?.[1]).toBe('triton-check/triton-check.js');
    expect(/^ {2}language: (.*)$/m.exec(hookDefinition)?.[1]).toBe('script');
  });

  test('runs if one of the files that `check` reads changes', () => {
    const files = new RegExp(/^ {2}files: (\S+)/m.exec(hookDefinition)?.[1] ?? '$^');
    const readFiles = [
      'config.pbtxt',
      'models/bert/config.pbtxt',
      'models/bert/1/model.onnx',
      'models/bert/12/model.savedmodel/saved_model.pb',
      'models/bert/triton-model.lock',
    ];
    const others = ['README.md', 'models/bert/README.md', 'models/v1/x.py', 'src/my-config.pbtxt', 'config.pbtxt.md'];
    expect([...readFiles, ...others].filter((file) => files.test(file))).toEqual(readFiles);
  });
});

test('the Action runs the bundle with the Node.js of the runner, and passes all inputs to the command', () => {
  const action = read('action.yml');
  const [, runs] = action.split('\nruns:\n');
  expect(runs).toBe('  using: node24\n  main: triton-check/action.js\n');
  const inputs = [...action.matchAll(/^ {2}([\w-]+):\n {4}description/gm)].map(([, name]) => name);
  const passedInputs =
    /= \[(.*?)\]/
      .exec(read('cli', 'check', 'action.ts'))?.[1]
      .replace(/'/g, '')
      .split(', ') ?? [];
  expect(inputs.sort()).toEqual(['path', ...passedInputs].sort());
});

/** Until the first publication, anyone can register the names of these packages. */
test('no file installs or runs a package of this project from a registry before it is published there', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const texts = files.filter(
    (file) => /\.(md|ya?ml|html|sh|ts|txt)$|^\.ci\//.test(file) && fs.existsSync(path.join(ROOT, file)),
  );
  const fromRegistry =
    /\b(?:npx (?:-\S+ )*triton-check|npx (?:-y|--yes) \S*cdk-sagemaker-triton|(?:npm (?:i|install|exec)|npx|pip install|pipx run|uvx) (?:-\S+ )*(?:triton-check|cdk-sagemaker-triton@))\b.*/g;
  const matchingLines = texts.flatMap((file) =>
    (read(file).match(fromRegistry) ?? []).map((line) => `${file}: ${line}`),
  );
  // This script uses local registries.
  expect(matchingLines.filter((line) => !line.startsWith('scripts/rehearse-release.sh: '))).toEqual([]);
});
