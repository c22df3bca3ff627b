import { Command } from 'commander';
import { DEFAULT_TRITON_RELEASE } from '../../lib/facts/triton-releases';
import type { PackOptions } from './pack-model';

/** `cdk-sagemaker-triton pack <folder>` */
export function packCommand(): Command {
  return new Command('pack')
    .summary('create the archive of a model for a multi-model endpoint')
    .description(
      'Checks a model and packs it for an endpoint with an open prefix: one model, or one ensemble with its members. The same content always results ' +
        'in the same archive, and the name of the archive contains the hash of its content, since nothing under the prefix may be overwritten.',
    )
    .argument(
      '<folder>',
      "a model's folder, with version folders (1/model.onnx) or the model file itself, or a repository: one folder for each model, with its config.pbtxt",
    )
    .option('--name <name>', "name of the model for clients (default: the model's own name)")
    .option('--out <folder>', 'folder for the archive', '.')
    .option('--release <release>', "the image's Triton release", DEFAULT_TRITON_RELEASE)
    .action(async (folder: string, options: PackOptions) => {
      const { runPack } = await import('./run-pack.js');
      runPack(folder, options);
    });
}
