import { readRecommendations } from '../../lib/measurements/readers/read-recommendations';
import { Recommendation } from '../../lib/contracts/recommendations/recommendation';
import { rank, Ranking } from '../../lib/contracts/recommendations/rank';
import { BenchmarkDemand } from '../../lib/contracts/recommendations/benchmark-demand';
import { writeText } from '../output/write-text';
import { renderPage } from './page';
import { renderRanking, Report } from './table';
import { print } from '../output/print';

/** The options of the command. */
export interface ReportOptions {
  readonly requestsPerSecond?: number;
  readonly latency?: number;
  readonly html?: string;
}

export function printReport(results: string, options: ReportOptions): void {
  const recommendations = readRecommendations(results);
  if (recommendations.length === 0) throw new Error(`${results} has no recommendations`);
  const report = reportOf(recommendations, options);
  print(renderRanking(report));
  print(report.answer);
  if (options.html) writeText(options.html, renderPage(report));
}

export function reportOf(recommendations: Recommendation[], options: ReportOptions): Report {
  const { requestsPerSecond, latency } = options;
  const demand: BenchmarkDemand = {
    invocationsPerMinute: requestsPerSecond === undefined ? undefined : requestsPerSecond * 60,
    modelLatencyMilliseconds: latency,
  };
  const ranking = rank(recommendations, demand);
  const load = requestsPerSecond === undefined ? 'any load' : `${requestsPerSecond} requests per second`;
  return {
    ...ranking,
    demand,
    question: latency === undefined ? load : `ModelLatency within ${latency} ms at ${load}`,
    answer: describePick(ranking, demand),
  };
}

function describePick({ pick }: Ranking, { invocationsPerMinute }: BenchmarkDemand): string {
  if (!pick) return 'No pick: no measured configuration both meets the latency and has a price';
  const { instanceCount, instanceType, configuration, modelLatencyMilliseconds } = pick;
  const cost =
    invocationsPerMinute === undefined
      ? `${pick.usdPerMillion?.toFixed(2)} USD per million requests`
      : `${pick.usdPerHour?.toFixed(2)} USD per hour`;
  return `Pick: ${instanceCount} × ${instanceType} running ${configuration}: ${cost}, ${modelLatencyMilliseconds} ms`;
}
