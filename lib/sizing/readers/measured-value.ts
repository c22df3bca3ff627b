import { error, Finding } from '../../findings/finding';
import { countWithin, numberWithin, Range } from '../../findings/ranges';

/** What a measured value may be. */
export type Allowed = Omit<Range, 'ruleId' | 'field'> & { readonly whole?: boolean };

export const ABOVE_ZERO: Allowed = { above: 0 };
export const NOT_NEGATIVE: Allowed = { minimum: 0 };
export const COUNT: Allowed = { minimum: 1, whole: true };
/** The largest batch that the simulator knows. */
export const BATCH: Allowed = { minimum: 1, maximum: 4096, whole: true };
/** An hour is the longest that SageMaker waits for a response. */
export const EXECUTION_MILLISECONDS: Allowed = { above: 0, maximum: 3_600_000 };

/** What is wrong with a value of a file or a caller, of which only the name is certain. */
export function checkMeasured(value: unknown, field: string, { whole, ...limits }: Allowed): Finding[] {
  if (value === undefined) return [];
  const range: Range = { ruleId: 'sizing.measurement', field, ...limits };
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return [error(range.ruleId, field, `got ${printed(value)}; allowed: a finite number`)];
  }
  return whole ? countWithin(value, range) : numberWithin(value, range);
}

/** What is wrong with a name that a file or a caller gives. */
export function checkName(value: unknown, field: string): Finding[] {
  if (typeof value === 'string' && value !== '') return [];
  return [error('sizing.measurement', field, `got ${printed(value)}; allowed: a string that is not empty`)];
}

function printed(value: unknown): string {
  return typeof value === 'number' ? `${value}` : (JSON.stringify(value)?.slice(0, 100) ?? 'nothing');
}
