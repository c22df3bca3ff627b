import type { BenchmarkDemand } from '../../lib/contracts/recommendations/benchmark-demand';
import type { RankedRecommendation, Ranking } from '../../lib/contracts/recommendations/rank';
import { limitRows, renderTable } from '../output/table';

/** Ranked recommendations, and the demand (load and latency) that they must meet. */
export interface Report extends Ranking {
  readonly demand: BenchmarkDemand;
  /** The demand as text. */
  readonly question: string;
  /** The pick as text. */
  readonly answer: string;
}

/** The columns of the tables on the terminal and on the page. */
export const COLUMNS = [
  'type',
  'configuration',
  'requests/min',
  'latency ms',
  'instances',
  'USD/h',
  'USD/million',
  'keeps it',
  'Pareto',
];

/** The cells of a recommendation. A cell is empty if the value was not measured. */
export function cellsOf(recommendation: RankedRecommendation): string[] {
  const format = (value: number | undefined, digits = 0): string => value?.toFixed(digits) ?? '';
  return [
    recommendation.instanceType,
    recommendation.configuration,
    format(recommendation.invocationsPerMinute),
    format(recommendation.modelLatencyMilliseconds),
    format(recommendation.instanceCount),
    format(recommendation.usdPerHour, 2),
    format(recommendation.usdPerMillion, 2),
    recommendation.meets ? 'yes' : 'no',
    recommendation.pareto ? '*' : '',
  ];
}

/** Renders the recommendations in order of cost. The pick (the best recommendation) has a mark. */
export function renderRanking({ ranked, pick }: Report): string {
  const shownRecommendations = limitRows(ranked, pick);
  const rows = shownRecommendations.map((each) => [each === pick ? '>' : '', ...cellsOf(each)]);
  const hiddenCount = ranked.length - shownRecommendations.length;
  return `${renderTable(['', ...COLUMNS], rows)}${hiddenCount > 0 ? `\n${hiddenCount} more are on the page (--html)` : ''}`;
}
