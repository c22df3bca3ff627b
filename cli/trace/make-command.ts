import { Command, Option } from 'commander';
import { parseNonNegativeNumber, parsePositiveInteger, parsePositiveNumber } from '../input/arguments';
import type { BurstOptions, DailyOptions, StepOptions } from './make';

/** `cdk-sagemaker-triton trace make` */
export function makeCommand(): Command {
  return new Command('make')
    .summary('make a trace of expected requests')
    .addCommand(dailyCommand())
    .addCommand(burstsCommand())
    .addCommand(stepsCommand());
}

const outOption = (): Option => new Option('--out <file>', 'the CSV file to write').makeOptionMandatory();

const daysOption = (): Option =>
  new Option('--days <count>', 'number of days').argParser(parsePositiveInteger).default(7);

function dailyCommand(): Command {
  return new Command('daily')
    .summary('one peak per day, and a rate that changes like a cosine')
    .requiredOption('--peak <rate>', 'highest rate of a weekday, in requests per second', parsePositiveNumber)
    .option('--trough <rate>', 'lowest rate of a weekday (default: a tenth of the peak)', parseNonNegativeNumber)
    .option('--peak-hour <hour>', 'hour of the peak in UTC, such as 14.5', parseNonNegativeNumber, 14)
    .option('--weekend-share <share>', 'rate of weekends as a share of weekdays', parseNonNegativeNumber, 0.5)
    .addOption(daysOption())
    .addOption(outOption())
    .action(async (options: DailyOptions) => (await import('./make.js')).makeDaily(options));
}

function burstsCommand(): Command {
  return new Command('bursts')
    .summary('a constant rate, with bursts at random times')
    .requiredOption('--base <rate>', 'rate between bursts, in requests per second', parseNonNegativeNumber)
    .requiredOption('--burst <rate>', 'rate during bursts, in requests per second', parsePositiveNumber)
    .option('--burst-minutes <count>', 'duration of each burst', parsePositiveInteger, 20)
    .option('--bursts-per-day <number>', 'mean number of bursts per day', parsePositiveNumber, 4)
    .addOption(daysOption())
    .addOption(outOption())
    .action(async (options: BurstOptions) => (await import('./make.js')).makeBursts(options));
}

function stepsCommand(): Command {
  return new Command('steps')
    .summary('constant rates, one after the other')
    .requiredOption('--step <rate=minutes...>', 'requests per second, and for how many minutes, such as 50=60 400=30')
    .addOption(outOption())
    .action(async (options: StepOptions) => (await import('./make.js')).makeSteps(options));
}
