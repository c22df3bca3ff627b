import { Command } from 'commander';
import { parseNonNegativeNumber } from '../input/arguments';
import {
  addOptions,
  instancesPerGpuOption,
  objectiveOptions,
  pricesOption,
  profileOptions,
  routingOption,
} from '../sizing/command-options';
import type { SimulateOptions } from './options';

/** `cdk-sagemaker-triton simulate` */
export function simulateCommand(): Command {
  const command = new Command('simulate')
    .summary('simulate autoscaling under traffic, and find the cheapest scaling that meets a latency objective')
    .description(
      'Simulates the instances of an endpoint under a trace of requests: autoscaling, the start of instances, and the latency of each minute. ' +
        'Compares the cheapest scaling with a fixed fleet and, with --assembly, with the scaling of an endpoint of your app. Pass one kind of ' +
        'measurements.',
    )
    .requiredOption('--trace <file>', "CSV with the columns time and requests, such as that of 'trace fetch'");
  addOptions(command, ...objectiveOptions(), ...profileOptions())
    .option('--instance-type <type>', 'the instance type to simulate; needed if the measurements are of several types')
    .addOption(instancesPerGpuOption())
    .option('--assembly <folder>', "simulate the scaling of an endpoint in the folder that 'cdk synth' wrote")
    .option('--endpoint <name>', 'name or construct path of the endpoint in the assembly, if it has several')
    .option(
      '--margin <share>',
      'additional traffic for which the cheapest scaling meets the objective',
      parseNonNegativeNumber,
      0.1,
    );
  return addOptions(command, routingOption(), pricesOption())
    .option('--json <file>', 'write the result')
    .action(async (options: SimulateOptions) => {
      const { runSimulate } = await import('./run-simulate.js');
      runSimulate(options);
    });
}
