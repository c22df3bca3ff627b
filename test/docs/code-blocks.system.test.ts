import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { runInit } from '../../cli/init/run-init';
import { codeBlocks } from '../../scripts/markdown-blocks';
import { compilerErrors, describeError } from '../compiler-errors';
import { classExamples, insertIntoFixture } from './class-examples';
import { asModule } from './fragments';

const ROOT = path.join(__dirname, '..', '..');
const PAGES = ['README.md', ...pagesOf('docs')];

function pagesOf(folder: string): string[] {
  const absoluteFolder = path.join(ROOT, folder);
  if (!fs.existsSync(absoluteFolder)) return [];
  return fs
    .readdirSync(absoluteFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}

/** Error code of TypeScript for "declared but its value is never read". */
const UNUSED_VARIABLE = 6133;

/** The source files of the app that `init` writes, with paths as if they were in the root of the repository. */
function initApp(): [string, string][] {
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'app-'));
  const app = path.join(workFolder, 'app');
  const model = path.join(ROOT, 'model-artifacts', 'image-classifier', 'onnx');
  runInit({ model, language: 'typescript', output: app });
  const sources = fs.readdirSync(app).filter((name) => name.endsWith('.ts'));
  const files = sources.map((name): [string, string] => [
    path.join(ROOT, name),
    fs.readFileSync(path.join(app, name), 'utf8'),
  ]);
  fs.rmSync(workFolder, { recursive: true });
  return files;
}

/** The code of the examples, with paths as if it were in the root of the repository. */
function exampleFiles(): [string, string][] {
  const folder = path.join(ROOT, 'docs', 'examples');
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return names.map((name) => [path.join(ROOT, name), fs.readFileSync(path.join(folder, name), 'utf8')]);
}

test('the TypeScript blocks in README and docs, the examples, the app of init and the examples of classes compile', () => {
  const blocks = new Map(
    PAGES.flatMap((page) =>
      codeBlocks(path.join(ROOT, page), 'ts').map((code, index): [string, string] => [
        path.join(ROOT, `${page}.${index + 1}.ts`),
        code.startsWith('import ') ? code : asModule(code),
      ]),
    ),
  );
  expect(blocks.size).toBeGreaterThan(0);
  for (const [file, code] of [...initApp(), ...exampleFiles()]) blocks.set(file, code);
  for (const { name, example = '' } of classExamples())
    blocks.set(path.join(ROOT, `${name}.ts`), insertIntoFixture(example));
  const messages = compilerErrors(blocks)
    .filter(({ code }) => code !== UNUSED_VARIABLE) // an example can use only a part of the fixture
    .map(describeError);
  expect(messages).toEqual([]);
});

const PARSE = 'import ast, json, sys\nfor page, code in json.load(sys.stdin): ast.parse(code, page)';

test('the Python blocks in README and docs have valid syntax', () => {
  const blocks = PAGES.flatMap((page) => codeBlocks(path.join(ROOT, page), 'python').map((code) => [page, code]));
  expect(blocks.length).toBeGreaterThan(0);
  const parse = () => execFileSync('python3', ['-c', PARSE], { input: JSON.stringify(blocks), stdio: 'pipe' });
  expect(parse).not.toThrow();
});
