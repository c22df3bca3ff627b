import { existsSync, readFileSync } from 'fs';
import * as path from 'path';
import { CapacityPlan, LoadPoint, PlanCandidate } from '../../../lib/sizing';
import { renderCharts } from './charts';

/** How a candidate's latency grows with the load of one instance. */
export interface Curve {
  readonly candidate: PlanCandidate;
  readonly points: LoadPoint[];
}

/** One file without references to others: it can be mailed, or kept with a deployment. */
export function renderPage(plan: CapacityPlan, curves: Curve[]): string {
  const { pick, latencyObjective } = plan;
  const objective = `${latencyObjective.statistic} within ${latencyObjective.limit.toMilliseconds()} ms at ${plan.requestsPerSecond} requests per second`;
  const charts = renderCharts(plan, curves);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Capacity plan: ${escape(objective)}</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  .pick { font-size: 1.15rem; border-left: 4px solid #0b6e4f; padding: .25rem 0 .25rem .75rem; }
  .labels { color: #7a4b00; } .chart { position: relative; height: 380px; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #d8dee4; }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } tr.pick-row { background: #e6f4ee; } tr.breaks { color: #6b7280; }
</style>
</head>
<body>
<h1>Capacity plan</h1>
<p>${escape(objective)}</p>
<p class="pick">${pick.instanceCount} × ${escape(pick.instanceType)} running ${escape(pick.configuration)}: ${pick.costPerHour.toFixed(2)} USD per hour, ${Math.round(pick.latencyMilliseconds)} ms</p>
${plan.explanation.map((sentence) => `<p>${escape(sentence)}</p>`).join('\n')}
<h2>Cost and latency</h2>
<div class="chart"><canvas id="cost"></canvas></div>
${charts.hasCurves ? '<h2>Latency and load</h2>\n<div class="chart"><canvas id="load"></canvas></div>' : ''}
<h2>If something is worse than planned</h2>
${renderTable(
  ['scenario', 'latency of the pick, ms', 'keeps the objective', 'instances needed', 'USD per hour'],
  plan.sensitivity.map((row) => ({
    cells: [
      row.scenario,
      row.latencyMilliseconds === undefined && row.meetsObjective === false
        ? 'too little capacity'
        : number(row.latencyMilliseconds, 1),
      row.meetsObjective === undefined ? 'unknown' : row.meetsObjective ? 'yes' : 'no',
      number(row.instanceCount, 0),
      number(row.costPerHour, 2),
    ],
  })),
)}
<h2>Candidates</h2>
${renderTable(
  [
    'type',
    'configuration',
    'instances',
    'USD per hour',
    'latency, ms',
    'largest batch',
    'per GPU',
    'delay, µs',
    'bound by',
  ],
  plan.candidates.map((candidate) => ({
    kind: candidate === pick ? 'pick-row' : candidate.meetsObjective ? '' : 'breaks',
    cells: [
      candidate.instanceType,
      candidate.configuration,
      candidate.instanceCount,
      number(candidate.costPerHour, 2),
      number(candidate.latencyMilliseconds, 1),
      candidate.maxBatchSize ?? '',
      candidate.instancesPerGpu ?? '',
      candidate.maxQueueDelayMicroseconds ?? '',
      candidate.bindingConstraint.toLowerCase().replace('_', ' '),
    ],
  })),
)}
<h2>What this rests on</h2>
<ul class="labels">${plan.labels.map((label) => `<li>${escape(label)}</li>`).join('')}</ul>
<script>${readFileSync(chartLibrary(), 'utf8').replace(/<\/script/g, '<\\/script')}</script>
<script>${charts.script}</script>
</body>
</html>
`;
}

interface Row {
  readonly cells: (string | number)[];
  readonly kind?: string;
}

function renderTable(head: string[], rows: Row[]): string {
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

function number(value: number | undefined, digits: number): string {
  return value === undefined ? 'unknown' : value.toFixed(digits);
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Chart.js: beside the bundled command, or where npm put it. */
function chartLibrary(): string {
  const bundled = path.join(__dirname, 'chart.umd.js');
  return existsSync(bundled) ? bundled : path.join(path.dirname(require.resolve('chart.js')), 'chart.umd.js');
}
