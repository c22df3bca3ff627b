import { Duration, Size, SizeRoundingBehavior } from 'aws-cdk-lib';
import { error, Finding } from './finding';
import { isUnresolved } from './is-unresolved';

/** Allowed values of a property, and the rule that requires them. */
export interface Range {
  readonly ruleId: string;
  readonly field: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exclusive minimum. */
  readonly above?: number;
  /** Exclusive maximum. */
  readonly below?: number;
}

/*
 * The functions below return no findings for a value that is undefined or known only at deployment.
 */

/** Checks a whole number, such as a number of instances, or of a unit. */
export function checkCountRange(value: number | undefined, range: Range, unit?: string): Finding[] {
  return wholeNumberWithin(value, range, unit);
}

/** Checks a number. */
export function checkNumberRange(value: number | undefined, range: Range): Finding[] {
  if (value === undefined || isUnresolved(value) || isInRange(range, value)) return [];
  return [error(range.ruleId, range.field, `got ${value}; allowed: a number ${describeLimits(range)}`)];
}

/**
 * Checks a duration in whole units. A duration that is known only at deployment cannot be converted to a different unit, so it must already
 * have this unit.
 */
export function checkDurationRange(
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
  const convert = { seconds: value.toSeconds, minutes: value.toMinutes, days: value.toDays }[unit];
  return wholeNumberWithin(convert.call(value, { integral: false }), range, unit);
}

/** Checks a size in whole units. */
export function checkSizeRange(value: Size | undefined, range: Range, unit: 'bytes' | 'GiB'): Finding[] {
  if (value === undefined || value.isUnresolved()) return [];
  const sizeInUnit = unit === 'GiB' ? value.toGibibytes({ rounding: SizeRoundingBehavior.NONE }) : value.toBytes();
  return wholeNumberWithin(sizeInUnit, range, unit);
}

/** Seconds of a duration; undefined if the duration is known only at deployment. */
export function secondsOf(value: Duration | undefined): number | undefined {
  return value === undefined || value.isUnresolved() ? undefined : value.toSeconds({ integral: false });
}

function wholeNumberWithin(value: number | undefined, range: Range, unit?: string): Finding[] {
  if (value === undefined || isUnresolved(value)) return [];
  if (Number.isInteger(value) && isInRange(range, value)) return [];
  const [got, allowed] = unit ? [`${value} ${unit}`, `whole ${unit}`] : [`${value}`, 'a whole number'];
  return [
    error(range.ruleId, range.field, `got ${got}; allowed: ${[allowed, describeLimits(range)].join(' ').trimEnd()}`),
  ];
}

function isInRange(
  { minimum = -Infinity, maximum = Infinity, above = -Infinity, below = Infinity }: Range,
  value: number,
) {
  return value >= minimum && value <= maximum && value > above && value < below;
}

/** The limits as text that follows `a number`. */
function describeLimits({ minimum, maximum, above, below }: Range): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  return [
    ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
  ].join(' and ');
}
