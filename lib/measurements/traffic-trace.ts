import { Duration } from 'aws-cdk-lib';
import { rulePage } from '../findings/rule-page';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { STEP_SECONDS } from './traffic/trace-limits';
import { burstRates, dailyRates } from './traffic/make-trace';
import { isTime, readTrace } from './traffic/read-trace';
import { BurstTrafficOptions, DailyTrafficOptions, TrafficStep } from './traffic-trace-options';

const DEFAULT_START = '2026-01-05T00:00:00Z';
const MAX_DAYS = 70;
const MINUTE = 60;
const MINUTES_PER_DAY = 24 * 60;

/**
 * The requests of an endpoint over time, for `FleetSimulator`.
 *
 * @example
 * const trace = TrafficTrace.daily({ peakRequestsPerSecond: 500, troughRequestsPerSecond: 50 });
 */
export class TrafficTrace {
  /**
   * Reads a CSV file with the columns `time` (ISO 8601 with a time zone, the start of an interval) and `requests` (the number of requests in
   * the interval). All intervals have the same length.
   *
   * @param path path of the file
   * @throws an error if a value is invalid, or if the intervals differ
   */
  public static fromCsv(path: string): TrafficTrace {
    const { startsAt, intervalSeconds, requests } = readTrace(path);
    return TrafficTrace.ofRequests(requests, Duration.seconds(intervalSeconds), startsAt);
  }

  /**
   * Creates a trace from numbers of requests. Within an interval, requests arrive at a constant mean rate.
   *
   * @param requests number of requests in each interval, at least 0
   * @param interval length of an interval: a multiple of 10 seconds
   * @param startsAt start of the first interval, in ISO 8601 with a time zone, by default 2026-01-05T00:00:00Z, a Monday. Scheduled scaling
   * depends on it
   * @throws an error if a value is out of its range
   */
  public static ofRequests(requests: number[], interval: Duration, startsAt = DEFAULT_START): TrafficTrace {
    // First, because the rates of daily traffic are not numbers if their start is not a date.
    check('startsAt', startsAt, isTime(startsAt), `a date in ISO 8601 with a time zone, such as ${DEFAULT_START}`);
    const seconds = interval.toSeconds();
    check('interval', `${seconds} s`, seconds > 0 && seconds % STEP_SECONDS === 0, 'a multiple of 10 seconds');
    check('requests', `${requests.length} intervals`, requests.length > 0, 'at least 1 interval');
    const days = (requests.length * seconds) / 86_400;
    check('requests', `${days.toFixed(1)} days`, days <= MAX_DAYS, `at most ${MAX_DAYS} days`);
    const invalid = requests.findIndex((count) => !(count >= 0 && count < Infinity));
    check(`requests[${invalid}]`, requests[invalid], invalid < 0, 'a number of at least 0');
    return new TrafficTrace(new Date(startsAt).toISOString(), interval, [...requests]);
  }

  /**
   * Creates a trace from the times of individual requests. The requests of each 10 seconds are counted.
   *
   * @param startsAt start of the trace, in ISO 8601 with a time zone
   * @param seconds arrival time of each request, in seconds since the start, in any order
   */
  public static fromArrivalTimes(startsAt: string, seconds: number[]): TrafficTrace {
    const invalid = seconds.find((time) => !(time >= 0 && time < MAX_DAYS * 86_400));
    check('seconds', invalid, invalid === undefined, `0 to ${MAX_DAYS} days`);
    const last = seconds.reduce((latest, time) => Math.max(latest, time), 0);
    const requests = new Array<number>(Math.floor(last / STEP_SECONDS) + 1).fill(0);
    for (const time of seconds) requests[Math.floor(time / STEP_SECONDS)]++;
    return TrafficTrace.ofRequests(requests, Duration.seconds(STEP_SECONDS), startsAt);
  }

  /** Creates a trace of daily traffic: each day has one peak, and the rate changes like a cosine. */
  public static daily(options: DailyTrafficOptions): TrafficTrace {
    const { peakRequestsPerSecond: peak, troughRequestsPerSecond: trough = peak / 10, peakHour = 14 } = options;
    const { weekendShare = 0.5, days = 7, startsAt = DEFAULT_START } = options;
    check('peakRequestsPerSecond', peak, peak > 0 && peak < Infinity, 'above 0');
    check('troughRequestsPerSecond', trough, trough >= 0 && trough <= peak, `0 to the peak ${peak}`);
    check('peakHour', peakHour, peakHour >= 0 && peakHour < 24, 'at least 0 and below 24');
    check('weekendShare', weekendShare, weekendShare >= 0 && weekendShare < Infinity, 'at least 0');
    checkDays(days);
    return ofRates(startsAt, dailyRates({ startsAt: new Date(startsAt), days, peak, trough, peakHour, weekendShare }));
  }

  /** Creates a trace with bursts at random times. */
  public static bursts(options: BurstTrafficOptions): TrafficTrace {
    const { baseRequestsPerSecond: base, burstRequestsPerSecond: burst } = options;
    const { burstDuration = Duration.minutes(20), burstsPerDay = 4, days = 7, seed = 1 } = options;
    const burstMinutes = burstDuration.toMinutes();
    const mostBursts = MINUTES_PER_DAY / burstMinutes;
    check('baseRequestsPerSecond', base, base >= 0 && base < Infinity, 'at least 0');
    check('burstRequestsPerSecond', burst, burst >= base && burst < Infinity, `at least the base rate ${base}`);
    check(
      'burstsPerDay',
      burstsPerDay,
      burstsPerDay > 0 && burstsPerDay < mostBursts,
      `above 0, and below ${mostBursts}, with which bursts never end`,
    );
    checkDays(days);
    return ofRates(
      undefined,
      burstRates({ minutes: days * MINUTES_PER_DAY, base, burst, burstMinutes, burstsPerDay, seed }),
    );
  }

  /** Creates a trace of constant rates, one after the other. */
  public static steps(steps: TrafficStep[]): TrafficTrace {
    return ofRates(
      undefined,
      steps.flatMap(({ requestsPerSecond, duration }) =>
        new Array<number>(duration.toMinutes()).fill(requestsPerSecond),
      ),
    );
  }

  private constructor(
    /** Start of the trace, in ISO 8601. */
    public readonly startsAt: string,
    /** Length of an interval. */
    public readonly interval: Duration,
    /** Number of requests in each interval. */
    public readonly requests: number[],
  ) {}

  /** The highest rate of an interval, in requests per second. */
  public get peakRequestsPerSecond(): number {
    return this.requests.reduce((peak, count) => Math.max(peak, count), 0) / this.interval.toSeconds();
  }

  /** The trace with each number of requests multiplied by a factor. */
  public scaledBy(factor: number): TrafficTrace {
    const { startsAt, interval } = this;
    return TrafficTrace.ofRequests(
      this.requests.map((count) => count * factor),
      interval,
      startsAt,
    );
  }

  /** The trace as a CSV file for `fromCsv`. */
  public toCsv(): string {
    const start = Date.parse(this.startsAt);
    const interval = this.interval.toMilliseconds();
    const rows = this.requests.map((count, index) => `${new Date(start + index * interval).toISOString()},${count}`);
    return `time,requests\n${rows.join('\n')}\n`;
  }

  /** The requests in each step of 10 seconds. @internal */
  public get _steps(): Float64Array {
    const stepsPerInterval = this.interval.toSeconds() / STEP_SECONDS;
    const steps = new Float64Array(this.requests.length * stepsPerInterval);
    return steps.map((_, index) => this.requests[Math.floor(index / stepsPerInterval)] / stepsPerInterval);
  }
}

function ofRates(startsAt: string | undefined, rates: number[]): TrafficTrace {
  const requests = rates.map((rate) => rate * MINUTE);
  return TrafficTrace.ofRequests(requests, Duration.seconds(MINUTE), startsAt);
}

function checkDays(days: number): void {
  check('days', days, Number.isInteger(days) && days >= 1 && days <= MAX_DAYS, `an integer from 1 to ${MAX_DAYS}`);
}

function check(property: string, value: unknown, isValid: boolean, allowed: string): void {
  if (!isValid)
    throw new Error(
      inLanguageOfApp(`TrafficTrace: ${property}: got ${value}; allowed: ${allowed} ${rulePage('sizing.traffic')}`),
    );
}
