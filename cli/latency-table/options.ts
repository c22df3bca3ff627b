import { InvalidArgumentError, Option } from 'commander';
import { isSize } from '../../lib/facts/instance-families';

/** The options of a command that writes a latency table. */
export interface LatencyTableOptions {
  readonly latencyTable?: string;
  readonly instanceType?: string;
}

/** `--latency-table` */
export function latencyTableOption(): Option {
  return new Option(
    '--latency-table <file>',
    "measure the latency by batch size (1, 2, 4, … and the model's maximum), one request at a time, and write the medians as a CSV file " +
      "for 'plan --latency-table'",
  );
}

/** `--instance-type` */
export function instanceTypeOption(meaning: string): Option {
  return new Option('--instance-type <type>', `${meaning}, for the latency table`).argParser(parseInstanceType);
}

function parseInstanceType(name: string): string {
  const [prefix, family, size, ...more] = name.split('.');
  if (prefix !== 'ml' || !family || !isSize(size ?? '') || more.length > 0)
    throw new InvalidArgumentError("allowed: a type such as 'ml.c6i.large'");
  return name;
}
