import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import * as ts from 'typescript';
import { init } from '../../cli/init';
import { codeBlocks } from '../../scripts/markdown-blocks';
import { classExamples, inFixture } from './class-examples';
import { asModule } from './fragments';

const ROOT = path.join(__dirname, '..', '..');
const PAGES = ['README.md', ...pagesOf('docs')];

function pagesOf(folder: string): string[] {
  const whole = path.join(ROOT, folder);
  if (!fs.existsSync(whole)) return [];
  return fs
    .readdirSync(whole, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}

/** TypeScript's "declared but its value is never read". */
const UNUSED = 6133;

/** The app that `init` writes, as if it were in the repository's root. */
async function writtenApp(): Promise<[string, string][]> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'app-'));
  const app = path.join(work, 'app');
  const model = path.join(ROOT, 'model-artifacts', 'image-classifier', 'onnx');
  await init({ model, language: 'typescript', output: app }, async () => '');
  const sources = fs.readdirSync(app).filter((name) => name.endsWith('.ts'));
  const files = sources.map((name): [string, string] => [
    path.join(ROOT, name),
    fs.readFileSync(path.join(app, name), 'utf8'),
  ]);
  fs.rmSync(work, { recursive: true });
  return files;
}

test('each TypeScript block of README and docs compiles against the library, as do the app of init and the examples of classes', async () => {
  const blocks = new Map(
    PAGES.flatMap((page) =>
      codeBlocks(path.join(ROOT, page), 'ts').map((code, index): [string, string] => [
        path.join(ROOT, `${page}.${index + 1}.ts`),
        code.startsWith('import ') ? code : asModule(code),
      ]),
    ),
  );
  expect(blocks.size).toBeGreaterThan(0);
  for (const [file, code] of await writtenApp()) blocks.set(file, code);
  for (const { name, example = '' } of classExamples()) blocks.set(path.join(ROOT, `${name}.ts`), inFixture(example));
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (file) => blocks.has(file) || fileExists.call(host, file);
  host.readFile = (file) => blocks.get(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const code = blocks.get(file);
    return code === undefined
      ? getSourceFile.call(host, file, languageVersion, ...rest)
      : ts.createSourceFile(file, code, languageVersion);
  };
  const program = ts.createProgram(
    [...blocks.keys()],
    {
      ...options,
      noEmit: true,
      rootDir: undefined,
      paths: {
        'cdk-sagemaker-triton': [path.join(ROOT, 'lib')],
        'cdk-sagemaker-triton/*': [path.join(ROOT, 'lib', '*')],
      },
    },
    host,
  );
  // Not of the library, which the type check judges.
  const ofBlock = (file: string): readonly ts.Diagnostic[] =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
  const messages = [...blocks.keys()]
    .flatMap(ofBlock)
    .filter(({ code }) => code !== UNUSED) // an example need not use all of its fixture
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  expect(messages).toEqual([]);
});

const PARSE = 'import ast, json, sys\nfor page, code in json.load(sys.stdin): ast.parse(code, page)';

test('every Python block of README and docs is Python', () => {
  const blocks = PAGES.flatMap((page) => codeBlocks(path.join(ROOT, page), 'python').map((code) => [page, code]));
  expect(blocks.length).toBeGreaterThan(0);
  const parse = () => execFileSync('python3', ['-c', PARSE], { input: JSON.stringify(blocks), stdio: 'pipe' });
  expect(parse).not.toThrow();
});
