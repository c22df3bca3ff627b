import { Duration, Token } from 'aws-cdk-lib';
import { Finding } from '../../model-config';
import { lateUnitProblem } from '../../platform/late-duration';
import { error } from '../finding';

/** What a number may be. */
export interface Limits {
  readonly ruleId: string;
  readonly field: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** A whole number inside its limits. What is undefined or only known at deploy time is not checked. */
export function wholeNumberWithin(value: number | undefined, { ruleId, field, minimum, maximum }: Limits): Finding[] {
  if (value === undefined || Token.isUnresolved(value)) return [];
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return [];
  return [error(ruleId, field, `got ${value}; allowed: a whole number from ${minimum} to ${maximum}`)];
}

/** Whole seconds inside their limits. What is undefined is not checked; what is only known at deploy time has to be in seconds. */
export function secondsWithin(value: Duration | undefined, { ruleId, field, minimum, maximum }: Limits): Finding[] {
  const late = lateUnitProblem(value, 'seconds');
  if (late) return [error(ruleId, field, late)];
  const seconds = secondsOf(value);
  if (seconds === undefined || (Number.isInteger(seconds) && seconds >= minimum && seconds <= maximum)) return [];
  return [error(ruleId, field, `got ${seconds} seconds; allowed: ${minimum} to ${maximum} whole seconds`)];
}

/** The seconds of a duration that is known at synth. */
export function secondsOf(value: Duration | undefined): number | undefined {
  return value === undefined || value.isUnresolved() ? undefined : value.toSeconds({ integral: false });
}
