import * as fs from 'fs';
import * as path from 'path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { positiveInteger } from '../arguments';
import { nameOfStack } from '../assembly-stacks';
import { Assembly, LocalVariant, readAssembly } from './assembly';
import { DockerEngine } from './docker-engine';
import { offerInstallation } from './install';
import { keepUp } from './keep-up';
import { Outcome } from './outcome';
import { renderReport, renderSummary, VariantReport } from './report';
import { RunOptions, ServedVariant } from './run-variant';
import { WheelEngine } from './wheel-engine';
import { removeLeftFolders } from './work-folder';
import { print, printNote } from '../print';

/** Exit statuses. */
const STATUS = { passed: 0, failed: 1, notRun: 3, interrupted: 130 };

/** Servers that start at once: loading a library takes longer than all requests together. */
const SERVERS_AT_ONCE = 3;

/** How long SageMaker waits for a container. */
const SAGEMAKER_TIMEOUT_SECONDS = 60;

const ENGINES = { wheel: WheelEngine, docker: DockerEngine };

interface LocalOptions {
  readonly stack?: string;
  readonly endpoint?: string;
  readonly engine: keyof typeof ENGINES;
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
        '--engine <engine>',
        "wheel: CPU server from a Python wheel, on Linux x86_64; docker: NVIDIA's image of the release, with GPUs if the host has them " +
          '(not tested by the authors)',
      )
        .choices(Object.keys(ENGINES))
        .default('wheel'),
    )
    .option(
      '--prefix <folder>',
      'archives of a multi-model endpoint in addition to those of the assembly, as under an open prefix; with --keep, archives that are added later are available immediately',
    )
    .option(
      '--allow <folder>',
      "folder from which models may be served, in addition to the assembly and the CDK app's own folder; may be repeated",
      collect,
      [],
    )
    .option(
      '--variable <name>',
      "variable of the container's environment that is passed to the server in addition to SAGEMAKER_…: some, such as LD_PRELOAD, run programs; may be repeated",
      collect,
      [],
    )
    .option('--requests <count>', 'number of requests to measure the latency', positiveInteger, 100)
    .option('--start-timeout <seconds>', 'how long a server may take to load its models', positiveInteger, 120)
    .option(
      '--request-timeout <seconds>',
      `how long a response may take, at most the ${SAGEMAKER_TIMEOUT_SECONDS} that SageMaker waits`,
      secondsThatSageMakerWaits,
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
      process.exitCode = await local(path.resolve(folder), options);
    });
}

async function local(folder: string, options: LocalOptions): Promise<number> {
  const assembly = readAssembly(
    folder,
    options.allow.map((each) => path.resolve(each)),
  );
  const stack = options.stack === undefined ? undefined : nameOfStack(folder, options.stack);
  const inStack = assembly.variants.filter(({ stackName }) => stack === undefined || stackName === stack);
  if (inStack.length === 0)
    throw new Error(`${stack === undefined ? folder : `the stack ${stack}`} has no Triton endpoint`);
  const variants = inStack.filter(
    ({ endpointName }) => options.endpoint === undefined || endpointName === options.endpoint,
  );
  if (variants.length === 0) {
    const names = [...new Set(inStack.map(({ endpointName }) => endpointName))];
    throw new Error(`${folder} has no endpoint ${options.endpoint}; its endpoints: ${names.join(', ')}`);
  }
  const prefix = options.prefix && path.resolve(options.prefix);
  if (prefix && !fs.statSync(prefix, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`--prefix: got ${options.prefix}; allowed: an existing folder, which may be empty`);
  }
  removeLeftFolders();
  if (options.engine === 'wheel') await offerInstallation(options);
  if (options.network && options.engine === 'wheel') {
    printNote('note: with --network, the server listens on all interfaces of this host, without a password');
  }
  const run = { ...options, prefix, folder, engine: new ENGINES[options.engine](options), signal: interruption() };

  const reports: VariantReport[] = [];
  const atOnce = options.keep ? variants.length : SERVERS_AT_ONCE;
  for (let done = 0; done < variants.length && !run.signal.aborted; done += atOnce) {
    reports.push(...(await runTogether(assembly, variants.slice(done, done + atOnce), run, options.keep)));
  }
  print(renderSummary(reports));
  const has = (...outcomes: Outcome[]): boolean => reports.some(({ outcome }) => outcomes.includes(outcome));
  if (has('FAILED')) return STATUS.failed;
  if (run.signal.aborted && !options.keep) return STATUS.interrupted;
  return has('NOT RUN', 'NOT TESTED') || (options.strict && has('NOT EXECUTED')) ? STATUS.notRun : STATUS.passed;
}

/** Starts servers at the same time, and tests one after the other. */
async function runTogether(
  assembly: Assembly,
  variants: LocalVariant[],
  options: RunOptions,
  keep: boolean,
): Promise<VariantReport[]> {
  const served = await Promise.all(variants.map((variant) => ServedVariant.start(assembly, variant, options)));
  try {
    const reports: VariantReport[] = [];
    for (const each of served) {
      reports.push(await each.test());
      print(renderReport(reports[reports.length - 1]));
    }
    return keep ? await keepUp(served, reports, options) : reports;
  } finally {
    await Promise.all(served.map((each) => each.stop()));
  }
}

/** Aborted by Ctrl-C, or by whoever else ends this process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

function collect(value: string, values: string[]): string[] {
  return [...values, value];
}

function secondsThatSageMakerWaits(text: string): number {
  const seconds = positiveInteger(text);
  if (seconds > SAGEMAKER_TIMEOUT_SECONDS)
    throw new InvalidArgumentError(`at most ${SAGEMAKER_TIMEOUT_SECONDS} are allowed`);
  return seconds;
}
