import * as fs from 'fs';
import * as path from 'path';
import { writeAtomically } from '../../lib/artifacts/write-atomically';
import { assetPath } from '../../lib/assets';
import { version } from '../../package.json';
import { shellWord } from '../shell-word';
import { DescribedModel } from './described-model';
import { exampleRequest, renderExample } from './example-request';
import { ModelPlace, plainName } from './find-model';
import { EXAMPLE_FILE, modelSource } from './model-source';
import { Language, SYNTAX } from './syntax';

/** npm leaves files of these names out of packages, or reads them as its own. */
const RENAMED: Record<string, string> = { gitignore: '.gitignore' };

/** What the app has. */
export interface WrittenApp {
  readonly files: string[];
  readonly hasExample: boolean;
}

/**
 * Writes the app into a folder that is not there yet: beside it first, so that there is all of it or nothing.
 *
 * @throws Error when the folder exists
 */
export function writeApp(folder: string, described: DescribedModel, language: Language): WrittenApp {
  if (fs.existsSync(folder)) {
    throw new Error(
      `--output: ${folder} exists, and init does not change existing folders; allowed: a folder that does not exist`,
    );
  }
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const files = appFiles(folder, described, language);
  writeAtomically(folder, (temporary) => {
    fs.mkdirSync(temporary);
    for (const [name, text] of files) fs.writeFileSync(path.join(temporary, name), text);
  });
  return { files: [...files.keys()], hasExample: files.has(EXAMPLE_FILE) };
}

function appFiles(folder: string, described: DescribedModel, language: Language): Map<string, string> {
  const { place, model } = described;
  const syntax = SYNTAX[language];
  const request = exampleRequest(model);
  const relative = path.relative(folder, place.path).split(path.sep).join('/');
  const files = new Map([[syntax.modelFile, modelSource(described, relative, syntax, request !== undefined)]]);
  if (request) files.set(EXAMPLE_FILE, renderExample(request));
  const templates = assetPath('cli', 'templates', language);
  for (const name of fs.readdirSync(templates)) {
    const text = fs.readFileSync(path.join(templates, name), 'utf8');
    files.set(RENAMED[name] ?? name, fillIn(text, plainName(model.name), shellWord(folderOf(relative, place))));
  }
  return files;
}

/** The folder that the local run has to read for the model, from the app's folder. */
function folderOf(relative: string, place: ModelPlace): string {
  return place.kind === 'file' && place.path === place.file ? path.posix.dirname(relative) : relative;
}

/** Templates are files that work as they are: of a model `my-model` in `../model-folder`, with the version 0.0.0 of the library. */
function fillIn(template: string, modelName: string, modelFolder: string): string {
  const words = modelName.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const inCapitals = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  return template
    .replaceAll('my-model', modelName.toLowerCase())
    .replaceAll('MyModel', /^[A-Za-z]/.test(inCapitals) ? inCapitals : `Model${inCapitals}`)
    .replaceAll('0.0.0', version)
    .replaceAll('../model-folder', () => modelFolder);
}
