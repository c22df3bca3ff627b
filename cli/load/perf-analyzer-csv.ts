import { PERCENTILES, percentileOf } from './load-report';
import { LoadResult } from './open-loop';

/**
 * Formats the result as the CSV file that perf_analyzer writes with `--request-rate-range` and `-f`. Columns with statistics of the server
 * are missing, because SageMaker forwards only inference requests. Latencies are in microseconds. The times for sending and receiving are
 * not measured.
 */
export function toPerfAnalyzerCsv(result: LoadResult, itemsPerRequest: number): string {
  const { latencies, seconds, offeredRate } = result;
  const microseconds = (percentile: number): string => {
    const milliseconds = percentileOf(result, percentile);
    return Number.isFinite(milliseconds) ? Math.round(milliseconds * 1000).toString() : '';
  };
  const columns: [string, string][] = [
    ['Request Rate', offeredRate.toFixed(3)],
    ['Inferences/Second', ((latencies.length * itemsPerRequest) / seconds).toFixed(3)],
    ['Client Send', '0'],
    ['Client Recv', '0'],
    ...PERCENTILES.map((percentile): [string, string] => [`p${percentile} latency`, microseconds(percentile)]),
  ];
  return `${columns.map(([name]) => name).join(',')}\n${columns.map(([, value]) => value).join(',')}\n`;
}
