import * as path from 'path';
import { appFiles } from './app-files';
import { unpublishedNote, writeApp } from '../app/folder';
import { Language, LANGUAGES } from '../app/code';
import { describeModel } from './described-model';
import { findModel, ModelSource, plainName } from './find-model';
import { EXAMPLE_FILE } from './model-module';

/** Asks the user for the value of a missing option. */
export type Ask = (option: string, question: string) => Promise<string>;

export interface InitOptions {
  readonly model?: string;
  readonly language?: Language;
  readonly name?: string;
  readonly tensors?: string;
  readonly output?: string;
}

/**
 * Writes the app.
 *
 * @returns text for the user: the written files and the next steps
 */
export async function runInit(options: InitOptions, ask: Ask): Promise<string> {
  const modelPath = options.model ?? (await ask('--model', 'Which model? (file, folder or repository)'));
  const source = withName(findModel(modelPath), options.name);
  const language =
    options.language ?? parseLanguage(await ask('--language', `Which language? (${LANGUAGES.join(', ')})`));
  const describedModel = await describeModel(source, async (question) => options.tensors ?? ask('--tensors', question));
  const folder = path.resolve(options.output ?? `${plainName(describedModel.model.name)}-endpoint`);
  const files = appFiles(folder, describedModel, language);
  writeApp(folder, 'init', files);
  return [
    `${folder}: ${[...files.keys()].sort().join(', ')}`,
    ...(files.has(EXAMPLE_FILE) ? [] : ['It has no example request: the smoke test sends zeros.']),
    ...unpublishedNote(language),
    `What to do next is in ${path.join(folder, 'README.md')}.`,
  ].join('\n');
}

function withName(source: ModelSource, name?: string): ModelSource {
  if (name === undefined) return source;
  if (source.kind !== 'repository')
    throw new Error(`--name: ${source.path} is not a repository; --name requires a repository`);
  return { ...source, name };
}

function parseLanguage(text: string): Language {
  const language = LANGUAGES.find((each) => each === text.trim().toLowerCase());
  if (language === undefined) throw new Error(`--language: got '${text}'; allowed: ${LANGUAGES.join(', ')}`);
  return language;
}
