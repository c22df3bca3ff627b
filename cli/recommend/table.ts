import Table from 'cli-table3';
import type { RankedRecommendation } from '../../lib/recommender/results/rank';
import { shortened } from '../shortened';
import type { Report } from './report';

/** Columns of both the terminal's and the page's table. */
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

/** Cells of a recommendation; what was not measured is empty. */
export function cellsOf(one: RankedRecommendation): string[] {
  const number = (value: number | undefined, digits = 0): string => value?.toFixed(digits) ?? '';
  return [
    one.instanceType,
    one.configuration,
    number(one.invocationsPerMinute),
    number(one.modelLatencyMilliseconds),
    number(one.instanceCount),
    number(one.usdPerHour, 2),
    number(one.usdPerMillion, 2),
    one.meets ? 'yes' : 'no',
    one.pareto ? '*' : '',
  ];
}

/** Recommendations by cost, the pick marked. */
export function renderRanking({ ranked, pick }: Report): string {
  const table = new Table({ head: ['', ...COLUMNS], style: { head: [], border: [], compact: true } });
  const shown = shortened(ranked, pick);
  for (const one of shown) table.push([one === pick ? '>' : '', ...cellsOf(one)]);
  const hidden = ranked.length - shown.length;
  return `${table.toString()}${hidden > 0 ? `\n${hidden} more are on the page (--html)` : ''}`;
}
