import { Command, Option } from 'commander';
import { parseNonNegativeNumber, parsePositiveInteger, parsePositiveNumber } from '../input/arguments';
import type { DailyOptions, StepOptions } from './make';

/** `cdk-sagemaker-triton trace make` */
export function makeCommand(): Command {
  return new Command('make')
    .summary('make a trace of expected requests')
    .addCommand(dailyCommand())
    .addCommand(stepsCommand());
}

const outOption = (): Option => new Option('--out <file>', 'the CSV file to write').makeOptionMandatory();

function dailyCommand(): Command {
  return new Command('daily')
    .summary('one peak per day, and a rate that changes like a cosine')
    .requiredOption('--peak <rate>', 'highest rate of a weekday, in requests per second', parsePositiveNumber)
    .option('--trough <rate>', 'lowest rate of a weekday (default: a tenth of the peak)', parseNonNegativeNumber)
    .option('--peak-hour <hour>', 'hour of the peak in UTC, such as 14.5', parseNonNegativeNumber, 14)
    .option('--weekend-share <share>', 'rate of weekends as a share of weekdays', parseNonNegativeNumber, 0.5)
    .option('--days <count>', 'number of days', parsePositiveInteger, 7)
    .option('--starts-at <time>', 'start of the trace, in ISO 8601 with a time zone', '2026-01-05T00:00:00Z')
    .addOption(outOption())
    .action(async (options: DailyOptions) => (await import('./make.js')).makeDaily(options));
}

function stepsCommand(): Command {
  return new Command('steps')
    .summary('constant rates, one after the other')
    .requiredOption('--step <rate=minutes...>', 'requests per second, and for how many minutes, such as 50=60 400=30')
    .addOption(outOption())
    .action(async (options: StepOptions) => (await import('./make.js')).makeSteps(options));
}
