import { findScheduleError } from '../../../scaling/schedule-expression';

const MINUTE = 60_000;
const UNITS: Record<string, number> = { minute: MINUTE, hour: 60 * MINUTE, day: 24 * 60 * MINUTE };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The times of a schedule of Application Auto Scaling after `from` and up to `to`, in milliseconds since 1970.
 *
 * @throws an error if the schedule is invalid, or uses L, W or # in a cron expression
 */
export function timesOfSchedule(schedule: string, timeZone: string, from: number, to: number): number[] {
  const [, kind, text] = /^(at|rate|cron)\((.+)\)$/.exec(schedule) ?? fail(schedule);
  if (kind === 'cron') return cronTimes(text, timeZone, from, to);
  if (kind === 'at') {
    const localTime = new Date(`${text}Z`).getTime();
    if (findScheduleError(schedule) !== undefined) fail(schedule);
    const estimate = localTime - offsetFromUtc(localTime, timeZone);
    const time = localTime - offsetFromUtc(estimate, timeZone); // the offset can differ near a change of daylight saving time
    return time > from && time <= to ? [time] : [];
  }
  const [, count, unit] = /^([1-9]\d{0,8}) (minute|hour|day)s?$/.exec(text) ?? fail(schedule);
  const interval = Number(count) * UNITS[unit];
  return Array.from({ length: Math.floor((to - from) / interval) }, (_, index) => from + (index + 1) * interval);
}

function cronTimes(text: string, timeZone: string, from: number, to: number): number[] {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 6) fail(`cron(${text})`);
  const [minutes, hours, daysOfMonth, months, daysOfWeek, years] = fields;
  const isMinute = matcher(minutes, 0);
  const isHour = matcher(hours, 0);
  const isDayOfMonth = matcher(daysOfMonth, 1);
  const isMonth = matcher(months, 1, MONTHS);
  const isDayOfWeek = matcher(daysOfWeek, 1, DAYS);
  const isYear = matcher(years, 1970);
  const times = [];
  for (let time = from - (from % MINUTE) + MINUTE; time <= to; time += MINUTE) {
    const local = new Date(time + offsetFromUtc(time, timeZone));
    const isMatch =
      isMinute(local.getUTCMinutes()) &&
      isHour(local.getUTCHours()) &&
      isDayOfMonth(local.getUTCDate()) &&
      isMonth(local.getUTCMonth() + 1) &&
      isDayOfWeek(local.getUTCDay() + 1) &&
      isYear(local.getUTCFullYear());
    if (isMatch) times.push(time);
  }
  return times;
}

/** Matches the values of a field of a cron expression: `*`, `?`, numbers, names, lists, ranges and steps. The first name has the value 1. */
function matcher(field: string, firstValue: number, names: readonly string[] = []): (value: number) => boolean {
  const parts = field.split(',').map((part) => {
    const [range, step = '1'] = part.split('/');
    if (range === '*' || range === '?') return { from: firstValue, to: Infinity, step: Number(step) };
    const [from, to = part.includes('/') ? 'Infinity' : from] = range.split('-');
    return { from: parse(from, names), to: parse(to, names), step: Number(step) };
  });
  return (value) => parts.some(({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0);
}

function parse(text: string, names: readonly string[]): number {
  const value = names.includes(text) ? names.indexOf(text) + 1 : Number(text);
  return Number.isNaN(value) ? fail(text) : value;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The offset of a time zone from UTC, in milliseconds. It depends on the time because of daylight saving time. */
function offsetFromUtc(time: number, timeZone: string): number {
  if (timeZone === 'UTC' || timeZone === 'Etc/UTC') return 0;
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...options });
    formatters.set(timeZone, formatter);
  }
  const parts = formatter.formatToParts(time);
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - (time - (time % MINUTE));
}

function fail(text: string): never {
  throw new Error(
    `the schedule part '${text}' cannot be simulated; allowed: at(…), rate(…), or cron(…) with numbers, names, lists, ranges and steps`,
  );
}
