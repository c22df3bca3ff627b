import { FleetEstimate } from '../fleet-simulation';
import { RequestsAbove } from '../latency/request-groups';
import { CountDistribution } from './count-distribution';

/** Whether a minute violates the objective. */
export interface Violation {
  readonly probability: number;
  /** What the minute adds to the variance of the number of violated minutes: more if such minutes follow each other. */
  readonly variance: number;
  /** Standard error of the probability. */
  readonly error: number;
}

const CERTAIN: Violation = { probability: 1, variance: 0, error: 0 };
const IMPOSSIBLE: Violation = { probability: 0, variance: 0, error: 0 };
/** A mean number of requests that does not matter in any trace. */
const NEGLIGIBLE = 1e-9;

/** Whether more than an allowed number of requests exceed the limit. */
export function violationOf({ mean, variance, persistence, error }: RequestsAbove, allowed: number): Violation {
  if (allowed < 0) return CERTAIN;
  if (mean < NEGLIGIBLE) return IMPOSSIBLE;
  const probabilityIf = (factor: number): number =>
    new CountDistribution(mean * factor, variance * factor).above(allowed);
  const factor = 1 + error / mean;
  const probability = probabilityIf(1);
  return {
    probability,
    // Whether a count is above a limit persists less than the count itself.
    variance: (probability * (1 - probability) * (1 + persistence)) / 2,
    error: (probabilityIf(factor) - probabilityIf(1 / factor)) / 2,
  };
}

/** The range of a run contains the number of its violated minutes with a probability of 95 %. */
const TAIL = 0.025;

/**
 * The number of violated minutes of a run: its rounded mean, and a range. The errors of all minutes have the same cause, the finite sample of
 * each load, so they add up.
 */
export function minutesBeyondOf(violations: readonly Violation[]): FleetEstimate {
  let [certain, mean, variance, error] = [0, 0, 0, 0];
  for (const violation of violations) {
    const { probability } = violation;
    if (probability === 1) certain++;
    else mean += probability;
    variance += violation.variance;
    error += violation.error;
  }
  const distribution = new CountDistribution(mean, variance + error * error);
  const total = (count: number): number => certain + Math.min(count, violations.length - certain);
  return {
    low: total(distribution.quantile(1 - TAIL)),
    usual: total(Math.round(mean)),
    high: total(distribution.quantile(TAIL)),
  };
}
