import { Duration, Token } from 'aws-cdk-lib';
import { lateUnitProblem } from '../platform/late-duration';
import { ScalingProblem } from './scaled-variant';

/** Numbers that are only known at deploy time are not judged. */
export function problem(
  field: string,
  given: number | undefined,
  allowed: string,
  valid: boolean,
  ruleId = 'sm.scaling',
): ScalingProblem[] {
  if (valid || given === undefined || Token.isUnresolved(given)) return [];
  return [{ ruleId, field: `scaling.${field}`, message: `got ${given}; allowed: ${allowed}` }];
}

export function isCount(value: number | undefined): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}

/** Application Auto Scaling counts cooldowns in whole seconds. */
export function cooldownProblems(field: string, cooldown?: Duration): ScalingProblem[] {
  const late = lateUnitProblem(cooldown, 'seconds');
  if (late) return [{ ruleId: 'sm.scaling', field: `scaling.${field}`, message: late }];
  if (cooldown === undefined || cooldown.isUnresolved()) return [];
  const seconds = cooldown.toSeconds({ integral: false });
  return problem(field, seconds, 'a whole number of seconds', Number.isInteger(seconds));
}
