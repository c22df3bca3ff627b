import { CapacityPlan } from '../../lib/sizing';
import { formatNumber, renderChartPage, renderHtmlTable } from '../output/chart-page';
import { escapeHtml } from '../output/html-document';
import { Curve, renderCharts } from './charts';
import { describeScaling, SCENARIO_COLUMNS, scenarioRows } from './tables';

export function renderPage(plan: CapacityPlan, curves: Curve[]): string {
  const { pick, latencyObjective } = plan;
  const objective = `${latencyObjective.statistic} within ${latencyObjective._milliseconds} ms at ${plan.requestsPerSecond} requests per second`;
  const charts = renderCharts(plan, curves);
  const body = `<p>${escapeHtml(objective)}</p>
<p class="pick">${pick.instanceCount} × ${escapeHtml(pick.instanceType)} running ${escapeHtml(pick.configuration)}: ${pick.costPerHour === undefined ? '' : `${pick.costPerHour.toFixed(2)} USD per hour, `}${Math.round(pick.latencyMilliseconds)} ms</p>
${plan.explanation.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
<p>Scaling: ${describeScaling(plan)}</p>
<h2>Cost and latency</h2>
<div class="chart"><canvas id="cost"></canvas></div>
${charts.hasCurves ? '<h2>Latency and load</h2>\n<div class="chart"><canvas id="load"></canvas></div>' : ''}
<h2>If something is worse than planned</h2>
${renderHtmlTable(
  SCENARIO_COLUMNS,
  scenarioRows(plan).map((cells) => ({ cells })),
)}
<h2>Candidates</h2>
${renderHtmlTable(
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
    kind: candidate === pick ? 'pick-row' : candidate.meetsObjective ? '' : 'violates',
    cells: [
      candidate.instanceType,
      candidate.configuration,
      candidate.instanceCount,
      formatNumber(candidate.costPerHour, 2),
      formatNumber(candidate.latencyMilliseconds, 1),
      candidate.maxBatchSize ?? '',
      candidate.instancesPerGpu ?? '',
      candidate.maxQueueDelayMicroseconds ?? '',
      candidate.bindingConstraint.toLowerCase().replace('_', ' '),
    ],
  })),
)}
<h2>Limits of these results</h2>
<ul class="caveats">${plan.caveats.map((caveat) => `<li>${escapeHtml(caveat)}</li>`).join('')}</ul>`;
  return renderChartPage({
    title: `Capacity plan: ${objective}`,
    heading: 'Capacity plan',
    body,
    script: charts.script,
  });
}
