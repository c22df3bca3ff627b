import { Duration, Size, SizeRoundingBehavior, Token } from 'aws-cdk-lib';
import { error, Finding } from './finding';

/** The values that a property may have, and the rule that says so. */
export interface Range {
  readonly ruleId: string;
  readonly field: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value has to be greater. */
  readonly above?: number;
  /** The value has to be less. */
  readonly below?: number;
}

/*
 * Values that are undefined, or only known at deploy time, have no findings.
 */

/** A whole number. */
export function countWithin(value: number | undefined, range: Range): Finding[] {
  return wholeWithin(value, range);
}

/** Any number. */
export function numberWithin(value: number | undefined, range: Range): Finding[] {
  if (value === undefined || Token.isUnresolved(value) || isIn(range, value)) return [];
  return [error(range.ruleId, range.field, `got ${value}; allowed: a number ${limitsOf(range)}`)];
}

/** A duration in whole units. One that is only known at deploy time cannot be converted, so it has to be in that unit. */
export function durationWithin(
  value: Duration | undefined,
  range: Range,
  unit: 'seconds' | 'minutes' | 'days' = 'seconds',
): Finding[] {
  if (value === undefined) return [];
  if (value.isUnresolved()) {
    if (value.unitLabel() === unit) return [];
    const message = `got ${value.unitLabel()} that are only known at deploy time; allowed: Duration.${unit}(…), or a value that is known at synth`;
    return [error(range.ruleId, range.field, message)];
  }
  const inUnit = { seconds: value.toSeconds, minutes: value.toMinutes, days: value.toDays }[unit];
  return wholeWithin(inUnit.call(value, { integral: false }), range, unit);
}

/** A size in whole units. */
export function sizeWithin(value: Size | undefined, range: Range, unit: 'bytes' | 'GiB'): Finding[] {
  if (value === undefined || value.isUnresolved()) return [];
  const inUnit = unit === 'GiB' ? value.toGibibytes({ rounding: SizeRoundingBehavior.NONE }) : value.toBytes();
  return wholeWithin(inUnit, range, unit);
}

/** The seconds of a duration that is known at synth. */
export function secondsOf(value: Duration | undefined): number | undefined {
  return value === undefined || value.isUnresolved() ? undefined : value.toSeconds({ integral: false });
}

function wholeWithin(value: number | undefined, range: Range, unit?: string): Finding[] {
  if (value === undefined || Token.isUnresolved(value)) return [];
  if (Number.isInteger(value) && isIn(range, value)) return [];
  const [got, allowed] = unit ? [`${value} ${unit}`, `whole ${unit}`] : [`${value}`, 'a whole number'];
  return [error(range.ruleId, range.field, `got ${got}; allowed: ${[allowed, limitsOf(range)].join(' ').trimEnd()}`)];
}

function isIn({ minimum = -Infinity, maximum = Infinity, above = -Infinity, below = Infinity }: Range, value: number) {
  return value >= minimum && value <= maximum && value > above && value < below;
}

/** The limits in words, behind `a number`. */
function limitsOf({ minimum, maximum, above, below }: Range): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  return [
    ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
  ].join(' and ');
}
