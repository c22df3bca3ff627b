import { refuse } from './targets';

const UNITS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MINUTE = 60_000;
/** A schedule that has nothing to do within this time has nothing to do any more. */
const HORIZON = 400 * 24 * 60;

/** The next time of a schedule after a moment, in milliseconds since 1970; undefined if there is none. */
export function nextTime(schedule: string, timezone: string, after: number): number | undefined {
  const [, kind, text] =
    /^(at|rate|cron)\((.+)\)$/.exec(schedule) ?? refuse(`The schedule "${schedule}" is not valid.`);
  if (kind === 'rate') return after + rate(text);
  if (kind === 'at') {
    const wanted = new Date(`${text}Z`).getTime();
    if (Number.isNaN(wanted)) refuse(`The time "${text}" is not valid.`);
    const at = wanted - offset(wanted, timezone);
    return at > after ? at : undefined;
  }
  return cron(text, timezone, after);
}

function rate(text: string): number {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(text) ?? refuse(`The rate "${text}" is not valid.`);
  return Number(count) * UNITS[unit];
}

function cron(text: string, timezone: string, after: number): number | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 6) refuse(`The cron expression "${text}" must have six fields.`);
  const [minutes, hours, daysOfMonth, months, daysOfWeek, years] = fields;
  if ((daysOfMonth === '?') === (daysOfWeek === '?'))
    refuse(`Exactly one of the days of the month and of the week must be ? in the cron expression "${text}".`);
  const start = after - (after % MINUTE) + MINUTE;
  for (let index = 0; index < HORIZON; index++) {
    const at = start + index * MINUTE;
    const local = new Date(at + offset(at, timezone));
    if (
      matches(minutes, local.getUTCMinutes(), 0) &&
      matches(hours, local.getUTCHours(), 0) &&
      matches(daysOfMonth, local.getUTCDate(), 1) &&
      matches(months, local.getUTCMonth() + 1, 1, MONTHS) &&
      matches(daysOfWeek, local.getUTCDay() + 1, 1, DAYS) &&
      matches(years, local.getUTCFullYear(), 1970)
    )
      return at;
  }
  return undefined;
}

/** `*`, `?`, numbers and names, lists, ranges and steps. The names of months and days count from 1. */
function matches(field: string, value: number, first: number, names: readonly string[] = []): boolean {
  const number = (text: string): number => {
    const parsed = names.includes(text) ? names.indexOf(text) + 1 : Number(text);
    if (Number.isNaN(parsed)) refuse(`The simulated schedule cannot read "${text}".`);
    return parsed;
  };
  return field.split(',').some((part) => {
    const [range, step = '1'] = part.split('/');
    if (range === '*' || range === '?') return (value - first) % Number(step) === 0;
    const [from, to = part.includes('/') ? '9999' : from] = range.split('-');
    return value >= number(from) && value <= number(to) && (value - number(from)) % Number(step) === 0;
  });
}

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    CLOCKS.get(timeZone) ??
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
  CLOCKS.set(timeZone, clock);
  return clock;
}

/** How far a time zone is ahead of UTC at a moment. */
function offset(at: number, timezone: string): number {
  if (timezone === 'UTC') return 0;
  const parts = clockOf(timezone).formatToParts(at);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - (at - (at % 1000));
}
