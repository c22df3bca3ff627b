import { Command } from 'commander';

/** `cdk-sagemaker-triton lock <folder>` */
export function lockCommand(): Command {
  return new Command('lock')
    .description(
      "write triton-model.lock, with the sizes and digests of a model's files, so that a checkout without the large files synthesizes the same template",
    )
    .argument('<folder>', "the model's folder, as passed to ModelFiles.fromDirectory")
    .action(async (folder: string) => {
      const { runLock } = await import('./run-lock.js');
      runLock(folder);
    });
}
