import Table from 'cli-table3';
import type { LatencyObjective } from '../../lib/platform/latency-objective';
import { percentile } from '../response-times';
import { LoadResult } from './open-loop';

/** Percentiles that are shown and written. */
export const PERCENTILES = [50, 90, 95, 99];

/** An objective in milliseconds. */
export interface Objective extends Pick<LatencyObjective, 'percentile'> {
  readonly milliseconds: number;
}

/** The latency at a percentile of all requests. One that was not answered is later than any that was. */
export function percentileOf({ latencies, errors }: LoadResult, percentage: number): number {
  return percentile(percentage, latencies, failuresOf(errors));
}

/** Whether the objective is kept; true when there is none and something was answered. */
export function isKept(result: LoadResult, objective?: Objective): boolean {
  if (!objective) return result.latencies.length > 0;
  return percentileOf(result, objective.percentile) <= objective.milliseconds;
}

/** Requests that were not answered. */
export function failuresOf(errors: LoadResult['errors']): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0);
}

/** The result as a table for people. */
export function renderLoad(result: LoadResult, objective?: Objective): string {
  const { latencies, errors, seconds, offered, firstResponses, gaps } = result;
  const failures = failuresOf(errors);
  const table = new Table({ style: { head: [], border: [] }, wordWrap: true, colWidths: [20, 84] });
  table.push(
    ['requests', `${latencies.length + failures} in ${seconds.toFixed(1)} s, ${failures} failed`],
    ['offered', `${offered.toFixed(1)} requests per second`],
    ['throughput', `${(latencies.length / seconds).toFixed(1)} responses per second`],
    ...PERCENTILES.map((percentage) => [`p${percentage}`, show(percentileOf(result, percentage))]),
    ...(firstResponses.length > 0 ? [['first response', showAll(firstResponses, failures)]] : []),
    ...(gaps.length > 0 ? [['between responses', showAll(gaps)]] : []),
    ...[...errors].map(([error, count]) => ['failed', `${count} × ${error}`]),
  );
  if (objective) {
    const verdict = isKept(result, objective) ? 'KEPT' : 'MISSED';
    const reached = show(percentileOf(result, objective.percentile));
    table.push([
      'objective',
      `${verdict}: p${objective.percentile} is ${reached}, the objective is ${objective.milliseconds} ms`,
    ]);
  }
  return table.toString();
}

/** All percentiles in one line. */
function showAll(values: number[], missing?: number): string {
  return PERCENTILES.map((percentage) => `p${percentage} ${show(percentile(percentage, values, missing))}`).join(', ');
}

function show(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? `${milliseconds.toFixed(1)} ms` : 'no response';
}
