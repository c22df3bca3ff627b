import { ServiceTime } from '../../lib/measurements';

/**
 * Seconds of the endpoint that pass in one second of the measurement: a minute of the endpoint takes 5 seconds. Latencies are in the time of the
 * measurement, so the endpoint has 12 times the execution times and a twelfth of the rate. Both have the same load.
 */
export const SPEED = 12;

/** The execution times of the endpoint. */
export function serviceTimesOfEndpoint(measured: readonly ServiceTime[]): ServiceTime[] {
  return measured.map(({ batch, milliseconds }) => ({ batch, milliseconds: milliseconds * SPEED }));
}

/** The rate of the endpoint, for a rate of the measurement. */
export function rateOfEndpoint(requestsPerSecond: number): number {
  return requestsPerSecond / SPEED;
}

/** A time or latency of the measurement, for a time of the endpoint. */
export function timeOfMeasurement(timeOfEndpoint: number): number {
  return timeOfEndpoint / SPEED;
}
