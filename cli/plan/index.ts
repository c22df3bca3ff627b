import { Command, Option } from 'commander';
import {
  parsePositiveInteger,
  parsePositiveNumber,
  parseNonNegativeNumber,
  parseWholeNumber,
} from '../input/arguments';
import type { PlanOptions } from './inputs';

/** `cdk-sagemaker-triton plan` */
export function planCommand(): Command {
  return new Command('plan')
    .summary('find the cheapest fleet that meets a latency objective, from measurements')
    .description(
      'Reads measurements of a model, simulates a Triton server under the load if the measurements allow it, and prints each ' +
        'candidate with its cost. Pass one kind of measurements.',
    )
    .requiredOption('--requests-per-second <rate>', 'peak load', parsePositiveNumber)
    .requiredOption('--latency <milliseconds>', 'longest latency allowed, such as 12.5', parsePositiveNumber)
    .option('--percentile <p>', 'percentile of the latency', parsePositiveNumber, 99)
    .option('--engine <type=file...>', 'model.plan.json of engines, such as ml.g5.xlarge=model.plan.json')
    .option('--inference-recommender <file>', 'table (.csv) or job description (.json) of Inference Recommender')
    .option(
      '--latency-table <file>',
      'CSV with the columns instance_type, batch, milliseconds, and where they were measured',
    )
    .option('--model-analyzer <file>', "Model Analyzer's metrics-model-inference.csv; needs --instance-type")
    .option('--perf-analyzer <batch=file...>', "perf_analyzer's CSV for each batch size; needs --instance-type")
    .option('--instance-type <type>', 'where analyzer reports were measured, such as ml.g5.xlarge')
    .option('--instances-per-gpu <count>', 'model instances while perf_analyzer measured', parsePositiveInteger, 1)
    .option(
      '--overhead <milliseconds>',
      'time outside the container that the objective covers',
      parseNonNegativeNumber,
      0,
    )
    .option(
      '--burstiness <cv2>',
      'squared coefficient of variation of the gaps between requests',
      parsePositiveNumber,
      1,
    )
    .option('--headroom <share>', 'additional load as a share, such as 0.2 for 20 %', parseNonNegativeNumber, 0)
    .option('--spare <count>', 'instances that may fail', parseWholeNumber, 0)
    .option('--max-instances <count>', 'maximum number of instances of a type', parsePositiveInteger)
    .addOption(
      new Option('--routing <strategy>', 'how requests are distributed to instances')
        .choices(['random', 'least-outstanding'])
        .default('random'),
    )
    .option('--delays <microseconds...>', 'queue delays to compare', (value, all: number[] = []) => [
      ...all,
      parseWholeNumber(value),
    ])
    .option(
      '--prices <file>',
      'JSON: { asOf, region, usdPerHour: { "ml.g5.xlarge": 1.408 } } (default: built-in table)',
    )
    .option('--triton-release <release>', 'release to deploy, such as 24.09: notes measurements of other releases')
    .option('--as-of <day>', 'day of the plan, such as 2026-11-21: notes old measurements')
    .option('--seed <integer>', 'seed of the simulations', parseWholeNumber, 1)
    .option('--json <file>', 'write the plan')
    .option('--html <file>', 'write a page with plots')
    .action(async (options: PlanOptions) => {
      const { runPlan } = await import('./run-plan.js'); // loads aws-cdk-lib, which other commands do not need
      runPlan(options);
    });
}
