import { componentNameOf } from '../../assembly/component-names';
import type { Measurement } from '../../assembly/measurements';
import { percentile } from '../../response-times';
import type { Line, Widget } from './model';
import { serverSeries } from './server-series';

/** The points of a line: measured values, or generated placeholder values if nothing was measured. */
export interface Series {
  readonly label: string;
  readonly points: { readonly x: number; readonly y: number }[];
  /** Undefined for a placeholder. */
  readonly measurement?: Measurement;
  /** Whether the values are the server's own metrics, one for each minute. Otherwise they are latencies by second. */
  readonly isServerMetric?: boolean;
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

/**
 * The value of the line over the whole run: the statistic (such as p99) of all measured requests in microseconds, or a value of the server's
 * own metrics. Undefined if the line was not measured.
 */
export function measuredValue(line: Line, measurements: Measurement[]): number | undefined {
  const measurement = measurementOf(line, measurements);
  if (!measurement) return serverSeries(line, measurements)?.total;
  return percentile(
    percentileRank(line),
    measurement.requests.map(({ milliseconds }) => milliseconds * 1000),
  );
}

function measuredSeries(line: Line, measurements: Measurement[]): Series | undefined {
  const measurement = measurementOf(line, measurements);
  if (!measurement) return serverMetricSeries(line, measurements);
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

/** A value holds for its minute. The label contains the value of the run, because a short run has one minute. */
function serverMetricSeries(line: Line, measurements: Measurement[]): Series | undefined {
  const series = serverSeries(line, measurements);
  const last = series?.points.at(-1);
  if (!series || !last) return undefined;
  const points = [...series.points, { x: last.x + 1, y: last.y }];
  return {
    label: `${line.label}: ${formatNumber(series.total)}`,
    points,
    measurement: series.measurement,
    isServerMetric: true,
  };
}

/** Three significant digits of a small number, and all digits of a large whole number. */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

function measurementOf(line: Line, measurements: Measurement[]): Measurement | undefined {
  if (!LATENCY_METRICS.includes(line.metric ?? '')) return undefined;
  const { EndpointName, VariantName, InferenceComponentName: component } = line.dimensions ?? {};
  return measurements.find(
    ({ endpointName, variantName, requests }) =>
      requests.length > 0 &&
      (component === undefined
        ? endpointName === EndpointName && variantName === VariantName
        : variantName === componentNameOf(endpointName, component)),
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
