import { RandomStream } from '../random-stream';

const MINUTES_PER_DAY = 24 * 60;
const DAYS_PER_WEEK = 7;
const SATURDAY = 6;
const SUNDAY = 0;

/** The shape of daily traffic. Rates are in requests per second. */
export interface DailyShape {
  readonly startsAt: Date;
  readonly days: number;
  readonly peak: number;
  readonly trough: number;
  readonly peakHour: number;
  readonly weekendShare: number;
}

/** The rates of each minute of daily traffic: a cosine with its maximum at the peak hour. */
export function dailyRates({ startsAt, days, peak, trough, peakHour, weekendShare }: DailyShape): number[] {
  const firstMinute = startsAt.getUTCHours() * 60 + startsAt.getUTCMinutes();
  return Array.from({ length: days * MINUTES_PER_DAY }, (_, index) => {
    const minute = firstMinute + index;
    const weekday = (startsAt.getUTCDay() + Math.floor(minute / MINUTES_PER_DAY)) % DAYS_PER_WEEK;
    const phase = (2 * Math.PI * (minute - peakHour * 60)) / MINUTES_PER_DAY;
    const rate = trough + ((peak - trough) * (1 + Math.cos(phase))) / 2;
    return weekday === SATURDAY || weekday === SUNDAY ? rate * weekendShare : rate;
  });
}

/** Bursts at random times. Rates are in requests per second, and durations in minutes. */
export interface BurstShape {
  readonly minutes: number;
  readonly base: number;
  readonly burst: number;
  readonly burstMinutes: number;
  readonly burstsPerDay: number;
  readonly seed: number;
}

/** The rates of each minute of traffic with bursts. The times between the bursts are exponentially distributed. */
export function burstRates({ minutes, base, burst, burstMinutes, burstsPerDay, seed }: BurstShape): number[] {
  const random = new RandomStream(seed, 1);
  const rates = new Array<number>(minutes).fill(base);
  const meanPause = MINUTES_PER_DAY / burstsPerDay - burstMinutes;
  for (
    let start = random.exponential() * meanPause;
    start < minutes;
    start += burstMinutes + random.exponential() * meanPause
  )
    rates.fill(burst, Math.floor(start), Math.floor(start) + burstMinutes);
  return rates;
}
