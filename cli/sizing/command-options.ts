import { Option } from 'commander';
import { parsePositiveInteger, parsePositiveNumber } from '../input/arguments';
import { ROUTING_CHOICES } from './routing';

/*
 * The options that `plan` and `simulate` have in common. Each function creates a new option, because an option belongs to one command.
 */

/** The options that select execution times by batch size. */
export const profileOptions = (): Option[] => [
  new Option('--engine <type=file...>', 'model.plan.json of engines, such as ml.g5.xlarge=model.plan.json'),
  new Option(
    '--latency-table <file>',
    'CSV with the columns instance_type, batch, milliseconds, and where they were measured',
  ),
  new Option('--model-analyzer <file>', "Model Analyzer's metrics-model-inference.csv; needs --instance-type"),
  new Option('--perf-analyzer <batch=file...>', "perf_analyzer's CSV for each batch size; needs --instance-type"),
];

export const instancesPerGpuOption = (): Option =>
  new Option('--instances-per-gpu <count>', 'model instances while perf_analyzer measured')
    .argParser(parsePositiveInteger)
    .default(1);

/** The options of the latency objective. */
export const objectiveOptions = (): Option[] => [
  new Option('--latency <milliseconds>', 'longest latency allowed, such as 12.5')
    .argParser(parsePositiveNumber)
    .makeOptionMandatory(),
  new Option('--percentile <p>', 'percentile of the latency').argParser(parsePositiveNumber).default(99),
];

export const routingOption = (): Option =>
  new Option('--routing <strategy>', 'how requests are distributed to instances').choices(ROUTING_CHOICES);

export const pricesOption = (): Option =>
  new Option(
    '--prices <file>',
    'JSON: { asOf, region, usdPerHour: { "ml.g5.xlarge": 1.408 } } (default: built-in table)',
  );

/** Adds options to a command, in this order. */
export function addOptions<T extends { addOption(option: Option): T }>(command: T, ...options: Option[]): T {
  return options.reduce((extended, option) => extended.addOption(option), command);
}
