import { CapacityPlan, PlanCandidate } from '../../lib/sizing';
import { LoadPoint } from '../../lib/sizing/plan-candidate';
import { escape } from '../html-document';
import { number, renderHtml, renderTable } from '../page';
import { renderCharts } from './charts';

/** How a candidate's latency grows with the load of one instance. */
export interface Curve {
  readonly candidate: PlanCandidate;
  readonly points: LoadPoint[];
}

export function renderPage(plan: CapacityPlan, curves: Curve[]): string {
  const { pick, latencyObjective } = plan;
  const objective = `${latencyObjective.statistic} within ${latencyObjective.limit.toMilliseconds()} ms at ${plan.requestsPerSecond} requests per second`;
  const charts = renderCharts(plan, curves);
  const body = `<p>${escape(objective)}</p>
<p class="pick">${pick.instanceCount} × ${escape(pick.instanceType)} running ${escape(pick.configuration)}: ${pick.costPerHour.toFixed(2)} USD per hour, ${Math.round(pick.latencyMilliseconds)} ms</p>
${plan.explanation.map((sentence) => `<p>${escape(sentence)}</p>`).join('\n')}
<h2>Cost and latency</h2>
<div class="chart"><canvas id="cost"></canvas></div>
${charts.hasCurves ? '<h2>Latency and load</h2>\n<div class="chart"><canvas id="load"></canvas></div>' : ''}
<h2>If something is worse than planned</h2>
${renderTable(
  ['scenario', 'latency of the pick, ms', 'meets the objective', 'instances needed', 'USD per hour'],
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
<h2>Limits of these results</h2>
<ul class="labels">${plan.labels.map((label) => `<li>${escape(label)}</li>`).join('')}</ul>`;
  return renderHtml({ title: `Capacity plan: ${objective}`, heading: 'Capacity plan', body, script: charts.script });
}
