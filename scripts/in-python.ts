/** Translates TypeScript to Python. Requires a compiled library (.jsii). */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import {
  PythonVisitor,
  TargetLanguage,
  Translator,
  typeScriptSnippetFromCompleteSource,
  TypeScriptSnippet,
} from 'jsii-rosetta';
import { inSnakeCase } from '../lib/findings/in-language-of-app';
import { formatPython } from './readable-python';

const ROOT = path.join(__dirname, '..');

// jsii-rosetta omits the class names of structs in a list that is the last argument: `of([model=model])`, which is not valid Python.
const { arrayLiteralExpression } = PythonVisitor.prototype;
PythonVisitor.prototype.arrayLiteralExpression = function (node, context) {
  return arrayLiteralExpression.call(this, node, context.updateContext({ tailPositionArgument: false }));
};

// jsii-rosetta copies the expressions in template literals, such as `${job.resultsPrefix}`, with their names in TypeScript.
const { templateExpression } = PythonVisitor.prototype;
PythonVisitor.prototype.templateExpression = function (node, context) {
  const textOf = (part: Parameters<typeof context.textOf>[0]): string =>
    context.textOf(part).replace(/\b[a-z]\w*[A-Z]\w*\b/g, inSnakeCase);
  return templateExpression.call(this, node, Object.create(context, { textOf: { value: textOf } }));
};

/** Creates a folder in which jsii-rosetta finds the library as an installed package. */
function createPackageFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'in-python-'));
  fs.mkdirSync(path.join(folder, 'node_modules'));
  for (const name of ['aws-cdk-lib', 'constructs']) {
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  fs.symlinkSync(ROOT, path.join(folder, 'node_modules', 'cdk-sagemaker-triton'));
  return folder;
}

/** Translates snippets to Python. Throws if a snippet does not compile. */
export function translateSnippets(snippets: TypeScriptSnippet[]): string[] {
  const $directory = createPackageFolder();
  try {
    const translator = new Translator(true);
    const snippetsInFolder = snippets.map((snippet) => ({
      ...snippet,
      parameters: { ...snippet.parameters, $directory },
    }));
    const translated = translator.translateSnippets(snippetsInFolder, [TargetLanguage.PYTHON]);
    const problems = translator.diagnostics.map(({ formattedMessage }) => formattedMessage);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return translated.map((snippet) => formatPython(snippet.get(TargetLanguage.PYTHON)?.source ?? '').trim());
  } finally {
    fs.rmSync($directory, { recursive: true });
  }
}

/** Translates complete files to Python. */
export function translateToPython(sources: string[]): string[] {
  const files = sources.map((source, index) =>
    typeScriptSnippetFromCompleteSource(source, { api: { api: 'file', fileName: `${index}.ts` } }, true),
  );
  return translateSnippets(files);
}
