import * as path from 'path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isSize } from '../../lib/facts/instance-families';
import type { LocalOptions } from './options';

/** `cdk-sagemaker-triton local <cdk.out>` */
export function localCommand(): Command {
  return new Command('local')
    .summary('serve a synthesized stack with a real Triton server on this host')
    .description(
      'For each endpoint of a synthesized assembly, lays out the model files that a deployment would upload, starts a Triton server (release ' +
        "24.10, on the CPU) with the arguments that the container's start script would use, and runs the smoke test that a deployment would run.\n" +
        'If this host has no Triton server yet, the command prints what it would install and from where, and asks before it installs.\n' +
        'Exit status: 0 nothing failed, 1 something failed, 3 something could not be run or tested, 130 the command was stopped.',
    )
    .argument('<assembly>', "folder that 'cdk synth' wrote, usually cdk.out")
    .option('--stack <name>', 'only the endpoints of this stack, such as Serving or Beta/Serving')
    .option('--endpoint <name>', 'only this endpoint')
    .option(
      '--prefix <folder>',
      'archives of a multi-model endpoint in addition to those of the assembly, as under an open prefix; with --keep, you can add archives',
    )
    .option(
      '--latency-table <file>',
      "measure the latency by batch size (1, 2, 4, … and the model's maximum), one request at a time, and write the medians as a CSV file " +
        "for 'plan --latency-table'",
    )
    .addOption(
      new Option(
        '--instance-type <type>',
        'the type without GPUs that this host is like, for the latency table',
      ).argParser(parseInstanceType),
    )
    .option(
      '--network',
      'give models the network of this host; the server then listens on all its interfaces, without a password',
      false,
    )
    .option('--yes', 'install what is missing without asking', false)
    .option('--keep', 'keep the servers running for your own requests until Ctrl-C', false)
    .option('--verbose', 'show the complete log of the server', false)
    .action(async (folder: string, options: LocalOptions) => {
      const { runLocal } = await import('./run-local.js');
      process.exitCode = await runLocal(path.resolve(folder), options);
    });
}

function parseInstanceType(name: string): string {
  const [prefix, family, size, ...more] = name.split('.');
  if (prefix !== 'ml' || !family || !isSize(size ?? '') || more.length > 0)
    throw new InvalidArgumentError("allowed: a type such as 'ml.c6i.large'");
  return name;
}
