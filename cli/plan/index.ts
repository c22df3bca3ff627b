import { Command } from 'commander';
import { parseNonNegativeNumber, parsePositiveNumber, parseWholeNumber } from '../input/arguments';
import {
  addOptions,
  instancesPerGpuOption,
  objectiveOptions,
  pricesOption,
  profileOptions,
  routingOption,
} from '../sizing/command-options';
import type { PlanOptions } from './inputs';

/** `cdk-sagemaker-triton plan` */
export function planCommand(): Command {
  const command = new Command('plan')
    .summary('find the cheapest fleet that meets a latency objective, from measurements')
    .description(
      'Reads measurements of a model, simulates a Triton server under the load if the measurements allow it, and prints each ' +
        'candidate with its cost. Pass one kind of measurements.',
    )
    .requiredOption('--requests-per-second <rate>', 'peak load', parsePositiveNumber);
  addOptions(command, ...objectiveOptions(), ...profileOptions())
    .option('--inference-recommender <file>', 'table (.csv) or job description (.json) of Inference Recommender')
    .option('--instance-type <type>', 'where analyzer reports were measured, such as ml.g5.xlarge')
    .addOption(instancesPerGpuOption())
    .option('--headroom <share>', 'additional load as a share, such as 0.2 for 20 %', parseNonNegativeNumber, 0)
    .option('--spare <count>', 'instances that may fail', parseWholeNumber, 0)
    .addOption(routingOption().default('random'));
  return addOptions(command, pricesOption())
    .option('--json <file>', 'write the plan')
    .action(async (options: PlanOptions) => {
      const { runPlan } = await import('./run-plan.js');
      runPlan(options);
    });
}
