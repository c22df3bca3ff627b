import { Recommendations } from '../../lib/recommender/recommendations';
import { rank, Ranking } from '../../lib/recommender/results/rank';
import { BenchmarkDemand } from '../../lib/recommender/results/benchmark-demand';
import { writeText } from '../write-text';
import { renderPage } from './page';
import { renderRanking } from './table';
import { print } from '../print';

/** What the command line says. */
export interface ReportOptions {
  readonly requestsPerSecond?: number;
  readonly latency?: number;
  readonly html?: string;
}

/** Results with what they are held against. */
export interface Report extends Ranking {
  readonly demand: BenchmarkDemand;
  /** What was asked, in words. */
  readonly question: string;
  /** The answer. */
  readonly answer: string;
}

export function report(results: string, options: ReportOptions): void {
  const recommendations = Recommendations.fromFile(results);
  if (recommendations.all.length === 0) throw new Error(`${results} has no recommendations`);
  const made = reportOf(recommendations, options);
  print(renderRanking(made));
  print(made.answer);
  if (options.html) writeText(options.html, renderPage(made));
}

export function reportOf(recommendations: Recommendations, options: ReportOptions): Report {
  const { requestsPerSecond, latency } = options;
  const demand: BenchmarkDemand = {
    invocationsPerMinute: requestsPerSecond === undefined ? undefined : requestsPerSecond * 60,
    modelLatencyMilliseconds: latency,
  };
  const ranking = rank(recommendations.all, demand);
  const load = requestsPerSecond === undefined ? 'any load' : `${requestsPerSecond} requests per second`;
  return {
    ...ranking,
    demand,
    question: latency === undefined ? load : `ModelLatency within ${latency} ms at ${load}`,
    answer: answerOf(ranking, demand),
  };
}

function answerOf({ pick }: Ranking, { invocationsPerMinute }: BenchmarkDemand): string {
  if (!pick) return 'No pick: no measured configuration both meets the latency and has a price';
  const { instanceCount, instanceType, configuration, modelLatencyMilliseconds } = pick;
  const cost =
    invocationsPerMinute === undefined
      ? `${pick.usdPerMillion?.toFixed(2)} USD per million requests`
      : `${pick.usdPerHour?.toFixed(2)} USD per hour`;
  return `Pick: ${instanceCount} × ${instanceType} running ${configuration}: ${cost}, ${modelLatencyMilliseconds} ms`;
}
