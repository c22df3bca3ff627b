import * as path from 'path';
import { version } from '../../package.json';
import { describeModel } from './described-model';
import { findModel, ModelSource, plainName } from './find-model';
import { Language, SYNTAX } from './syntax';
import { writeApp } from './write-app';

/** Asks the user for the value of a missing option. */
export type Ask = (option: string, question: string) => Promise<string>;

export interface InitOptions {
  readonly model?: string;
  readonly language?: Language;
  readonly name?: string;
  readonly tensors?: string;
  readonly output?: string;
}

const LANGUAGES = Object.keys(SYNTAX);

/** Instructions for an unpublished build of this library: an install by name might find a different package in the registry. */
const UNPUBLISHED_INSTRUCTIONS: Record<Language, string> = {
  typescript:
    'This build is not a release: in package.json, replace the version of cdk-sagemaker-triton with file:<path of your .tgz>.',
  python:
    'This build is not a release: in requirements.txt, replace cdk-sagemaker-triton~=0.0.0 with the path of your .whl.',
};

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
  const { files, hasExample } = writeApp(folder, describedModel, language);
  const example = hasExample ? '' : '\nIt has no example request: the smoke test sends zeros.';
  const instructions = version === '0.0.0' ? `\n${UNPUBLISHED_INSTRUCTIONS[language]}` : '';
  return `${folder}: ${files.sort().join(', ')}${example}${instructions}\nWhat to do next is in ${path.join(folder, 'README.md')}.`;
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
  return language as Language;
}
