import { readFileSync } from 'fs';
import { assetPath } from '../../lib/files/assets';
import { escapeHtml, jsonForScript, renderDocument } from './html-document';

/** A web page with charts, in a single file. */
export interface ChartPage {
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  /** CSS in addition to that of all pages. */
  readonly style?: string;
  /** JavaScript that draws the charts with Chart.js. */
  readonly script: string;
}

const CHART_LIBRARY = assetPath('cli', 'chart.umd.js');

/** Colors of the points and lines of a chart. */
export const COLORS = { meets: '#0b6e4f', violates: '#9aa3ad', pick: '#d1495b', objective: '#7a4b00' };

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  .pick { font-size: 1.15rem; border-left: 4px solid #0b6e4f; padding: .25rem 0 .25rem .75rem; }
  .caveats { color: #7a4b00; } .chart { position: relative; height: 380px; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #d8dee4; }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } tr.pick-row { background: #e6f4ee; } tr.violates { color: #6b7280; }
`;

export function renderChartPage({ title, heading, style = '', body, script }: ChartPage): string {
  return renderDocument({
    title,
    style: `${STYLE}${style}`,
    body: `<h1>${escapeHtml(heading)}</h1>\n${body}`,
    scripts: [readFileSync(CHART_LIBRARY, 'utf8'), script],
  });
}

/** A table row. `kind` is its CSS class. */
export interface Row {
  readonly cells: (string | number)[];
  readonly kind?: string;
}

export function renderHtmlTable(head: string[], rows: Row[]): string {
  const isNumber = head.map((_, i) =>
    rows.some(({ cells }) => typeof cells[i] === 'number' || /^[\d.]+$/.test(`${cells[i]}`)),
  );
  const cell = (tag: string, content: string | number, i: number) =>
    `<${tag}${isNumber[i] ? ' class="number"' : ''}>${escapeHtml(`${content}`)}</${tag}>`;
  const body = rows.map(
    ({ cells, kind }) =>
      `<tr${kind ? ` class="${kind}"` : ''}>${cells.map((content, i) => cell('td', content, i)).join('')}</tr>`,
  );
  return `<table><thead><tr>${head.map((content, i) => cell('th', content, i)).join('')}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table>`;
}

/** Creates a JavaScript statement that draws a chart on the canvas with this id. */
export function chartStatement(canvas: string, config: object): string {
  return `new Chart(document.getElementById('${canvas}'), ${jsonForScript(config)});`;
}

/** A point of a chart, with the name that its tooltip shows. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/**
 * The data sets of a cost chart: the pick (the recommended candidate), other candidates that meet the objective, and candidates that
 * violate it.
 */
export function candidateDatasets<T>(
  candidates: readonly T[],
  pick: T | undefined,
  objective: string,
  meets: (candidate: T) => boolean,
  toPoint: (candidate: T) => Point | undefined,
): object[] {
  const points = (selected: readonly T[]): Point[] => selected.flatMap((each) => toPoint(each) ?? []);
  const otherCandidates = candidates.filter((each) => each !== pick);
  return [
    {
      label: 'pick',
      data: points(pick === undefined ? [] : [pick]),
      backgroundColor: COLORS.pick,
      pointRadius: 8,
      pointStyle: 'rectRot',
    },
    {
      label: `meets the ${objective}`,
      data: points(otherCandidates.filter(meets)),
      backgroundColor: COLORS.meets,
      pointRadius: 5,
    },
    {
      label: 'violates it',
      data: points(otherCandidates.filter((each) => !meets(each))),
      backgroundColor: COLORS.violates,
      pointRadius: 4,
    },
  ];
}

/** A horizontal line at the latency objective. */
export function objectiveLine(milliseconds: number, maximumX: number): object {
  return {
    label: `objective, ${milliseconds} ms`,
    data: [0, maximumX].map((x) => ({ x, y: milliseconds })),
    showLine: true,
    pointRadius: 0,
    borderColor: COLORS.objective,
    borderDash: [6, 4],
  };
}

/** A JavaScript statement that makes tooltips show the name and the values of a point. */
export const TOOLTIP_STATEMENT =
  'Chart.defaults.plugins.tooltip.callbacks.label = ({ dataset, raw }) => `${raw.name ?? dataset.label}: ${raw.x.toFixed(2)}, ${raw.y.toFixed(1)} ms`;';

/** Chart options with the titles of the axes. The y axis ends at `suggestedMax` or above. */
export function axisOptions(x: string, y: string, suggestedMax?: number): object {
  return {
    animation: false,
    maintainAspectRatio: false,
    scales: {
      x: { beginAtZero: true, title: { display: true, text: x } },
      y: { beginAtZero: true, suggestedMax, title: { display: true, text: y } },
    },
  };
}
