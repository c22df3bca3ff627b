import * as path from 'path';
import { Command, Option } from 'commander';
import { askUser } from '../input/ask-user';
import { print } from '../output/print';
import { describeModel } from './described-model';
import { findModel, ModelSource, plainName } from './find-model';
import { Language, SYNTAX } from './syntax';
import { TENSORS_EXAMPLE } from './tensors';
import { writeApp } from './write-app';
import { version } from '../../package.json';

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

/** `cdk-sagemaker-triton init` */
export function initCommand(): Command {
  return new Command('init')
    .summary('write a CDK app that serves a model')
    .description(
      'Writes a CDK app that synthesizes: a stack with an endpoint, the model with its tensors, batch size and an example request, as ' +
        'far as they are in the model, a test, and a README with the next steps. The model is not moved.\n' +
        'On a terminal, asks for missing options; with --model and --language, it asks for nothing.',
    )
    .option(
      '--model <path>',
      "an ONNX file (.onnx), a TorchScript file (.pt), a model's folder, or a model repository with config.pbtxt files",
    )
    .addOption(new Option('--language <language>', 'language of the app').choices(LANGUAGES))
    .option('--name <model>', 'in a repository, the model to serve (default: the only model that no other model uses)')
    .option(
      '--tensors <inputs -> outputs>',
      `types and shapes of a TorchScript model, whose file does not have them, such as '${TENSORS_EXAMPLE}'; -1 is an open dimension`,
    )
    .option('--output <folder>', "folder for the app, which must not exist yet (default: '<model>-endpoint')")
    .action(async (options: InitOptions) => print(await init(options, askOnTerminal)));
}

/**
 * Writes the app.
 *
 * @returns text for the user: the written files and the next steps
 */
export async function init(options: InitOptions, ask: Ask): Promise<string> {
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

/** Asks on the terminal. Without a terminal, the error names the missing option. */
export const askOnTerminal: Ask = async (option, question) => {
  const value = await askUser(`${question}: `);
  if (value === undefined) throw new Error(`${option} is missing. ${question}`);
  return value;
};

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
