import { Command, Option } from 'commander';
import { LANGUAGES } from '../app/code';
import type { ImportOptions } from './run-import';

/** `cdk-sagemaker-triton import [endpoint]` */
export function importCommand(): Command {
  return new Command('import')
    .summary('write a CDK app with the settings of an endpoint that exists')
    .description(
      'Describes an endpoint with Triton, and writes a CDK app with its settings, the steps to move to the endpoint of the app, and a list of the ' +
        'settings that the app does not reproduce. It only reads, in the Region and with the credentials of the AWS CLI. Without the name of an ' +
        'endpoint, it sends no requests.',
    )
    .argument('[endpoint]', 'name of the endpoint (default: the one in --description)')
    .option(
      '--description <folder>',
      "a folder with the configurations of the models, <model>/config.pbtxt, and with JSON outputs of 'aws sagemaker describe-endpoint' and similar",
    )
    .addOption(new Option('--language <language>', 'language of the app').choices(LANGUAGES).default('typescript'))
    .option('--output <folder>', "folder for the app, which must not exist yet (default: '<endpoint>-app')")
    .action(async (endpoint: string | undefined, options: ImportOptions) => {
      const { runImport } = await import('./run-import.js');
      await runImport(endpoint, options);
    });
}
