import { RandomStream } from '../../lib/measurements/random-stream';
import { Load } from './loads';

/**
 * Time of the endpoint that passes during the measurement: a minute of the endpoint takes 10 seconds. Latencies are in the time of the measurement,
 * so the endpoint has 6 times the execution times and delays, and a sixth of the rate. Both have the same load.
 */
export const SPEED = 6;
/** A minute of the endpoint, in milliseconds of the measurement. */
export const MEASURED_MINUTE = 60_000 / SPEED;
const MINUTES_PER_RATE = 6;
const PART = MINUTES_PER_RATE * MEASURED_MINUTE;

/** The index of the rate at which a request arrived, by its time since the start. */
export function partOf(time: number): number {
  return Math.floor(time / PART);
}

/** The random arrival times of a load (Poisson) in milliseconds of the measurement, and its minutes. */
export function arrivalsOf({ rates }: Load, random: RandomStream): { times: number[]; minutes: number } {
  const times: number[] = [];
  rates.forEach((rate, index) => {
    const interval = (): number => (1000 * random.exponential()) / rate;
    // The exponential distribution has no memory, so each part can begin with a new interval.
    for (let time = index * PART + interval(); time < (index + 1) * PART; time += interval()) times.push(time);
  });
  return { times, minutes: rates.length * MINUTES_PER_RATE };
}
