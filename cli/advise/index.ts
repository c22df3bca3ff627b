import { Command } from 'commander';
import { parsePositiveInteger, parsePositiveNumber } from '../input/arguments';
import type { AdviseOptions } from './read-source';

/** `cdk-sagemaker-triton advise <endpoint or file>` */
export function adviseCommand(): Command {
  return new Command('advise')
    .summary("read Triton's own metrics, and advise on batching and on the number of instances")
    .description(
      'Reads the metrics that an endpoint with monitoring.serverMetrics publishes, simulates the deployed batching and changes of it under the measured ' +
        'requests, and prints which change shortens the latency or saves instances, with the range of its effect and as code. Advises nothing about a ' +
        'model whose metrics the simulation does not reproduce, or whose metrics are not sufficient.\n' +
        'Exit status: 0 each model has an advice, or needs no change; 1 nothing can be advised about a model.',
    )
    .argument('<source>', "name of an endpoint, or file with its log or with that of 'local --keep --verbose'")
    .option('--assembly <folder>', "the configuration of the endpoint: the folder that 'cdk synth' wrote")
    .option('--endpoint <name>', 'name or construct path of the endpoint in the assembly, if it has several')
    .option('--variant <name>', 'name of the production variant, if there are several')
    .option('--config <file...>', 'the config.pbtxt of each model, without an assembly')
    .option('--hours <count>', 'number of hours until now that are read from CloudWatch', parsePositiveInteger, 24)
    .option('--latency <milliseconds>', 'latency objective (default: that of the assembly)', parsePositiveNumber)
    .option('--percentile <p>', 'percentile of the latency objective', parsePositiveNumber)
    .option('--latency-table <file>', "execution times that 'local' measured, instead of those of the metrics")
    .option('--json <file>', 'write the result')
    .action(async (source: string, options: AdviseOptions) => {
      const { runAdvise } = await import('./run-advise.js');
      await runAdvise(source, options);
    });
}
