import { readFileSync } from 'fs';
import { assetPath } from '../lib/assets';
import { escape, inScript, renderDocument } from './html-document';

/** A page of the command: one file without references to others, so that it can be mailed, or kept with a deployment. */
export interface Page {
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  /** Draws the charts, with Chart.js. */
  readonly script: string;
}

const CHART_LIBRARY = assetPath('cli', 'chart.umd.js');

/** What points of a chart are. */
export const COLORS = { keeps: '#0b6e4f', breaks: '#9aa3ad', pick: '#d1495b', objective: '#7a4b00' };

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  .pick { font-size: 1.15rem; border-left: 4px solid #0b6e4f; padding: .25rem 0 .25rem .75rem; }
  .labels { color: #7a4b00; } .chart { position: relative; height: 380px; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #d8dee4; }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } tr.pick-row { background: #e6f4ee; } tr.breaks { color: #6b7280; }
`;

export function renderHtml({ title, heading, body, script }: Page): string {
  return renderDocument({
    title,
    style: STYLE,
    body: `<h1>${escape(heading)}</h1>\n${body}`,
    scripts: [readFileSync(CHART_LIBRARY, 'utf8'), script],
  });
}

export interface Row {
  readonly cells: (string | number)[];
  readonly kind?: string;
}

export function renderTable(head: string[], rows: Row[]): string {
  const isNumber = head.map((_, i) =>
    rows.some(({ cells }) => typeof cells[i] === 'number' || /^[\d.]+$/.test(`${cells[i]}`)),
  );
  const cell = (tag: string, content: string | number, i: number) =>
    `<${tag}${isNumber[i] ? ' class="number"' : ''}>${escape(`${content}`)}</${tag}>`;
  const body = rows.map(
    ({ cells, kind }) =>
      `<tr${kind ? ` class="${kind}"` : ''}>${cells.map((content, i) => cell('td', content, i)).join('')}</tr>`,
  );
  return `<table><thead><tr>${head.map((content, i) => cell('th', content, i)).join('')}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table>`;
}

export function number(value: number | undefined, digits: number): string {
  return value === undefined ? 'unknown' : value.toFixed(digits);
}

/** The statement that draws a chart on a canvas. */
export function drawChart(canvas: string, config: object): string {
  return `new Chart(document.getElementById('${canvas}'), ${inScript(config)});`;
}

/** A line across the chart at the latency that has to be kept. */
export function objectiveLine(milliseconds: number, to: number): object {
  return {
    label: `objective, ${milliseconds} ms`,
    data: [0, to].map((x) => ({ x, y: milliseconds })),
    showLine: true,
    pointRadius: 0,
    borderColor: COLORS.objective,
    borderDash: [6, 4],
  };
}

/** Shows what a point is, and its values. */
export const TOOLTIPS =
  'Chart.defaults.plugins.tooltip.callbacks.label = ({ dataset, raw }) => `${raw.name ?? dataset.label}: ${raw.x.toFixed(2)}, ${raw.y.toFixed(1)} ms`;';

/** Axes with their titles; the latency's reaches `suggestedMax` at least. */
export function axes(x: string, y: string, suggestedMax?: number): object {
  return {
    animation: false,
    maintainAspectRatio: false,
    scales: {
      x: { beginAtZero: true, title: { display: true, text: x } },
      y: { beginAtZero: true, suggestedMax, title: { display: true, text: y } },
    },
  };
}
