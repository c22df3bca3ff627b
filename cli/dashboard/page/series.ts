import type { Measurement } from '../../measurements';
import type { Line, Widget } from './model';

/** What is drawn for a line: where it was measured, the measurement; else a shape that means nothing. */
export interface Drawn {
  readonly label: string;
  readonly points: { readonly x: number; readonly y: number }[];
  /** Undefined for a placeholder. */
  readonly measurement?: Measurement;
}

/** The client's view of a local server is ModelLatency and a little more. */
const LATENCIES = ['ModelLatency', 'EndToEndLatency'];
const SPANS = 24;
const PLACEHOLDER_POINTS = 60;

/** Measured lines where there are any, and then only those; else placeholders. */
export function drawnLines(widget: Widget, measurements: Measurement[]): Drawn[] {
  const measured = widget.lines.flatMap((line) => measuredLine(line, measurements) ?? []);
  return measured.length > 0 ? measured : widget.lines.map((line, index) => placeholder(line, index, widget));
}

/** A statistic of all requests of a run, in microseconds. */
export function measuredValue(line: Line, measurements: Measurement[]): number | undefined {
  const measurement = measurementOf(line, measurements);
  return (
    measurement &&
    percentile(
      measurement.requests.map(({ milliseconds }) => milliseconds * 1000),
      line.statistic,
    )
  );
}

function measuredLine(line: Line, measurements: Measurement[]): Drawn | undefined {
  const measurement = measurementOf(line, measurements);
  if (!measurement) return undefined;
  const { requests } = measurement;
  const end = Math.max(...requests.map(({ atMilliseconds }) => atMilliseconds)) + 1;
  const spans = Array.from({ length: SPANS }, (): number[] => []);
  for (const { atMilliseconds, milliseconds } of requests) {
    spans[Math.floor((atMilliseconds / end) * SPANS)].push(milliseconds * 1000);
  }
  const points = spans.flatMap((values, index) =>
    values.length > 0 ? { x: ((index + 0.5) * end) / SPANS / 1000, y: percentile(values, line.statistic) } : [],
  );
  return { label: line.label, points, measurement };
}

function measurementOf(line: Line, measurements: Measurement[]): Measurement | undefined {
  if (!LATENCIES.includes(line.metric ?? '')) return undefined;
  return measurements.find(
    ({ endpointName, variantName, requests }) =>
      endpointName === line.endpointName && variantName === line.variantName && requests.length > 0,
  );
}

function percentile(values: number[], statistic = 'p99'): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((Number(statistic.slice(1)) / 100) * sorted.length) - 1)];
}

/** A slow wave within the marks; the same one each time the page opens. */
function placeholder({ label }: Line, index: number, { title, marks, lines }: Widget): Drawn {
  const seed = [...`${title}${label}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const values = marks.map(({ value }) => value);
  const [least, most] = values.length > 1 ? [Math.min(...values), Math.max(...values)] : [0, values[0] ?? 100];
  const share = (index + 1) / (lines.length + 0.6);
  const points = Array.from({ length: PLACEHOLDER_POINTS }, (_, minute) => {
    const wave = Math.sin((minute + seed) / 11) * 0.1 + Math.sin((minute + seed) / 4.7) * 0.04;
    return { x: minute - PLACEHOLDER_POINTS, y: least + (most - least) * (share + wave) };
  });
  return { label, points };
}
