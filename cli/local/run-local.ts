import * as fs from 'fs';
import * as path from 'path';
import { resolveStackName } from '../assembly/stacks';
import { print, printNote } from '../output/print';
import { RunningComponents } from './component-routing';
import { DockerRuntime } from './docker-runtime';
import { offerInstallation } from './install';
import { keepRunning } from './keep-running';
import { LatencyTable } from './latency-table';
import { LocalAssembly, LocalVariant, readLocalAssembly } from './local-variants';
import { LocalOptions, RuntimeName } from './options';
import { VariantOutcome } from './outcome';
import { renderReport, renderSummary, VariantReport } from './report';
import { RunOptions } from './run-options';
import { ServedVariant } from './run-variant';
import { WheelRuntime } from './wheel-runtime';
import { removeAbandonedFolders } from './work-folder';

/** Exit statuses of the command. */
const STATUS = { passed: 0, failed: 1, notRun: 3, interrupted: 130 };

/** Number of servers that run at the same time: starting a server takes longer than testing it. */
const CONCURRENT_SERVERS = 3;

/** The class of each kind of server. */
const RUNTIMES = { wheel: WheelRuntime, docker: DockerRuntime } satisfies Record<RuntimeName, unknown>;

/** Serves and tests the variants of an assembly. Returns the exit status of the command. */
export async function runLocal(folder: string, options: LocalOptions): Promise<number> {
  const assembly = readLocalAssembly(folder);
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
  const runtime = new RUNTIMES[options.runtime](options);
  const table =
    options.latencyTable === undefined
      ? undefined
      : new LatencyTable(options.latencyTable, runtime, options.instanceType);
  const runningComponents: RunningComponents = new Map();
  const runOptions = { ...options, prefix, folder, runtime, runningComponents, signal: interruptSignal() };

  const reports: VariantReport[] = [];
  const batchSize = options.keep ? variants.length : CONCURRENT_SERVERS;
  for (let startedCount = 0; startedCount < variants.length && !runOptions.signal.aborted; startedCount += batchSize) {
    const startedVariants = variants.slice(startedCount, startedCount + batchSize);
    reports.push(...(await runConcurrently(assembly, startedVariants, { ...runOptions, table })));
  }
  print(renderSummary(reports));
  if (table?.isEmpty) printNote(`note: ${options.latencyTable} is not written, because no model was measured`);
  const hasOutcome = (...outcomes: VariantOutcome[]): boolean =>
    reports.some(({ outcome }) => outcomes.includes(outcome));
  if (hasOutcome('FAILED')) return STATUS.failed;
  if (runOptions.signal.aborted && !options.keep) return STATUS.interrupted;
  return hasOutcome('NOT RUN', 'NOT TESTED') || table?.isEmpty || (options.strict && hasOutcome('NOT EXECUTED'))
    ? STATUS.notRun
    : STATUS.passed;
}

/** Starts the servers at the same time, and tests them one after the other. */
async function runConcurrently(
  assembly: LocalAssembly,
  variants: LocalVariant[],
  { table, keep, ...options }: RunOptions & Pick<LocalOptions, 'keep'> & { readonly table?: LatencyTable },
): Promise<VariantReport[]> {
  const servedVariants = await Promise.all(variants.map((variant) => ServedVariant.start(assembly, variant, options)));
  try {
    const reports: VariantReport[] = [];
    for (const servedVariant of servedVariants) {
      const report = await servedVariant.test();
      print(renderReport(report));
      table?.add(report);
      reports.push(report);
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
