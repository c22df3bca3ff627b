import { InvalidArgumentError } from 'commander';

/** Parses a count that is given on the command line. */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a whole number of at least 1 is needed');
  return value;
}
