import { Command, Option } from 'commander';
import { appendValue } from '../input/arguments';
import { SYNTAX } from '../init/syntax';
import type { ImportOptions } from './run-import';

/** `cdk-sagemaker-triton import [endpoint]` */
export function importCommand(): Command {
  return new Command('import')
    .summary('write a CDK app for an endpoint that exists, and take it over under its name')
    .description(
      'Describes an endpoint with Triton, and writes a CDK app with its settings, the steps to take it over without an interruption, and a list of ' +
        'the settings that the app does not reproduce. It only reads, in the Region and with the credentials of the AWS CLI. With --description, it ' +
        'sends no requests.',
    )
    .argument('[endpoint]', 'name of the endpoint')
    .addOption(
      new Option(
        '--description <path>',
        "a file with an output of 'aws sagemaker describe-endpoint', 'describe-endpoint-config', 'describe-model' and similar, a file of --save, or a folder with such files, instead of the account; repeatable",
      )
        .argParser(appendValue)
        .default([], 'the account'),
    )
    .addOption(
      new Option(
        '--config <config.pbtxt>',
        'configuration of a model, instead of the one in the model data; repeatable',
      )
        .argParser(appendValue)
        .default([], 'read from the model data'),
    )
    .addOption(
      new Option('--language <language>', 'language of the app').choices(Object.keys(SYNTAX)).default('typescript'),
    )
    .option('--output <folder>', "folder for the app, which must not exist yet (default: '<endpoint>-app')")
    .option(
      '--save <file>',
      'JSON file for everything that was read, without secrets, to repeat the import with --description',
    )
    .option('--region <region>', 'AWS Region (default: that of the AWS CLI)')
    .action(async (endpoint: string | undefined, options: ImportOptions) => {
      const { runImport } = await import('./run-import.js');
      await runImport(endpoint, options);
    });
}
