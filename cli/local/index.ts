import * as path from 'path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { appendValue, parsePositiveInteger } from '../input/arguments';
import { instanceTypeOption, latencyTableOption } from '../latency-table/options';
import { LocalOptions, RUNTIME_NAMES } from './options';

/** Timeout of SageMaker for a response of a container. */
const SAGEMAKER_TIMEOUT_SECONDS = 60;

/** `cdk-sagemaker-triton local <cdk.out>` */
export function localCommand(): Command {
  return new Command('local')
    .summary('serve a synthesized stack with a real Triton server on this host')
    .description(
      'For each endpoint of a synthesized assembly, unpacks the archive that a deployment would upload, starts a real Triton server with the ' +
        "arguments that the container's start script would use, and runs the smoke test that a deployment would run.\n" +
        'If this host has no Triton server yet, the command prints what it would install and from where, and asks before it installs.\n' +
        'Exit status: 0 nothing failed, 1 something failed, 3 something could not be run or tested (with --strict, also if a stand-in served a model), ' +
        '130 the command was stopped.',
    )
    .argument('<assembly>', "folder that 'cdk synth' wrote, usually cdk.out")
    .option('--stack <name>', 'only the endpoints of this stack, such as Serving or Beta/Serving')
    .option('--endpoint <name>', 'only this endpoint')
    .addOption(
      new Option(
        '--runtime <runtime>',
        "wheel: CPU server from a Python wheel, on Linux x86_64; docker: NVIDIA's image of the release, with GPUs if the host has them " +
          '(not tested by the authors)',
      )
        .choices(RUNTIME_NAMES)
        .default('wheel'),
    )
    .option(
      '--prefix <folder>',
      'archives of a multi-model endpoint in addition to those of the assembly, as under an open prefix; with --keep, archives that are added later are available immediately',
    )
    .option(
      '--allow <folder>',
      "folder from which models may be served, in addition to the assembly and the CDK app's own folder; may be repeated",
      appendValue,
      [],
    )
    .option(
      '--variable <name>',
      "variable of the container's environment that is passed to the server in addition to SAGEMAKER_…: some, such as LD_PRELOAD, run programs; may be repeated",
      appendValue,
      [],
    )
    .option('--requests <count>', 'number of requests to measure the latency', parsePositiveInteger, 100)
    .addOption(latencyTableOption())
    .addOption(instanceTypeOption('the type that this host is like, without GPUs if the models run on the CPU'))
    .option('--start-timeout <seconds>', 'how long a server may take to load its models', parsePositiveInteger, 120)
    .option(
      '--request-timeout <seconds>',
      `how long a response may take, at most the ${SAGEMAKER_TIMEOUT_SECONDS} that SageMaker waits`,
      parseRequestTimeout,
      SAGEMAKER_TIMEOUT_SECONDS,
    )
    .option(
      '--python <interpreter>',
      'Python that runs the models, such as the Python of a virtual environment with numpy and, if the models need them, torch and onnxruntime',
    )
    .option(
      '--network',
      'give models the network of this host; the server then listens on all its interfaces, without a password',
      false,
    )
    .option('--strict', 'exit with 3 also if a stand-in served a model', false)
    .option('--yes', 'install what is missing without asking', false)
    .option('--no-install', 'install nothing, and do not ask')
    .option('--keep', 'keep the servers running for your own requests until Ctrl-C', false)
    .option('--verbose', 'show the complete log of the server', false)
    .action(async (folder: string, options: LocalOptions) => {
      const { runLocal } = await import('./run-local.js');
      process.exitCode = await runLocal(path.resolve(folder), options);
    });
}

function parseRequestTimeout(text: string): number {
  const seconds = parsePositiveInteger(text);
  if (seconds > SAGEMAKER_TIMEOUT_SECONDS)
    throw new InvalidArgumentError(`at most ${SAGEMAKER_TIMEOUT_SECONDS} are allowed`);
  return seconds;
}
