import { OBJECTIVE_MILLISECONDS } from './scenarios';

/** One minute of the endpoint, simulated or measured. Latencies are in milliseconds of the measurement. */
export interface Minute {
  readonly requests: number;
  readonly desiredInstances: number;
  readonly servingInstances: number;
  readonly median: number;
  readonly p95: number;
  readonly requestsBeyondObjective: number;
}

/** The result of a simulation or of a measurement. */
export interface Outcome {
  readonly minutes: Minute[];
  readonly minutesBeyondObjective: number;
  readonly requestsBeyondObjective: number;
  readonly instanceHours: number;
}

/** The latencies of a minute, by the time at which requests arrived. */
export function latenciesOf(
  latencies: readonly number[],
): Pick<Minute, 'requests' | 'median' | 'p95' | 'requestsBeyondObjective'> {
  const ascending = [...latencies].sort((a, b) => a - b);
  return {
    requests: ascending.length,
    median: percentileOf(50, ascending),
    p95: percentileOf(95, ascending),
    requestsBeyondObjective: ascending.filter((latency) => latency > OBJECTIVE_MILLISECONDS).length,
  };
}

export function percentileOf(percentile: number, ascending: readonly number[]): number {
  return ascending[Math.max(0, Math.ceil((percentile / 100) * ascending.length) - 1)];
}

/** Sums up a measurement. */
export function outcomeOf(minutes: Minute[], instanceSeconds: number): Outcome {
  const isBeyond = ({ requests, requestsBeyondObjective }: Minute): boolean =>
    requestsBeyondObjective > requests * 0.05 + 1e-9;
  return {
    minutes,
    minutesBeyondObjective: minutes.filter(isBeyond).length,
    requestsBeyondObjective: minutes.reduce((sum, minute) => sum + minute.requestsBeyondObjective, 0),
    instanceHours: instanceSeconds / 3600,
  };
}

/** The mean of a latency over minutes, each of which counts the same. */
export function meanOver(
  minutes: readonly Minute[],
  latency: 'median' | 'p95',
  isIncluded: (minute: number) => boolean,
): number {
  const included = minutes.filter((_, index) => isIncluded(index));
  return included.reduce((total, minute) => total + minute[latency], 0) / included.length;
}

/** The largest distance of a value from the mean of all values, as a fraction of the mean. */
export function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.max(...values.map((value) => Math.abs(value / mean - 1)));
}
