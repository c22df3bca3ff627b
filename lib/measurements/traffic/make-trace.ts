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
