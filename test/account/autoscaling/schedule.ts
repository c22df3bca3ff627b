import { rejectRequest } from '../call';

const UNITS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MINUTE = 60_000;
/** Number of minutes to search for the next match of a cron expression. If none matches, the expression is assumed to have no next time. */
const SEARCHED_MINUTES = 400 * 24 * 60;

/** The next time of a schedule after `after`, in milliseconds since 1970, or undefined if there is none. */
export function nextTime(schedule: string, timezone: string, after: number): number | undefined {
  const [, kind, text] =
    /^(at|rate|cron)\((.+)\)$/.exec(schedule) ?? rejectRequest(`The schedule "${schedule}" is not valid.`);
  if (kind === 'rate') return after + intervalOfRate(text);
  if (kind === 'at') {
    const localTime = new Date(`${text}Z`).getTime();
    if (Number.isNaN(localTime)) rejectRequest(`The time "${text}" is not valid.`);
    const time = localTime - offsetFromUtc(localTime, timezone);
    return time > after ? time : undefined;
  }
  return nextCronTime(text, timezone, after);
}

function intervalOfRate(text: string): number {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(text) ?? rejectRequest(`The rate "${text}" is not valid.`);
  return Number(count) * UNITS[unit];
}

function nextCronTime(text: string, timezone: string, after: number): number | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 6) rejectRequest(`The cron expression "${text}" must have six fields.`);
  const [minutes, hours, daysOfMonth, months, daysOfWeek, years] = fields;
  if ((daysOfMonth === '?') === (daysOfWeek === '?'))
    rejectRequest(`Exactly one of the days of the month and of the week must be ? in the cron expression "${text}".`);
  const start = after - (after % MINUTE) + MINUTE;
  for (let index = 0; index < SEARCHED_MINUTES; index++) {
    const time = start + index * MINUTE;
    const local = new Date(time + offsetFromUtc(time, timezone));
    if (
      matches(minutes, local.getUTCMinutes(), 0) &&
      matches(hours, local.getUTCHours(), 0) &&
      matches(daysOfMonth, local.getUTCDate(), 1) &&
      matches(months, local.getUTCMonth() + 1, 1, MONTHS) &&
      matches(daysOfWeek, local.getUTCDay() + 1, 1, DAYS) &&
      matches(years, local.getUTCFullYear(), 1970)
    )
      return time;
  }
  return undefined;
}

/**
 * Whether a field of a cron expression matches a value. Supports `*`, `?`, numbers, names, lists, ranges and steps. The first name in
 * `names` has the value 1.
 */
function matches(field: string, value: number, firstValue: number, names: readonly string[] = []): boolean {
  const parseValue = (text: string): number => {
    const parsed = names.includes(text) ? names.indexOf(text) + 1 : Number(text);
    if (Number.isNaN(parsed)) rejectRequest(`The simulated schedule cannot read "${text}".`);
    return parsed;
  };
  return field.split(',').some((part) => {
    const [range, step = '1'] = part.split('/');
    if (range === '*' || range === '?') return (value - firstValue) % Number(step) === 0;
    const [from, to = part.includes('/') ? '9999' : from] = range.split('-');
    return value >= parseValue(from) && value <= parseValue(to) && (value - parseValue(from)) % Number(step) === 0;
  });
}

const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    FORMATTERS.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  FORMATTERS.set(timeZone, formatter);
  return formatter;
}

/** The offset of a time zone from UTC, in milliseconds. The offset depends on the time because of daylight saving time. */
function offsetFromUtc(time: number, timezone: string): number {
  if (timezone === 'UTC') return 0;
  const parts = formatterOf(timezone).formatToParts(time);
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - (time - (time % 1000));
}
