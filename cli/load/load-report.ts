import type { LatencyObjective } from '../../lib/platform/latency-objective';
import { renderLabeledRows } from '../output/table';
import { percentile } from '../response-times';
import { LoadResult } from './open-loop';

/** Percentiles in the report and in the CSV file. */
export const PERCENTILES = [50, 90, 95, 99];

/** A latency objective in milliseconds. */
export interface Objective extends Pick<LatencyObjective, 'percentile'> {
  readonly milliseconds: number;
}

/** A latency percentile of all requests. Failed requests count as slower than all completed requests. */
export function percentileOf({ latencies, errors }: LoadResult, percentage: number): number {
  return percentile(percentage, latencies, countFailures(errors));
}

/** Whether the latencies meet the objective. If there is no objective: whether at least one request was completed. */
export function meetsObjective(result: LoadResult, objective?: Objective): boolean {
  if (!objective) return result.latencies.length > 0;
  return percentileOf(result, objective.percentile) <= objective.milliseconds;
}

/** The number of failed requests. */
export function countFailures(errors: LoadResult['errors']): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0);
}

/** Renders the result as a table for the terminal. */
export function renderLoadResult(result: LoadResult, objective?: Objective): string {
  const { latencies, errors, seconds, offeredRate, firstResponses, gaps } = result;
  const failures = countFailures(errors);
  const rows: [string, string][] = [
    ['requests', `${latencies.length + failures} in ${seconds.toFixed(1)} s, ${failures} failed`],
    ['offered', `${offeredRate.toFixed(1)} requests per second`],
    ['throughput', `${(latencies.length / seconds).toFixed(1)} responses per second`],
    ...PERCENTILES.map((percentage): [string, string] => [`p${percentage}`, format(percentileOf(result, percentage))]),
    ...(firstResponses.length > 0
      ? [['first response', formatPercentiles(firstResponses, failures)] as [string, string]]
      : []),
    ...(gaps.length > 0 ? [['between responses', formatPercentiles(gaps)] as [string, string]] : []),
    ...[...errors].map(([error, count]): [string, string] => ['failed', `${count} × ${error}`]),
  ];
  if (objective) {
    const verdict = meetsObjective(result, objective) ? 'KEPT' : 'MISSED';
    const measuredLatency = format(percentileOf(result, objective.percentile));
    rows.push([
      'objective',
      `${verdict}: p${objective.percentile} is ${measuredLatency}, the objective is ${objective.milliseconds} ms`,
    ]);
  }
  return renderLabeledRows(rows, [20, 84]);
}

/** Formats all percentiles in one line. */
function formatPercentiles(values: number[], failedCount?: number): string {
  return PERCENTILES.map((percentage) => `p${percentage} ${format(percentile(percentage, values, failedCount))}`).join(
    ', ',
  );
}

function format(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? `${milliseconds.toFixed(1)} ms` : 'no response';
}
