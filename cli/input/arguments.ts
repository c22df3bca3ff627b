import { InvalidArgumentError } from 'commander';

/** Parses a whole number of at least 1. */
export function parsePositiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('allowed: a whole number of at least 1');
  return value;
}

/** Parses a whole number of at least 0. */
export function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError('allowed: a whole number of at least 0');
  return value;
}

/** Parses a number above 0, such as a rate or a latency. */
export function parsePositiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('allowed: a number above 0');
  return value;
}

/** Parses a number of at least 0. */
export function parseNonNegativeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && Number.isFinite(value)))
    throw new InvalidArgumentError('allowed: a number of at least 0');
  return value;
}

/** Collects the values of a repeatable option. */
export function appendValue(value: string, values: string[]): string[] {
  return [...values, value];
}
