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
import { readablePython } from './readable-python';

const ROOT = path.join(__dirname, '..');

// jsii-rosetta leaves out the names of structs in a list that is the last argument: `of([model=model])`, which is no Python.
const { arrayLiteralExpression } = PythonVisitor.prototype;
PythonVisitor.prototype.arrayLiteralExpression = function (node, context) {
  return arrayLiteralExpression.call(this, node, context.updateContext({ tailPositionArgument: false }));
};

/** A folder in which jsii-rosetta finds the library as its users do. */
function packages(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'in-python-'));
  fs.mkdirSync(path.join(folder, 'node_modules'));
  for (const name of ['aws-cdk-lib', 'constructs']) {
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  fs.symlinkSync(ROOT, path.join(folder, 'node_modules', 'cdk-sagemaker-triton'));
  return folder;
}

/** Snippets in Python. Throws if one does not compile. */
export function snippetsInPython(snippets: TypeScriptSnippet[]): string[] {
  const $directory = packages();
  try {
    const translator = new Translator(true);
    const located = snippets.map((snippet) => ({ ...snippet, parameters: { ...snippet.parameters, $directory } }));
    const translated = translator.translateSnippets(located, [TargetLanguage.PYTHON]);
    const problems = translator.diagnostics.map(({ formattedMessage }) => formattedMessage);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return translated.map((snippet) => readablePython(snippet.get(TargetLanguage.PYTHON)?.source ?? '').trim());
  } finally {
    fs.rmSync($directory, { recursive: true });
  }
}

/** Whole files in Python. */
export function inPython(sources: string[]): string[] {
  const files = sources.map((source, index) =>
    typeScriptSnippetFromCompleteSource(source, { api: { api: 'file', fileName: `${index}.ts` } }, true),
  );
  return snippetsInPython(files);
}
