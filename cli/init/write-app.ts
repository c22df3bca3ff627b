import * as fs from 'fs';
import * as path from 'path';
import { writeAtomically } from '../../lib/files/write-atomically';
import { assetPath } from '../../lib/files/assets';
import { version } from '../../package.json';
import { DescribedModel } from './described-model';
import { exampleRequest, renderExample } from './example-request';
import { plainName } from './find-model';
import { EXAMPLE_FILE, renderModelModule } from './model-module';
import { Language, SYNTAX } from './syntax';

/** Template files with a different name in the app, because npm would not package, or would interpret, a file with the real name. */
const NAMES_IN_APP: Record<string, string> = { gitignore: '.gitignore' };

/** The files of a written app. */
export interface WrittenApp {
  readonly files: string[];
  readonly hasExample: boolean;
}

/**
 * Writes the app to a new folder, completely or not at all.
 *
 * @throws if the folder exists
 */
export function writeApp(folder: string, describedModel: DescribedModel, language: Language): WrittenApp {
  if (fs.existsSync(folder)) {
    throw new Error(
      `--output: ${folder} exists, and init does not change existing folders; allowed: a folder that does not exist`,
    );
  }
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const files = appFiles(folder, describedModel, language);
  writeAtomically(folder, (temporary) => {
    fs.mkdirSync(temporary);
    for (const [name, text] of files) fs.writeFileSync(path.join(temporary, name), text);
  });
  return { files: [...files.keys()], hasExample: files.has(EXAMPLE_FILE) };
}

function appFiles(folder: string, describedModel: DescribedModel, language: Language): Map<string, string> {
  const { source, model } = describedModel;
  const syntax = SYNTAX[language];
  const request = exampleRequest(model);
  const relativePath = path.relative(folder, source.path).split(path.sep).join('/');
  const files = new Map([
    [syntax.modelModuleName, renderModelModule(describedModel, relativePath, syntax, request !== undefined)],
  ]);
  if (request) files.set(EXAMPLE_FILE, renderExample(request));
  const templates = assetPath('cli', 'templates', language);
  for (const name of fs.readdirSync(templates)) {
    const text = fs.readFileSync(path.join(templates, name), 'utf8');
    files.set(NAMES_IN_APP[name] ?? name, fillTemplate(text, plainName(model.name)));
  }
  return files;
}

/** Replaces the example values of a template: the model `my-model`, and the library version 0.0.0. */
function fillTemplate(template: string, modelName: string): string {
  const words = modelName.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const pascalCase = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  return template
    .replaceAll('my-model', modelName.toLowerCase())
    .replaceAll('MyModel', /^[A-Za-z]/.test(pascalCase) ? pascalCase : `Model${pascalCase}`)
    .replaceAll('0.0.0', version);
}
