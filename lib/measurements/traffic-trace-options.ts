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

/** A part of a trace with a constant rate, for `TrafficTrace.steps`. */
export interface TrafficStep {
  /** Rate in requests per second, at least 0. */
  readonly requestsPerSecond: number;

  /** Duration of the step, in whole minutes. */
  readonly duration: Duration;
}
