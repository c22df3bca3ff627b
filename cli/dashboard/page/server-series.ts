import type { Measurement, ServerMinute } from '../../assembly/measurements';
import { evaluate } from './metric-math';
import type { Line } from './model';

const MINUTE = 60_000;

/** The values of a line in the minutes of a run. */
export interface ServerSeries {
  readonly measurement: Measurement;
  /** The minute, from 0, and the value. */
  readonly points: { readonly x: number; readonly y: number }[];
  /** The value over all minutes. */
  readonly total: number;
}

/** The values of a line that consists of the server's own metrics; undefined if the line has others, or if they have no values. */
export function serverSeries(line: Line, measurements: Measurement[]): ServerSeries | undefined {
  for (const measurement of measurements) {
    const { serverMetrics = [] } = measurement;
    const timestamps = [...new Set(serverMetrics.map(({ timestamp }) => timestamp))].sort((a, b) => a - b);
    const [first] = timestamps;
    const total = valueOf(line, serverMetrics);
    if (total === undefined) continue;
    const points = timestamps.flatMap((each) => {
      const y = valueOf(
        line,
        serverMetrics.filter(({ timestamp }) => timestamp === each),
      );
      return y === undefined ? [] : [{ x: (each - first) / MINUTE, y }];
    });
    return { measurement, points, total };
  }
  return undefined;
}

/** The value of a line over these minutes: the statistic of a metric, or the value of an expression. */
function valueOf(
  { metric, statistic, dimensions, expression, inputs = {} }: Line,
  minutes: ServerMinute[],
): number | undefined {
  if (expression !== undefined) {
    return evaluate(expression, (id) => (inputs[id] === undefined ? undefined : valueOf(inputs[id], minutes)));
  }
  const values = minutes
    .filter((minute) => isEqual(minute.dimensions, dimensions ?? {}))
    .flatMap((minute) => minute.values[metric ?? ''] ?? []);
  return values.length === 0 ? undefined : reduce(values, statistic);
}

function reduce(values: number[], statistic = 'Average'): number {
  const sum = values.reduce((total, value) => total + value, 0);
  if (statistic === 'Sum') return sum;
  if (statistic === 'Maximum') return values.reduce((largest, value) => Math.max(largest, value));
  return sum / values.length;
}

function isEqual(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
