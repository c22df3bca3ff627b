import { Duration } from 'aws-cdk-lib';

/**
 * What is wrong with a duration that is only known at deploy time: it cannot be converted, so it has to have the unit that AWS wants.
 *
 * @param unit what AWS wants, as a factory of `Duration` is called
 */
export function lateUnitProblem(duration: Duration | undefined, unit: 'seconds' | 'days'): string | undefined {
  if (!duration?.isUnresolved() || duration.unitLabel() === unit) return undefined;
  return `got ${duration.unitLabel()} that are only known at deploy time; allowed: Duration.${unit}(…), or what is known at synth`;
}
