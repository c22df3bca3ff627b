/*
 * Schedules of Application Auto Scaling (API reference of PutScheduledAction; cron expressions reference of the Amazon EventBridge user
 * guide, to which the user guide of Application Auto Scaling links; read 2026-11-22).
 */

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
  /** Values other than numbers, ranges, steps and lists. */
  readonly special?: RegExp;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const FIELDS: readonly Field[] = [
  { name: 'minutes', from: 0, to: 59 },
  { name: 'hours', from: 0, to: 23 },
  { name: 'day of month', from: 1, to: 31, special: /^(\?|L|LW|L-\d{1,2}|\d{1,2}W)$/ },
  { name: 'month', from: 1, to: 12, names: MONTHS },
  {
    name: 'day of week',
    from: 1,
    to: 7,
    names: DAYS,
    special: /^(\?|L|([1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5]))$/,
  },
  { name: 'year', from: 1970, to: 2199 },
];

/** Returns undefined if the expression is valid, otherwise a description of the expected format. */
export function findScheduleError(expression: string): string | undefined {
  const [, kind, content] = /^(at|rate|cron)\((.*)\)$/s.exec(expression) ?? [];
  if (kind === 'at') return isTime(content) ? undefined : 'at(yyyy-mm-ddThh:mm:ss) with a date that exists';
  if (kind === 'rate') {
    return /^[1-9]\d{0,8} (minute|hour|day)s?$/.test(content)
      ? undefined
      : 'rate(<whole number above 0> <minutes, hours or days>)';
  }
  return kind === 'cron' ? findCronError(content) : 'at(…), rate(…) or cron(…)';
}

function isTime(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? new Date(`${text}Z`) : new Date(NaN);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

function findCronError(content: string): string | undefined {
  const fieldTexts = content.trim().toUpperCase().split(/\s+/);
  if (fieldTexts.length !== FIELDS.length)
    return `cron(${FIELDS.map(({ name }) => `<${name}>`).join(' ')}), which are 6 fields`;
  const invalidField = FIELDS.find((field, index) => !isFieldValid(field, fieldTexts[index]));
  if (invalidField)
    return `${invalidField.from} to ${invalidField.to} as ${invalidField.name}, and what cron expressions of EventBridge have`;
  const [, , dayOfMonth, , dayOfWeek] = fieldTexts;
  return dayOfMonth === '?' && dayOfWeek === '?' ? "'?' as either day of month or day of week" : undefined;
}

function isFieldValid(field: Field, text: string): boolean {
  return field.special?.test(text) || text.split(',').every((part) => isRange(field, part));
}

/** Accepts `5`, `1-5` and `*`, each with an optional step, such as `0/15`. */
function isRange(field: Field, part: string): boolean {
  const [range, step, ...further] = part.split('/');
  if (further.length > 0 || (step !== undefined && !/^[1-9]\d{0,3}$/.test(step))) return false;
  const bounds = range.split('-');
  return range === '*' || (bounds.length <= 2 && bounds.every((end) => isValue(field, end)));
}

function isValue({ from, to, names = [] }: Field, text: string): boolean {
  return names.includes(text) || (/^\d{1,4}$/.test(text) && Number(text) >= from && Number(text) <= to);
}
