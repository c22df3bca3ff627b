import { RandomStream } from '../../lib/measurements/random-stream';
import { timeOfMeasurement } from './scaled-time';

/** A part of a trace: a rate of the measurement, and minutes of the endpoint. */
export type TracePart = readonly [requestsPerSecond: number, minutes: number];

/** The random arrival times of a trace (Poisson), in seconds of the measurement. */
export function arrivalsOf(trace: readonly TracePart[], random: RandomStream): number[] {
  const arrivals: number[] = [];
  let start = 0;
  for (const [requestsPerSecond, minutes] of trace) {
    const end = start + timeOfMeasurement(minutes * 60);
    // The exponential distribution has no memory, so each part can begin with a new interval.
    for (
      let time = start + random.exponential() / requestsPerSecond;
      time < end;
      time += random.exponential() / requestsPerSecond
    )
      arrivals.push(time);
    start = end;
  }
  return arrivals;
}

/** Number of requests in each minute of the endpoint. */
export function requestsByMinute(arrivals: readonly number[], minutes: number): number[] {
  const counts = new Array<number>(minutes).fill(0);
  for (const time of arrivals) counts[Math.floor(time / timeOfMeasurement(60))]++;
  return counts;
}

export function minutesOf(trace: readonly TracePart[]): number {
  return trace.reduce((sum, [, minutes]) => sum + minutes, 0);
}
