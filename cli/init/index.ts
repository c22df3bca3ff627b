import * as path from 'path';
import { Command, Option } from 'commander';
import { print } from '../print';
import { askOnTerminal, Ask } from './ask';
import { describeModel } from './described-model';
import { findModel, ModelPlace, plainName } from './find-model';
import { Language, SYNTAX } from './syntax';
import { TENSORS_EXAMPLE } from './tensors';
import { writeApp } from './write-app';
import { version } from '../../package.json';

export interface InitOptions {
  readonly model?: string;
  readonly language?: Language;
  readonly name?: string;
  readonly tensors?: string;
  readonly output?: string;
}

const LANGUAGES = Object.keys(SYNTAX);

/** Until the first release, the names on the registries are not of this project. */
const UNRELEASED: Record<Language, string> = {
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
 * @returns what was written and what to do next, for people
 */
export async function init(options: InitOptions, ask: Ask): Promise<string> {
  const given = options.model ?? (await ask('--model', 'Which model? (file, folder or repository)'));
  const place = withName(findModel(given), options.name);
  const language = options.language ?? languageOf(await ask('--language', `Which language? (${LANGUAGES.join(', ')})`));
  const described = await describeModel(place, async (question) => options.tensors ?? ask('--tensors', question));
  const folder = path.resolve(options.output ?? `${plainName(described.model.name)}-endpoint`);
  const { files, hasExample } = writeApp(folder, described, language);
  const example = hasExample ? '' : '\nIt has no example request: the smoke test sends zeros.';
  const unreleased = version === '0.0.0' ? `\n${UNRELEASED[language]}` : '';
  return `${folder}: ${files.sort().join(', ')}${example}${unreleased}\nWhat to do next is in ${path.join(folder, 'README.md')}.`;
}

function withName(place: ModelPlace, name?: string): ModelPlace {
  if (name === undefined) return place;
  if (place.kind !== 'repository')
    throw new Error(`--name: ${place.path} is not a repository; --name requires a repository`);
  return { ...place, name };
}

function languageOf(text: string): Language {
  const language = LANGUAGES.find((each) => each === text.trim().toLowerCase());
  if (language === undefined) throw new Error(`--language: got '${text}'; allowed: ${LANGUAGES.join(', ')}`);
  return language as Language;
}
