import { Command, InvalidArgumentError, Option } from 'commander';
import { parseHeaderValue, parsePositiveInteger, parsePositiveNumber, parseWholeNumber } from '../input/arguments';
import { instanceTypeOption, latencyTableOption } from '../latency-table/options';
import type { LoadOptions } from './run-load';

/** `cdk-sagemaker-triton load <target>` */
export function loadCommand(): Command {
  return new Command('load')
    .summary('send requests to an endpoint at a rate, and check its latency against an objective')
    .description(
      'Sends each request at its scheduled time, whether or not earlier requests are complete, and measures the latency from the scheduled time. You pay for the ' +
        'instances of the endpoint, and the requests may scale it out. With --latency-table, sends one request at a time instead.\n' +
        'Exit status: 0 the objective is met or the latency table is written, 1 the objective is not met or no request was completed.',
    )
    .argument('<target>', "name of an endpoint, or http://127.0.0.1:<port>/<secret> of 'local --keep'")
    .requiredOption(
      '--request <file>',
      'KServe or generate request in JSON, an example that has one, or with --content-type any body',
    )
    .option('--content-type <type>', 'content type of the file, if it is not JSON', parseHeaderValue)
    .option(
      '--stream',
      'read the responses as a stream, as InferenceType.GENERATE_STREAM sends them, and report the time to the first one and between them',
      false,
    )
    .option('--rate <number>', 'requests per second; required, except with --latency-table', parsePositiveNumber)
    .addOption(
      new Option('--arrivals <kind>', 'poisson: independent users; constant: evenly spaced')
        .choices(['poisson', 'constant'])
        .default('poisson'),
    )
    .option(
      '--requests <count>',
      'at most this many requests; of each batch size with --latency-table',
      parseRequestCount,
      1000,
    )
    .option(
      '--seconds <number>',
      'for at most this long; for each batch size with --latency-table',
      parsePositiveNumber,
      60,
    )
    .option('--warmup <count>', 'requests before the measured ones, one at a time', parseWholeNumber, 5)
    .option('--seed <number>', 'equal seeds make equal arrivals', parseWholeNumber, 1)
    .option('--objective <milliseconds>', 'latency objective', parsePositiveNumber)
    .option('--percentile <number>', 'percentile of the objective', parsePositiveNumber, 99)
    .option('--target-model <object>', 'model of a multi-model endpoint', parseHeaderValue)
    .option('--target-variant <name>', 'production variant to invoke', parseHeaderValue)
    .addOption(
      new Option(
        '--inference-component <name>',
        'inference component to invoke, by its name in SageMaker, such as shared-classifier',
      )
        .argParser(parseHeaderValue)
        .conflicts(['targetModel', 'targetVariant']),
    )
    .option(
      '--csv <file>',
      "write the result in the format of perf_analyzer's --request-rate-range; 'plan' does not accept it, since it requires times of the server, which an endpoint does not return",
    )
    .option('--assembly <folder>', "keep the latencies for 'dashboard' of this assembly, usually cdk.out")
    .option(
      '--endpoint <name>',
      "endpoint of the assembly that the latencies belong to, if the target is 'local --keep'",
    )
    .addOption(latencyTableOption().conflicts(['rate', 'objective', 'csv', 'assembly']))
    .addOption(instanceTypeOption('instance type of the endpoint, or the one that this host is like'))
    .option('--max-batch-size <count>', 'max_batch_size of the model, for the latency table', parseWholeNumber)
    .action(async (target: string, options: LoadOptions) => {
      const { runLoad } = await import('./run-load.js');
      process.exitCode = (await runLoad(target, options)) ? 0 : 1;
    });
}

/** Maximum number of requests. A larger number would take days, and gigabytes of memory. */
const MAX_REQUESTS = 10_000_000;

function parseRequestCount(text: string): number {
  const count = parsePositiveInteger(text);
  if (count > MAX_REQUESTS) throw new InvalidArgumentError(`allowed: at most ${MAX_REQUESTS}`);
  return count;
}
