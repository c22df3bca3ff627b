import { Command, Option } from 'commander';
import { aboveZero, notNegative } from '../arguments';
import type { PlanOptions } from './inputs';

/** `cdk-sagemaker-triton plan` */
export function planCommand(): Command {
  return new Command('plan')
    .summary('pick the cheapest fleet that keeps a latency objective, from measurements')
    .description(
      'Reads measurements of a model, simulates what a Triton server does with the load where they allow it, and prints each ' +
        'candidate with its cost. Give one kind of measurements.',
    )
    .requiredOption('--requests-per-second <rate>', 'peak load', aboveZero)
    .requiredOption('--latency <milliseconds>', 'longest latency allowed', aboveZero)
    .option('--percentile <p>', 'percentile that the latency holds for', aboveZero, 99)
    .option('--engine <type=file...>', 'model.plan.json of engines, such as ml.g5.xlarge=model.plan.json')
    .option('--inference-recommender <file>', 'table (.csv) or job description (.json) of Inference Recommender')
    .option('--latency-table <file>', 'CSV: instance_type, batch, milliseconds, and where they were measured')
    .option('--model-analyzer <file>', "Model Analyzer's metrics-model-inference.csv; needs --instance-type")
    .option('--perf-analyzer <batch=file...>', "perf_analyzer's CSV for each batch size; needs --instance-type")
    .option('--instance-type <type>', 'where analyzer reports were measured, such as ml.g5.xlarge')
    .option('--instances-per-gpu <count>', 'model instances while perf_analyzer measured', aboveZero, 1)
    .option('--overhead <milliseconds>', 'time outside the container that the objective covers', notNegative, 0)
    .option('--burstiness <cv2>', 'squared coefficient of variation of the gaps between requests', aboveZero, 1)
    .option('--headroom <share>', 'extra load, 0.2 for a fifth', notNegative, 0)
    .option('--spare <count>', 'instances that may fail at the peak', notNegative, 0)
    .option('--max-instances <count>', 'most instances of a type', aboveZero)
    .addOption(
      new Option('--routing <strategy>', 'how requests find their instance')
        .choices(['random', 'least-outstanding'])
        .default('random'),
    )
    .option('--delays <microseconds...>', 'queue delays to try', (value, all: number[] = []) => [
      ...all,
      notNegative(value),
    ])
    .option(
      '--prices <file>',
      'JSON: { asOf, region, usdPerHour: { "ml.g5.xlarge": 1.408 } } (default: built-in table)',
    )
    .option('--triton-release <release>', 'release to deploy, such as 24.09: labels measurements of others')
    .option('--as-of <day>', 'day of the plan, such as 2026-11-21: labels old measurements')
    .option('--seed <integer>', 'seed of the simulations', notNegative, 1)
    .option('--json <file>', 'write the plan')
    .option('--html <file>', 'write a page with plots')
    .action(async (options: PlanOptions) => {
      const { runPlan } = await import('./run-plan.js'); // the library and the CDK are only loaded for this command
      runPlan(options);
    });
}
