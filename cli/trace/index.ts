import { Command, Option } from 'commander';
import { parsePositiveInteger } from '../input/arguments';
import type { FetchOptions } from './fetch';
import { makeCommand } from './make-command';

/** `cdk-sagemaker-triton trace` */
export function traceCommand(): Command {
  return new Command('trace')
    .summary('make traces of requests for simulate, or fetch the trace of an endpoint')
    .addCommand(makeCommand())
    .addCommand(fetchCommand());
}

function fetchCommand(): Command {
  return new Command('fetch')
    .summary('read the requests of an endpoint from CloudWatch')
    .description(
      'Writes the number of requests in each minute of the last days, or in each 5 minutes if there are more than 15 days. Periods without a ' +
        'datapoint have 0 requests.',
    )
    .requiredOption('--endpoint <name>', 'name of the endpoint')
    .option('--variant <name>', 'name of the production variant', 'AllTraffic')
    .addOption(
      new Option(
        '--inference-component <name>',
        'inference component, by its name in SageMaker, such as shared-classifier',
      ).conflicts('variant'),
    )
    .option('--days <count>', 'number of days until now, up to 63', parsePositiveInteger, 7)
    .requiredOption('--out <file>', 'the CSV file to write')
    .action(async (options: FetchOptions) => {
      const { fetchTrace } = await import('./fetch.js');
      await fetchTrace(options);
    });
}
