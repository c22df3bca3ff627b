import { Command, InvalidArgumentError, Option } from 'commander';
import { Arrivals } from '../../lib/sizing/arrivals';
import { aboveZero, positiveInteger } from '../arguments';
import { saveMeasurement } from '../measurements';
import { isKept, renderLoad } from './load-report';
import { LoadResult, sendOpenLoop } from './open-loop';
import { toPerfAnalyzerCsv } from './perf-analyzer-csv';
import { readRequest } from './request-file';
import { LoadTarget } from './target';
import { writeText } from '../write-text';
import { print } from '../print';

interface LoadOptions {
  readonly request: string;
  readonly contentType?: string;
  readonly stream: boolean;
  readonly rate: number;
  readonly arrivals: 'poisson' | 'constant';
  readonly requests: number;
  readonly seconds: number;
  readonly warmup: number;
  readonly seed: number;
  readonly objective?: number;
  readonly percentile: number;
  readonly targetModel?: string;
  readonly targetVariant?: string;
  readonly csv?: string;
  readonly assembly?: string;
  readonly endpoint?: string;
}

/** `cdk-sagemaker-triton load <target>` */
export function loadCommand(): Command {
  return new Command('load')
    .summary('send requests to an endpoint at a rate, and check its latency against an objective')
    .description(
      'Sends each request at its scheduled time, whether or not earlier requests are complete, and measures the latency from the scheduled time. You pay for the ' +
        'instances of the endpoint, and the requests may scale it out.\n' +
        'Exit status: 0 the objective is met, 1 it is not met or no request was completed.',
    )
    .argument('<target>', "name of an endpoint, or http://127.0.0.1:<port>/<secret> of 'local --keep'")
    .requiredOption(
      '--request <file>',
      'KServe or generate request in JSON, an example that has one, or with --content-type any body',
    )
    .option('--content-type <type>', 'content type of the file, if it is not JSON')
    .option(
      '--stream',
      'read the responses as a stream, as InferenceType.GENERATE_STREAM sends them, and report the time to the first one and between them',
      false,
    )
    .requiredOption('--rate <number>', 'requests per second', aboveZero)
    .addOption(
      new Option('--arrivals <kind>', 'poisson: independent users; constant: evenly spaced')
        .choices(['poisson', 'constant'])
        .default('poisson'),
    )
    .option('--requests <count>', 'at most this many requests', requestCount, 1000)
    .option('--seconds <number>', 'for at most this long', aboveZero, 60)
    .option('--warmup <count>', 'requests before the measured ones, one at a time', wholeNumber, 5)
    .option('--seed <number>', 'equal seeds make equal arrivals', wholeNumber, 1)
    .option('--objective <milliseconds>', 'latency objective', aboveZero)
    .option('--percentile <number>', 'percentile of the objective', aboveZero, 99)
    .option('--target-model <object>', 'model of a multi-model endpoint')
    .option('--target-variant <name>', 'production variant to invoke')
    .option(
      '--csv <file>',
      "write the result in the format of perf_analyzer's --request-rate-range; 'plan' does not accept it, since it requires times of the server, which an endpoint does not return",
    )
    .option('--assembly <folder>', "keep the latencies for 'dashboard' of this assembly, usually cdk.out")
    .option(
      '--endpoint <name>',
      "endpoint of the assembly that the latencies belong to, if the target is 'local --keep'",
    )
    .action(async (target: string, options: LoadOptions) => {
      process.exitCode = (await load(LoadTarget.of(target), options)) ? 0 : 1;
    });
}

async function load(target: LoadTarget, options: LoadOptions): Promise<boolean> {
  const { items, bodyOf, contentType } = readRequest(options.request, options.contentType);
  const { targetModel, targetVariant, stream: isStream } = options;
  let sent = 0;
  const send = (): Promise<number[]> =>
    target.send({ body: bodyOf(sent++), contentType, targetModel, targetVariant, isStream });
  await target.requireRegion();
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  while (sent < options.warmup && !interruption.signal.aborted) {
    await send().catch((error: Error) => {
      throw new Error(`a request before the measured requests failed: ${error.message}`, { cause: error });
    });
  }
  const arrivals = Arrivals[options.arrivals](options.rate);
  const at = new Date().toISOString();
  const result = await sendOpenLoop({ ...options, arrivals }, send, interruption.signal);
  target.close();
  const objective = options.objective && { milliseconds: options.objective, percentile: options.percentile };
  print(renderLoad(result, objective || undefined));
  if (options.csv) writeText(options.csv, toPerfAnalyzerCsv(result, items));
  if (options.assembly) keep(options.assembly, options, target, result, at);
  return isKept(result, objective || undefined);
}

/** The dashboard's page shows what was measured last. */
function keep(assembly: string, options: LoadOptions, target: LoadTarget, result: LoadResult, at: string): void {
  const { endpoint = target.endpointName, targetVariant = 'AllTraffic', rate } = options;
  saveMeasurement(assembly, {
    endpointName: endpoint,
    variantName: targetVariant,
    source: `load run, ${rate} requests per second`,
    at,
    requests: result.latencies.map((milliseconds, index) => ({
      atMilliseconds: result.dueTimes[index],
      milliseconds,
    })),
  });
}

/** More would take days, and gigabytes for their times. */
const MOST_REQUESTS = 10_000_000;

function requestCount(text: string): number {
  const count = positiveInteger(text);
  if (count > MOST_REQUESTS) throw new InvalidArgumentError(`allowed: at most ${MOST_REQUESTS}`);
  return count;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('allowed: a whole number');
  return value;
}
