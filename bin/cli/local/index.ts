import * as path from 'path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readAssembly } from './assembly';
import { EndpointReport, renderReport, renderSummary } from './report';
import { runEndpoint } from './run-endpoint';
import { ensureInstalled } from './wheel-engine';

/** Exit statuses: all passed, something failed, something could not be run. */
const PASSED = 0;
const FAILED = 1;
const NOT_RUN = 3;

interface LocalOptions {
  readonly stack?: string;
  readonly endpoint?: string;
  readonly engine: 'wheel' | 'docker';
  readonly requests: number;
  readonly keep: boolean;
  readonly verbose: boolean;
}

/** `cdk-sagemaker-triton local <cdk.out>` */
export function localCommand(): Command {
  return new Command('local')
    .summary('serve a synthesized stack with a real Triton server on this machine')
    .description(
      'Takes each endpoint of a synthesized assembly, unpacks the archive that a deployment would upload, starts a real Triton server with the ' +
        "arguments that the container's start script would use, and runs the smoke test that a deployment would run.\n" +
        'Exit status: 0 all passed, 1 something failed, 3 something could not be run.',
    )
    .argument('<assembly>', "folder that 'cdk synth' wrote, usually cdk.out")
    .option('--stack <name>', 'only the endpoints of this stack')
    .option('--endpoint <name>', 'only this endpoint')
    .addOption(
      new Option('--engine <engine>', 'wheel: CPU server from a Python wheel (Linux x86_64); docker: NVIDIA\'s image of the release, with GPUs where there are any (its authors have never run it)')
        .choices(['wheel', 'docker'])
        .default('wheel'),
    )
    .option('--requests <count>', 'requests to measure the latency with', positiveInteger, 100)
    .option('--keep', 'leave each server up for requests of your own until Ctrl-C', false)
    .option('--verbose', "show the server's whole log", false)
    .action(async (assembly: string, options: LocalOptions) => {
      process.exitCode = await local(path.resolve(assembly), options);
    });
}

async function local(folder: string, options: LocalOptions): Promise<number> {
  const assembly = readAssembly(folder);
  const endpoints = assembly.endpoints
    .filter(({ stackName }) => options.stack === undefined || stackName === options.stack)
    .filter(({ endpointName }) => options.endpoint === undefined || endpointName === options.endpoint);
  if (endpoints.length === 0) throw new Error(`${folder} has no Triton endpoint that matches`);
  if (options.engine === 'wheel') ensureInstalled(path.join(__dirname, 'setup.sh'));

  let stopping = false;
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        stopping = true;
        resolve();
      });
    }
  });
  const reports: EndpointReport[] = [];
  for (const endpoint of endpoints) {
    if (stopping) break;
    const report = await runEndpoint(assembly, endpoint, { ...options, interrupted });
    reports.push(report);
    console.log(renderReport(report));
  }
  console.log(renderSummary(reports));
  if (reports.some(({ outcome }) => outcome === 'FAILED')) return FAILED;
  return stopping && !options.keep ? FAILED : reports.some(({ outcome }) => outcome === 'NOT RUN') ? NOT_RUN : PASSED;
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a whole number of at least 1 is needed');
  return value;
}
