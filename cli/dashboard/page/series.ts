import type { Measurement } from '../../assembly/measurements';
import { percentile } from '../../response-times';
import type { Line, Widget } from './model';

/** The points of a line: measured values, or generated placeholder values if nothing was measured. */
export interface Series {
  readonly label: string;
  readonly points: { readonly x: number; readonly y: number }[];
  /** Undefined for a placeholder. */
  readonly measurement?: Measurement;
}

/** Metrics that are approximated by the latency that a client measures. */
const LATENCY_METRICS = ['ModelLatency', 'EndToEndLatency'];
/** Number of points of a measured line. */
const TIME_BUCKETS = 24;
const PLACEHOLDER_POINTS = 60;

/** The measured lines of a widget, or a placeholder for each line if none was measured. */
export function seriesOf(widget: Widget, measurements: Measurement[]): Series[] {
  const measuredLines = widget.lines.flatMap((line) => measuredSeries(line, measurements) ?? []);
  return measuredLines.length > 0
    ? measuredLines
    : widget.lines.map((line, index) => placeholderSeries(line, index, widget));
}

/** The statistic of the line (such as p99) over all measured requests, in microseconds; undefined if the line was not measured. */
export function measuredValue(line: Line, measurements: Measurement[]): number | undefined {
  const measurement = measurementOf(line, measurements);
  return (
    measurement &&
    percentile(
      percentileRank(line),
      measurement.requests.map(({ milliseconds }) => milliseconds * 1000),
    )
  );
}

function measuredSeries(line: Line, measurements: Measurement[]): Series | undefined {
  const measurement = measurementOf(line, measurements);
  if (!measurement) return undefined;
  const { requests } = measurement;
  const duration = Math.max(...requests.map(({ atMilliseconds }) => atMilliseconds)) + 1;
  const buckets = Array.from({ length: TIME_BUCKETS }, (): number[] => []);
  for (const { atMilliseconds, milliseconds } of requests) {
    buckets[Math.floor((atMilliseconds / duration) * TIME_BUCKETS)].push(milliseconds * 1000);
  }
  const points = buckets.flatMap((values, index) =>
    values.length > 0
      ? { x: ((index + 0.5) * duration) / TIME_BUCKETS / 1000, y: percentile(percentileRank(line), values) }
      : [],
  );
  return { label: line.label, points, measurement };
}

function measurementOf(line: Line, measurements: Measurement[]): Measurement | undefined {
  if (!LATENCY_METRICS.includes(line.metric ?? '')) return undefined;
  return measurements.find(
    ({ endpointName, variantName, requests }) =>
      endpointName === line.endpointName && variantName === line.variantName && requests.length > 0,
  );
}

function percentileRank({ statistic = 'p99' }: Line): number {
  return Number(statistic.slice(1));
}

/** A wave between the thresholds (`marks`). The wave is the same each time the page opens. */
function placeholderSeries({ label }: Line, index: number, { title, marks, lines }: Widget): Series {
  const seed = [...`${title}${label}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const values = marks.map(({ value }) => value);
  const [minimum, maximum] = values.length > 1 ? [Math.min(...values), Math.max(...values)] : [0, values[0] ?? 100];
  const relativeHeight = (index + 1) / (lines.length + 0.6);
  const points = Array.from({ length: PLACEHOLDER_POINTS }, (_, minute) => {
    const wave = Math.sin((minute + seed) / 11) * 0.1 + Math.sin((minute + seed) / 4.7) * 0.04;
    return { x: minute - PLACEHOLDER_POINTS, y: minimum + (maximum - minimum) * (relativeHeight + wave) };
  });
  return { label, points };
}
