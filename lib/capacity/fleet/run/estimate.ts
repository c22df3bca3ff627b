import { FleetEstimate } from '../fleet-simulation';

/** The range of a value over runs, of which the first is the usual run. */
export function estimateOf<T>(runs: readonly T[], valueOf: (run: T) => number): FleetEstimate {
  const values = runs.map(valueOf);
  return { low: Math.min(...values), usual: values[0], high: Math.max(...values) };
}

/** The range over runs of the number of violated minutes, which is a range in each run. */
export function minutesEstimateOf(runs: readonly { readonly minutesBeyond: FleetEstimate }[]): FleetEstimate {
  return {
    low: Math.min(...runs.map(({ minutesBeyond }) => minutesBeyond.low)),
    usual: runs[0].minutesBeyond.usual,
    high: Math.max(...runs.map(({ minutesBeyond }) => minutesBeyond.high)),
  };
}
