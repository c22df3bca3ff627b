import { CsvTable } from '../readers/csv-table';
import { COUNT_OF_REQUESTS } from './trace-limits';
import { rulePage } from '../../findings/rule-page';

/** Rows of 10 seconds for 70 days. */
const MAX_ROWS = 604_800;

/** The content of a file with a trace. */
export interface TraceFile {
  readonly startsAt: string;
  readonly intervalSeconds: number;
  readonly requests: number[];
}

/**
 * Reads a trace from a CSV file with the columns `time` (ISO 8601, with a time zone) and `requests`, in equal intervals.
 *
 * @throws an error if the intervals differ, or if a value is invalid
 */
export function readTrace(path: string): TraceFile {
  const rows = new CsvTable(path, ['time', 'requests'], undefined, MAX_ROWS).read((row) => ({
    time: timeOf(row.requiredText('time')),
    requests: row.requiredNumber('requests', COUNT_OF_REQUESTS),
  }));
  const fail = (message: string): never => {
    throw new Error(`${path}: ${message} ${rulePage('sizing.trace-file')}`);
  };
  if (rows.length < 2) fail(`got ${rows.length} rows; allowed: at least 2`);
  const invalid = rows.findIndex(({ time }) => Number.isNaN(time));
  if (invalid >= 0)
    fail(`row ${invalid + 1}: the time is not a date in ISO 8601 with a time zone, such as 2026-11-23T08:00:00Z`);
  const interval = rows[1].time - rows[0].time;
  const irregular = rows.findIndex(({ time }, index) => time !== rows[0].time + index * interval);
  if (irregular >= 0 || interval <= 0)
    fail(
      `row ${Math.max(irregular, 1) + 1}: the times of the rows must be ${interval / 1000} seconds apart, in ascending order`,
    );
  return {
    startsAt: new Date(rows[0].time).toISOString(),
    intervalSeconds: interval / 1000,
    requests: rows.map(({ requests }) => requests),
  };
}

/** Whether a text is a time in ISO 8601 with a time zone, of a day that exists. Without the zone, the time would depend on the host. */
export function isTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  // JavaScript takes February 30 for March 2.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function timeOf(text: string): number {
  return isTime(text) ? Date.parse(text) : NaN;
}
