import type { RankedRecommendation } from '../../lib/contracts/recommendations/rank';
import { escapeHtml } from '../output/html-document';
import {
  axisOptions,
  candidateDatasets,
  COLORS,
  chartStatement,
  objectiveLine,
  Point,
  renderChartPage,
  renderHtmlTable,
  TOOLTIP_STATEMENT,
} from '../output/chart-page';
import { cellsOf, COLUMNS, Report } from './table';

/** Renders the report as a page with a chart of cost and latency. */
export function renderPage(report: Report): string {
  const { ranked, pick, question, answer } = report;
  const body = `<p>${escapeHtml(question)}</p>
<p class="pick">${escapeHtml(answer)}</p>
<h2>Cost and latency</h2>
<div class="chart"><canvas id="cost"></canvas></div>
<h2>Recommendations</h2>
${renderHtmlTable(
  COLUMNS,
  ranked.map((each) => ({ cells: cellsOf(each), kind: each === pick ? 'pick-row' : each.meets ? '' : 'violates' })),
)}
<p class="caveats">Each row was measured at saturation: latency at lower load, its percentiles and the effect of bursts are unknown.</p>`;
  return renderChartPage({ title: `Benchmark: ${question}`, heading: 'Benchmark', body, script: scriptOf(report) });
}

function scriptOf({ ranked, pick, demand }: Report): string {
  const toPoint = (recommendation: RankedRecommendation): Point | undefined => pointOf(recommendation, demand);
  const pointsOf = (selected: RankedRecommendation[]): Point[] => selected.flatMap((each) => toPoint(each) ?? []);
  const limit = demand.modelLatencyMilliseconds;
  const datasets = [
    ...candidateDatasets(ranked, pick, 'latency', ({ meets }) => meets, toPoint),
    {
      label: 'Pareto front',
      data: pointsOf(ranked.filter(({ pareto }) => pareto)).sort((a, b) => a.x - b.x),
      showLine: true,
      stepped: true,
      pointRadius: 0,
      borderColor: COLORS.meets,
      borderWidth: 1,
    },
    ...(limit === undefined ? [] : [objectiveLine(limit, Math.max(0, ...pointsOf(ranked).map(({ x }) => x)))]),
  ];
  const x = demand.invocationsPerMinute === undefined ? 'USD per million requests' : 'USD per hour';
  const options = axisOptions(x, 'ModelLatency, ms', limit === undefined ? undefined : 1.2 * limit);
  return [TOOLTIP_STATEMENT, chartStatement('cost', { type: 'scatter', data: { datasets }, options })].join('\n');
}

function pointOf(recommendation: RankedRecommendation, demand: Report['demand']): Point | undefined {
  const x = demand.invocationsPerMinute === undefined ? recommendation.usdPerMillion : recommendation.usdPerHour;
  const y = recommendation.modelLatencyMilliseconds;
  if (x === undefined || y === undefined) return undefined;
  return {
    x,
    y,
    name: `${recommendation.instanceCount} × ${recommendation.instanceType} ${recommendation.configuration}`,
  };
}
