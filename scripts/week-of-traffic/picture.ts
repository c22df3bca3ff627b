import { TrafficTrace } from '../../lib';
import { SimulatedStrategy, Week } from './strategies';

const COLORS = ['#64748b', '#b45309', '#be123c', '#7c3aed', '#0b6e4f', '#1d4ed8'];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const WIDTH = 860;
/** The plot of the instances over the week. */
const PLOT = { left: 52, top: 70, width: 740, height: 250 };
const ROW_HEIGHT = 40;
const ROWS_TOP = PLOT.top + PLOT.height + 66;
const BAR = { left: 330, width: 270 };
/** Minutes that a point of a line stands for. */
const RESOLUTION = 60;

/** Draws the instances of all strategies over the week, and their cost and violated minutes, as an SVG picture. */
export function weekPicture({ trace, strategies }: Week): string {
  const height = ROWS_TOP + strategies.length * ROW_HEIGHT + 22;
  const maximum =
    10 * Math.ceil(Math.max(...strategies.flatMap(({ simulation }) => countsOf(simulation.minutes))) / 10);
  const peak = trace.peakRequestsPerSecond;
  const maxCost = Math.max(...strategies.map(costOf));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="14" fill="#0f172a" role="img" aria-labelledby="t d">`,
    '<title id="t">BERT-large under a week of traffic, with six scaling strategies</title>',
    `<desc id="d">${describe(strategies)}</desc>`,
    `<rect width="${WIDTH}" height="${height}" rx="10" fill="#ffffff"/>`,
    text(
      24,
      32,
      'BERT-large under a week of traffic: instances, cost, and minutes beyond 500 ms',
      'font-size="17" font-weight="600"',
    ),
    text(PLOT.left, 58, 'instances', 'font-size="12" fill="#475569" text-anchor="middle"'),
    text(
      PLOT.left + PLOT.width,
      58,
      'requests per second (gray area)',
      'font-size="12" fill="#475569" text-anchor="end"',
    ),
    ...gridOf(maximum, peak),
    `<path d="${areaOf(trace)}" fill="#e2e8f0"/>`,
    ...strategies.map(({ simulation }, index) => lineOf(countsOf(simulation.minutes), maximum, COLORS[index])),
    text(BAR.left, ROWS_TOP - 14, 'USD for the week', 'font-size="12" fill="#475569"'),
    text(WIDTH - 24, ROWS_TOP - 14, 'minutes beyond 500 ms (range)', 'font-size="12" fill="#475569" text-anchor="end"'),
    ...strategies.flatMap((strategy, index) => rowOf(strategy, index, maxCost)),
    '</svg>',
    '',
  ].join('\n');
}

function countsOf(minutes: SimulatedStrategy['simulation']['minutes']): number[] {
  return minutes.filter((_, index) => index % RESOLUTION === 0).map(({ servingInstances }) => servingInstances);
}

function costOf({ simulation: { costUsd } }: SimulatedStrategy): number {
  return costUsd?.usual ?? 0;
}

/** The gray area of the load: its peak is at the top of the plot. */
function areaOf({ requests, interval, peakRequestsPerSecond: peak }: TrafficTrace): string {
  const points = requests.filter((_, index) => index % RESOLUTION === 0);
  const line = points.map((count, index) => pointAt(index / points.length, count / interval.toSeconds() / peak));
  return `M${pointAt(0, 0)}L${line.join('L')}L${pointAt(1, 0)}Z`;
}

function lineOf(counts: number[], maximum: number, color: string): string {
  const points = counts.map((count, index) => pointAt(index / counts.length, count / maximum));
  return `<path d="M${points.join('L')}" fill="none" stroke="${color}" stroke-width="1.6" stroke-opacity="0.85" stroke-linejoin="round"/>`;
}

/** A point of the plot, from fractions of its width and height. */
function pointAt(x: number, y: number): string {
  return `${(PLOT.left + x * PLOT.width).toFixed(1)} ${(PLOT.top + (1 - y) * PLOT.height).toFixed(1)}`;
}

function gridOf(maximum: number, peak: number): string[] {
  const levels = [0, 0.5, 1].flatMap((level) => {
    const y = PLOT.top + (1 - level) * PLOT.height;
    return [
      `<path d="M${PLOT.left} ${y}H${PLOT.left + PLOT.width}" stroke="#cbd5e1"/>`,
      text(PLOT.left - 8, y + 4, `${level * maximum}`, 'font-size="12" fill="#475569" text-anchor="end"'),
      text(PLOT.left + PLOT.width + 8, y + 4, `${level * peak}`, 'font-size="12" fill="#475569"'),
    ];
  });
  const days = DAYS.map((day, index) =>
    text(
      PLOT.left + ((index + 0.5) * PLOT.width) / 7,
      PLOT.top + PLOT.height + 20,
      day,
      'font-size="12" fill="#475569" text-anchor="middle"',
    ),
  );
  return [...levels, ...days];
}

function rowOf(strategy: SimulatedStrategy, index: number, maxCost: number): string[] {
  const { low, usual, high } = strategy.simulation.minutesBeyondObjective;
  const y = ROWS_TOP + index * ROW_HEIGHT;
  const width = (costOf(strategy) / maxCost) * BAR.width;
  const minutes =
    low === high ? formatNumber(usual) : `${formatNumber(usual)} (${formatNumber(low)} to ${formatNumber(high)})`;
  return [
    text(24, y + 14, strategy.name, 'font-weight="600"'),
    text(24, y + 30, `${strategy.instances} instances`, 'font-size="12" fill="#475569"'),
    `<rect x="${BAR.left}" y="${y}" width="${width.toFixed(1)}" height="20" rx="3" fill="${COLORS[index]}"/>`,
    text(BAR.left + width + 8, y + 15, formatNumber(costOf(strategy))),
    text(WIDTH - 24, y + 15, minutes, `text-anchor="end" font-weight="600" fill="${high > 0 ? '#be123c' : '#0b6e4f'}"`),
  ];
}

function describe(strategies: SimulatedStrategy[]): string {
  return strategies
    .map((strategy) => {
      const { usual } = strategy.simulation.minutesBeyondObjective;
      return `${strategy.name}: ${strategy.instances} instances, ${formatNumber(costOf(strategy))} USD, ${formatNumber(usual)} minutes beyond 500 ms.`;
    })
    .join(' ');
}

/** Formats a whole number with separators, such as 2,118. */
export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${content}</text>`;
}
