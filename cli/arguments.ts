import { InvalidArgumentError } from 'commander';

/** Parses a count that is given on the command line. */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('allowed: a whole number of at least 1');
  return value;
}

/** Parses a rate, a latency or another measure that is given on the command line. */
export function aboveZero(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('allowed: a number above 0');
  return value;
}

/** Parses a measure that may be 0. */
export function notNegative(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && Number.isFinite(value)))
    throw new InvalidArgumentError('allowed: a number of at least 0');
  return value;
}
