import { renderChartPage, renderHtmlTable } from '../output/chart-page';
import { escapeHtml } from '../output/html-document';
import { renderCharts } from './charts';
import { Comparison } from './compare';
import { scalingCode } from './scaling-code';
import {
  costSentences,
  durationOf,
  formatCountOf,
  formatMoney,
  formatRange,
  meets,
  objectiveOf,
  savedShare,
  usualCostOf,
  verdictOf,
} from './sentences';
import { cellsOf, columnsOf } from './tables';

const STYLE = `
  .verdict p { margin: .2rem 0; } .verdict p:first-child { font-size: 1.25rem; font-weight: 600; }
  .verdict { border-left: 5px solid #0b6e4f; padding: .25rem 0 .25rem .75rem; margin: 1rem 0 .5rem; overflow-wrap: anywhere; }
  .verdict.violated { border-color: #d1495b; }
  .figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; margin: 1.25rem 0; padding: 0; }
  .figures div { border: 1px solid #d8dee4; border-radius: 8px; padding: .6rem .8rem; }
  .figures dt { color: #57606a; font-size: .85rem; } .figures dd { margin: 0; }
  .figures .value { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; } .figures .range { color: #57606a; font-size: .85rem; }
  .chart { height: 320px; } .note { color: #57606a; font-size: .9rem; margin: 0 0 .5rem; }
  .table, pre { overflow-x: auto; } .table th { vertical-align: bottom; } .table td:first-child { font-weight: 600; }
  .table td:nth-child(2) { min-width: 13rem; } .table td:nth-child(n+3) { text-align: right; } .table th:nth-child(n+3) { text-align: right; }
  pre { background: #f6f8fa; border-radius: 8px; padding: .75rem; font-size: .85rem; }
  @media (max-width: 640px) {
    body { margin: 1rem auto; } .figures { grid-template-columns: 1fr 1fr; } .chart { height: 280px; } .verdict p:first-child { font-size: 1.1rem; } pre { white-space: pre-wrap; }
    .table thead { display: none; } .table, .table table, .table tbody, .table tr, .table td { display: block; }
    .table tr { padding: .5rem .6rem; border-bottom: 1px solid #d8dee4; } .table td { border: 0; padding: .1rem 0; }
    .table td:nth-child(n+3) { display: flex; justify-content: space-between; gap: 1rem; text-align: right; white-space: normal; }
    .table td:nth-child(n+3)::before { color: #57606a; text-align: left; }
  }`;

/** Renders the comparison as a page with charts over time. */
export function renderPage(comparison: Comparison): string {
  const { shown, pick, rows, caveats, options } = comparison;
  const columns = columnsOf(comparison);
  const body = `<p class="note">${escapeHtml(subtitleOf(comparison))}</p>
<div class="verdict${meets(shown) ? '' : ' violated'}"><p>${escapeHtml(verdictOf(comparison))}</p>
${costSentences(comparison)
  .map((sentence) => `<p>${escapeHtml(sentence)}</p>`)
  .join('\n')}</div>
${renderFigures(comparison)}
<h2>Load and instances</h2>
<p class="note">Between a request of autoscaling and the service of the new instances is the time in which they start.</p>
<div class="chart"><canvas id="instances"></canvas></div>
<h2>Latency</h2>
<p class="note">The band contains the results of all ${shown.simulation.runs} runs, which differ in what AWS does not publish. Minutes in which a run violates the objective are red.</p>
<div class="chart"><canvas id="latency"></canvas></div>
<h2>Cumulative cost</h2>
<div class="chart"><canvas id="cost"></canvas></div>
<h2>Comparison</h2>
<div class="table">${renderHtmlTable(
    columns,
    rows.map((row) => ({
      cells: cellsOf(row).map(keepRangeTogether),
      kind: row === pick ? 'pick-row' : meets(row) ? '' : 'violates',
    })),
  )}</div>
<h2>The ${escapeHtml(pick.name)} as code</h2>
<p class="note">For an endpoint with <code>instanceCount: ${pick.instanceCount}</code>. With ${Math.round(100 * (options.margin ?? 0))} % more traffic, it still meets the objective.</p>
<pre><code>scaling: ${escapeHtml(scalingCode(pick.properties))},</code></pre>
<h2>Limits of these results</h2>
<ul class="caveats">${caveats.map((caveat) => `<li>${escapeHtml(caveat)}</li>`).join('')}</ul>`;
  return renderChartPage({
    title: `Simulation of scaling: ${objectiveOf(comparison)}`,
    heading: 'Simulation of scaling',
    style: `${STYLE}\n${labelStyles(columns)}`,
    body,
    script: renderCharts(comparison),
  });
}

/** A range such as `(9 to 22)` is not divided between lines. */
function keepRangeTogether(cell: string): string {
  return cell.replace(/\([\d.,]+ to [\d.,]+\)/, (range) => range.replaceAll(' ', '\u00a0'));
}

/** On a phone, the cells of a row are below each other, so each cell contains the header of its column. */
function labelStyles(columns: string[]): string {
  const labels = columns.map((column, index) => `.table td:nth-child(${index + 1})::before { content: '${column}'; }`);
  return `@media (max-width: 640px) { ${labels.slice(2).join(' ')} }`;
}

function subtitleOf(comparison: Comparison): string {
  const { options, shown } = comparison;
  const { trace, profile } = options;
  const start = `${trace.startsAt.slice(0, 16).replace('T', ' ')} UTC`;
  const peak = `up to ${Number(trace.peakRequestsPerSecond.toPrecision(3)).toLocaleString('en-US')} per second`;
  return `${profile.instanceType}, ${durationOf(comparison)} from ${start}, ${formatCountOf(shown.simulation.requests)} requests, ${peak}`;
}

/** The figures that answer the question, in large digits. */
function renderFigures({ shown, pick, fixedFleet }: Comparison): string {
  const { costUsd, instanceHours, minutesBeyondObjective, failedRequests } = shown.simulation;
  const saved = Math.round(100 * savedShare(shown, fixedFleet));
  const figures: [label: string, value: string, range: string][] = [
    costUsd
      ? ['cost in USD', formatMoney(costUsd.usual), formatRange(costUsd, formatMoney)]
      : ['instance hours', instanceHours.usual.toFixed(1), formatRange(instanceHours, (value) => value.toFixed(1))],
    // The difference to a fleet that meets the objective is no saving if this scaling violates the objective.
    meets(shown)
      ? [
          saved < 0 ? 'more than the fixed fleet' : 'saved, compared with a fixed fleet',
          `${Math.abs(saved)} %`,
          fixedFleet.description,
        ]
      : [`${pick.name} that meets the objective`, usualCostOf(pick), pick.description],
    [
      'minutes beyond the objective',
      formatCountOf(minutesBeyondObjective.usual),
      formatRange(minutesBeyondObjective, formatCountOf),
    ],
    ['failed requests', formatCountOf(failedRequests.usual), formatRange(failedRequests, formatCountOf)],
  ];
  const cards = figures.map(
    ([label, value, range]) =>
      `<div><dt>${escapeHtml(label)}</dt><dd class="value">${escapeHtml(value)}</dd><dd class="range">${escapeHtml(range)}</dd></div>`,
  );
  return `<dl class="figures">${cards.join('')}</dl>`;
}
