import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const PROGRAM = path.join(ROOT, 'node_modules', '.bin', 'secretlint');
const RULES = JSON.stringify({ rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] });

/** The output of secretlint for files in a folder. The output is empty if there are no secrets. */
function secretlintOutput(folder: string, files: string[]): string {
  const { stdout, stderr } = spawnSync(
    PROGRAM,
    ['--secretlintrcJSON', RULES, '--no-color', '--format=compact', '--no-glob', ...files],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  return stdout + stderr;
}

test('secretlint finds an AWS secret access key', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'secrets-'));
  const file = path.join(folder, 'settings.txt');
  fs.writeFileSync(file, `AWS_SECRET_ACCESS_KEY=${'wJalrXUtnFEMI/K7MDENG/bPxRfiCY'}ABCDEFGHIJ\n`);
  expect(secretlintOutput(folder, [file])).toContain('found AWS Secret Access Key');
  fs.rmSync(folder, { recursive: true });
});

test('secretlint finds no secret in the files of the repository', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const texts = files.filter((file) => !/\.(pt|onnx|plan|png)$/.test(file) && fs.existsSync(path.join(ROOT, file)));
  expect(
    secretlintOutput(
      ROOT,
      texts.filter((file) => file !== ''),
    ),
  ).toBe('');
});
