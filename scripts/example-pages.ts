/**
 * Writes the code of the example stacks into their pages under docs/examples: each as an app of its own that starts from the
 * repository's files, in TypeScript and, as jsii-rosetta translates it, in Python. Requires a compiled library (.jsii).
 */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { TargetLanguage, Translator, typeScriptSnippetFromCompleteSource } from 'jsii-rosetta';
import * as prettier from 'prettier';
import { appOf } from './example-app';
import { readablePython } from './example-python';

const ROOT = path.join(__dirname, '..');
const PAGES = path.join(ROOT, 'docs', 'examples');
const CODE = /(?<=<!-- code:start -->\n)[^]*(?=<!-- code:end -->)/;

/** A folder in which jsii-rosetta finds the library as its users do. */
function packages(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'example-pages-'));
  fs.mkdirSync(path.join(folder, 'node_modules'));
  for (const name of ['aws-cdk-lib', 'constructs']) {
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  fs.symlinkSync(ROOT, path.join(folder, 'node_modules', 'cdk-sagemaker-triton'));
  return folder;
}

/** The same apps in Python. */
function inPython(apps: string[]): string[] {
  const $directory = packages();
  try {
    const snippets = apps.map((app, index) => {
      const location = { api: { api: 'file' as const, fileName: `${index}.ts` } };
      return typeScriptSnippetFromCompleteSource(app, location, true, { $directory });
    });
    const translator = new Translator(true);
    const translated = translator.translateSnippets(snippets, [TargetLanguage.PYTHON]);
    const problems = translator.diagnostics.map(({ formattedMessage }) => formattedMessage);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return translated.map((snippet) => readablePython(snippet.get(TargetLanguage.PYTHON)?.source ?? ''));
  } finally {
    fs.rmSync($directory, { recursive: true });
  }
}

async function main(): Promise<void> {
  const options = { ...(await prettier.resolveConfig(PAGES)), parser: 'typescript' };
  const names = fs.readdirSync(PAGES).filter((name) => name !== 'README.md');
  const pages = names.map((name) => path.join(PAGES, name));
  const bare = pages.filter((page) => !CODE.test(fs.readFileSync(page, 'utf8')));
  if (bare.length > 0) throw new Error(`${bare.join(', ')}: no place for code (code:start, code:end)`);
  const apps = await Promise.all(pages.map((page) => prettier.format(appOf(path.basename(page, '.md')), options)));
  const python = inPython(apps);
  pages.forEach((page, index) => {
    const details = `<details><summary>The same in Python</summary>\n\n\`\`\`python\n${python[index].trim()}\n\`\`\`\n\n</details>`;
    const code = `\n\`\`\`ts\n${apps[index]}\`\`\`\n\n${details}\n\n`;
    fs.writeFileSync(
      page,
      fs.readFileSync(page, 'utf8').replace(CODE, () => code),
    );
  });
  console.log(`${pages.length} pages of examples have the code of their stacks`);
}

void main();
