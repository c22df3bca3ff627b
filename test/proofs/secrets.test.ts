import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { createEngine } from '@secretlint/node';

jest.setTimeout(120_000);

const ROOT = path.join(__dirname, '..', '..');
const RULES = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] };

const judge = (): ReturnType<typeof createEngine> =>
  createEngine({ cwd: ROOT, formatter: 'compact', color: false, configFileJSON: RULES });

test('the judge finds a key', async () => {
  const content = `AWS_SECRET_ACCESS_KEY=${'wJalrXUtnFEMI/K7MDENG/bPxRfiCY'}ABCDEFGHIJ`;
  const { ok } = await (await judge()).executeOnContent({ content, filePath: 'settings.env' });
  expect(ok).toBe(false);
});

test('no file of the repository has one', async () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const filePathList = files.filter((file) => /\.(m?[tj]s|py|sh|ya?ml|md|json|txt|pbtxt|csv)$|^[^.]+$/.test(file));
  const { ok, output } = await (
    await judge()
  ).executeOnFiles({
    filePathList: filePathList.map((file) => path.join(ROOT, file)),
  });
  expect(output).toBe('');
  expect(ok).toBe(true);
});
