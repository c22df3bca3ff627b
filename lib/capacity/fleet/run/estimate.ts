import { FleetEstimate } from '../fleet-simulation';

/** The range of a value over runs, of which the first is the usual run. */
export function estimateOf<T>(runs: readonly T[], valueOf: (run: T) => number): FleetEstimate {
  const values = runs.map(valueOf);
  return { low: Math.min(...values), usual: values[0], high: Math.max(...values) };
}
