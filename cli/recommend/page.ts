import type { RankedRecommendation } from '../../lib/recommender/results/rank';
import { escape } from '../html-document';
import { axes, COLORS, drawChart, objectiveLine, renderHtml, renderTable, TOOLTIPS } from '../page';
import type { Report } from './report';
import { cellsOf, COLUMNS } from './table';

/** The report with its plot: cost against latency, and the Pareto front. */
export function renderPage(report: Report): string {
  const { ranked, pick, question, answer } = report;
  const body = `<p>${escape(question)}</p>
<p class="pick">${escape(answer)}</p>
<h2>Cost and latency</h2>
<div class="chart"><canvas id="cost"></canvas></div>
<h2>Recommendations</h2>
${renderTable(
  COLUMNS,
  ranked.map((one) => ({ cells: cellsOf(one), kind: one === pick ? 'pick-row' : one.meets ? '' : 'breaks' })),
)}
<p class="labels">Each row was measured at saturation: latency at lower load, its percentiles and the effect of bursts are unknown.</p>`;
  return renderHtml({ title: `Benchmark: ${question}`, heading: 'Benchmark', body, script: scriptOf(report) });
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

function scriptOf({ ranked, pick, demand }: Report): string {
  const pointsOf = (some: RankedRecommendation[]): Point[] => some.flatMap((one) => pointOf(one, demand) ?? []);
  const others = ranked.filter((one) => one !== pick);
  const limit = demand.modelLatencyMilliseconds;
  const datasets = [
    {
      label: 'pick',
      data: pointsOf(pick ? [pick] : []),
      backgroundColor: COLORS.pick,
      pointRadius: 8,
      pointStyle: 'rectRot',
    },
    {
      label: 'meets the latency',
      data: pointsOf(others.filter(({ meets }) => meets)),
      backgroundColor: COLORS.keeps,
      pointRadius: 5,
    },
    {
      label: 'breaks it',
      data: pointsOf(others.filter(({ meets }) => !meets)),
      backgroundColor: COLORS.breaks,
      pointRadius: 4,
    },
    {
      label: 'Pareto front',
      data: pointsOf(ranked.filter(({ pareto }) => pareto)).sort((a, b) => a.x - b.x),
      showLine: true,
      stepped: true,
      pointRadius: 0,
      borderColor: COLORS.keeps,
      borderWidth: 1,
    },
    ...(limit === undefined ? [] : [objectiveLine(limit, Math.max(0, ...pointsOf(ranked).map(({ x }) => x)))]),
  ];
  const x = demand.invocationsPerMinute === undefined ? 'USD per million requests' : 'USD per hour';
  const options = axes(x, 'ModelLatency, ms', limit === undefined ? undefined : 1.2 * limit);
  return [TOOLTIPS, drawChart('cost', { type: 'scatter', data: { datasets }, options })].join('\n');
}

function pointOf(one: RankedRecommendation, demand: Report['demand']): Point | undefined {
  const x = demand.invocationsPerMinute === undefined ? one.usdPerMillion : one.usdPerHour;
  const y = one.modelLatencyMilliseconds;
  if (x === undefined || y === undefined) return undefined;
  return { x, y, name: `${one.instanceCount} × ${one.instanceType} ${one.configuration}` };
}
