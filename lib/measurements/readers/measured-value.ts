import { error, Finding } from '../../findings/finding';
import { checkCountRange, checkNumberRange, Range } from '../../findings/ranges';

/** Allowed range of a measured value. */
export type Allowed = Omit<Range, 'ruleId' | 'field'> & { readonly whole?: boolean };

export const ABOVE_ZERO: Allowed = { above: 0 };
export const NOT_NEGATIVE: Allowed = { minimum: 0 };
export const COUNT: Allowed = { minimum: 1, whole: true };
/** The largest batch size that the simulator supports. */
export const MAX_BATCH = 4096;
export const BATCH: Allowed = { minimum: 1, maximum: MAX_BATCH, whole: true };
/** SageMaker waits at most one hour for a response. */
export const EXECUTION_MILLISECONDS: Allowed = { above: 0, maximum: 3_600_000 };

/** Checks a number from a file or a caller. The value can have any type, because files and callers are not type-checked. */
export function checkMeasured(value: unknown, field: string, { whole, ...limits }: Allowed): Finding[] {
  if (value === undefined) return [];
  const range: Range = { ruleId: 'sizing.measurement', field, ...limits };
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return [error(range.ruleId, field, `got ${formatValue(value)}; allowed: a finite number`)];
  }
  return whole ? checkCountRange(value, range) : checkNumberRange(value, range);
}

/** Checks a name from a file or a caller. The value can have any type, because files and callers are not type-checked. */
export function checkName(value: unknown, field: string): Finding[] {
  if (typeof value === 'string' && value !== '') return [];
  return [error('sizing.measurement', field, `got ${formatValue(value)}; allowed: a string that is not empty`)];
}

function formatValue(value: unknown): string {
  return typeof value === 'number' ? `${value}` : (JSON.stringify(value)?.slice(0, 100) ?? 'nothing');
}
