import { Command, Option } from 'commander';
import { print } from '../output/print';
import { LANGUAGES } from '../app/code';
import type { InitOptions } from './run-init';
import { TENSORS_EXAMPLE } from './tensors';

/** `cdk-sagemaker-triton init` */
export function initCommand(): Command {
  return new Command('init')
    .summary('write a CDK app that serves a model')
    .description(
      'Writes a CDK app that synthesizes: a stack with an endpoint, the model with its tensors, batch size and an example request, as ' +
        'far as they are in the model, a test, and a README with the next steps. The model is not moved.',
    )
    .requiredOption(
      '--model <path>',
      "an ONNX file (.onnx), a TorchScript file (.pt), a model's folder, or a model repository with config.pbtxt files",
    )
    .addOption(new Option('--language <language>', 'language of the app').choices(LANGUAGES).default('typescript'))
    .option('--name <model>', 'in a repository, the model to serve (default: the only model that no other model uses)')
    .option(
      '--tensors <inputs -> outputs>',
      `types and shapes of a TorchScript model, whose file does not have them, such as '${TENSORS_EXAMPLE}'; -1 is an open dimension`,
    )
    .option('--output <folder>', "folder for the app, which must not exist yet (default: '<model>-endpoint')")
    .action(async (options: InitOptions) => {
      const { runInit } = await import('./run-init.js');
      print(runInit(options));
    });
}
