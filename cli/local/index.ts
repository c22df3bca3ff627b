import * as fs from 'fs';
import * as path from 'path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { resolveStackName } from '../assembly/stacks';
import { appendValue, parsePositiveInteger } from '../input/arguments';
import { print, printNote } from '../output/print';
import { DockerRuntime } from './docker-runtime';
import { offerInstallation } from './install';
import { keepRunning } from './keep-running';
import { LocalAssembly, LocalVariant, readLocalAssembly } from './local-variants';
import { VariantOutcome } from './outcome';
import { renderReport, renderSummary, VariantReport } from './report';
import { RunOptions, ServedVariant } from './run-variant';
import { WheelRuntime } from './wheel-runtime';
import { removeAbandonedFolders } from './work-folder';

/** Exit statuses of the command. */
const STATUS = { passed: 0, failed: 1, notRun: 3, interrupted: 130 };

/** Number of servers that run at the same time: starting a server takes longer than testing it. */
const CONCURRENT_SERVERS = 3;

/** Timeout of SageMaker for a response of a container. */
const SAGEMAKER_TIMEOUT_SECONDS = 60;

const RUNTIMES = { wheel: WheelRuntime, docker: DockerRuntime };

interface LocalOptions {
  readonly stack?: string;
  readonly endpoint?: string;
  readonly runtime: keyof typeof RUNTIMES;
  readonly prefix?: string;
  readonly allow: string[];
  readonly variable: string[];
  readonly requests: number;
  readonly startTimeout: number;
  readonly requestTimeout: number;
  readonly python?: string;
  readonly network: boolean;
  readonly strict: boolean;
  readonly yes: boolean;
  readonly install: boolean;
  readonly keep: boolean;
  readonly verbose: boolean;
}

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
        .choices(Object.keys(RUNTIMES))
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
      process.exitCode = await runLocal(path.resolve(folder), options);
    });
}

async function runLocal(folder: string, options: LocalOptions): Promise<number> {
  const assembly = readLocalAssembly(
    folder,
    options.allow.map((each) => path.resolve(each)),
  );
  const stack = options.stack === undefined ? undefined : resolveStackName(folder, options.stack);
  const variantsOfStack = assembly.variants.filter(({ stackName }) => stack === undefined || stackName === stack);
  if (variantsOfStack.length === 0)
    throw new Error(`${stack === undefined ? folder : `the stack ${stack}`} has no Triton endpoint`);
  const variants = variantsOfStack.filter(
    ({ endpointName }) => options.endpoint === undefined || endpointName === options.endpoint,
  );
  if (variants.length === 0) {
    const names = [...new Set(variantsOfStack.map(({ endpointName }) => endpointName))];
    throw new Error(`${folder} has no endpoint ${options.endpoint}; its endpoints: ${names.join(', ')}`);
  }
  const prefix = options.prefix && path.resolve(options.prefix);
  if (prefix && !fs.statSync(prefix, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`--prefix: got ${options.prefix}; allowed: an existing folder, which may be empty`);
  }
  removeAbandonedFolders();
  if (options.runtime === 'wheel') await offerInstallation(options);
  if (options.network && options.runtime === 'wheel') {
    printNote('note: with --network, the server listens on all interfaces of this host, without a password');
  }
  const runOptions = {
    ...options,
    prefix,
    folder,
    runtime: new RUNTIMES[options.runtime](options),
    signal: interruptSignal(),
  };

  const reports: VariantReport[] = [];
  const batchSize = options.keep ? variants.length : CONCURRENT_SERVERS;
  for (let startedCount = 0; startedCount < variants.length && !runOptions.signal.aborted; startedCount += batchSize) {
    reports.push(
      ...(await runConcurrently(
        assembly,
        variants.slice(startedCount, startedCount + batchSize),
        runOptions,
        options.keep,
      )),
    );
  }
  print(renderSummary(reports));
  const hasOutcome = (...outcomes: VariantOutcome[]): boolean =>
    reports.some(({ outcome }) => outcomes.includes(outcome));
  if (hasOutcome('FAILED')) return STATUS.failed;
  if (runOptions.signal.aborted && !options.keep) return STATUS.interrupted;
  return hasOutcome('NOT RUN', 'NOT TESTED') || (options.strict && hasOutcome('NOT EXECUTED'))
    ? STATUS.notRun
    : STATUS.passed;
}

/** Starts the servers at the same time, and tests them one after the other. */
async function runConcurrently(
  assembly: LocalAssembly,
  variants: LocalVariant[],
  options: RunOptions,
  keep: boolean,
): Promise<VariantReport[]> {
  const servedVariants = await Promise.all(variants.map((variant) => ServedVariant.start(assembly, variant, options)));
  try {
    const reports: VariantReport[] = [];
    for (const servedVariant of servedVariants) {
      reports.push(await servedVariant.test());
      print(renderReport(reports[reports.length - 1]));
    }
    return keep ? await keepRunning(servedVariants, reports, options) : reports;
  } finally {
    await Promise.all(servedVariants.map((each) => each.stop()));
  }
}

/** Creates a signal that is aborted by Ctrl-C, and by signals that end this process. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

function parseRequestTimeout(text: string): number {
  const seconds = parsePositiveInteger(text);
  if (seconds > SAGEMAKER_TIMEOUT_SECONDS)
    throw new InvalidArgumentError(`at most ${SAGEMAKER_TIMEOUT_SECONDS} are allowed`);
  return seconds;
}
