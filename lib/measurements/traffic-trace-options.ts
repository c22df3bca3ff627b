import { Duration } from 'aws-cdk-lib';

/** Options of `TrafficTrace.daily`. */
export interface DailyTrafficOptions {
  /** Highest rate of a weekday, in requests per second, above 0. */
  readonly peakRequestsPerSecond: number;

  /**
   * Lowest rate of a weekday, in requests per second, at least 0 and at most the peak.
   *
   * @default - a tenth of the peak
   */
  readonly troughRequestsPerSecond?: number;

  /**
   * Hour of the peak in UTC, from 0 to 23.99.
   *
   * @default 14
   */
  readonly peakHour?: number;

  /**
   * Rate of Saturdays and Sundays as a fraction of the rate of a weekday, at least 0.
   *
   * @default 0.5
   */
  readonly weekendShare?: number;

  /**
   * Number of days, from 1 to 70.
   *
   * @default 7
   */
  readonly days?: number;

  /**
   * Start of the trace, in ISO 8601 with a time zone.
   *
   * @default '2026-01-05T00:00:00Z', a Monday
   */
  readonly startsAt?: string;
}

/** Options of `TrafficTrace.bursts`. */
export interface BurstTrafficOptions {
  /** Rate between bursts, in requests per second, at least 0. */
  readonly baseRequestsPerSecond: number;

  /** Rate during bursts, in requests per second, at least the base rate. */
  readonly burstRequestsPerSecond: number;

  /**
   * Duration of each burst, in whole minutes.
   *
   * @default Duration.minutes(20)
   */
  readonly burstDuration?: Duration;

  /**
   * Mean number of bursts per day, above 0. Bursts start at random times.
   *
   * @default 4
   */
  readonly burstsPerDay?: number;

  /**
   * Number of days, from 1 to 70.
   *
   * @default 7
   */
  readonly days?: number;

  /**
   * Seed of the random times.
   *
   * @default 1
   */
  readonly seed?: number;
}

/** A part of a trace with a constant rate, for `TrafficTrace.steps`. */
export interface TrafficStep {
  /** Rate in requests per second, at least 0. */
  readonly requestsPerSecond: number;

  /** Duration of the step, in whole minutes. */
  readonly duration: Duration;
}
