import { PERCENTILES, percentileOf } from './load-report';
import { LoadResult } from './open-loop';

/**
 * The result as perf_analyzer writes it with `--request-rate-range` and `-f` for a server whose statistics it cannot read, which is what
 * an endpoint is: SageMaker passes requests only. Latencies in microseconds; sending and receiving are not told apart.
 */
export function toPerfAnalyzerCsv(result: LoadResult, itemsPerRequest: number): string {
  const { latencies, seconds, offered } = result;
  const microseconds = (percentile: number): string => {
    const milliseconds = percentileOf(result, percentile);
    return Number.isFinite(milliseconds) ? Math.round(milliseconds * 1000).toString() : '';
  };
  const columns: [string, string][] = [
    ['Request Rate', offered.toFixed(3)],
    ['Inferences/Second', ((latencies.length * itemsPerRequest) / seconds).toFixed(3)],
    ['Client Send', '0'],
    ['Client Recv', '0'],
    ...PERCENTILES.map((percentile): [string, string] => [`p${percentile} latency`, microseconds(percentile)]),
  ];
  return `${columns.map(([name]) => name).join(',')}\n${columns.map(([, value]) => value).join(',')}\n`;
}
