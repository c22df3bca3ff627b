import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';
import { RankedRecommendation } from '../../lib/contracts/recommendations/rank';
import { BenchmarkDemand } from '../../lib/contracts/recommendations/benchmark-demand';

/** A job that has ended. */
export interface EndedJob {
  /** The variation's name; empty for a single job. */
  readonly configuration: string;
  readonly jobName: string;
  readonly status: 'COMPLETED' | 'FAILED' | 'STOPPED';
  /** Why there are no results. */
  readonly reason?: string;
}

/** Advice for failure reasons that SageMaker returns. Source: troubleshooting page of Inference Recommender, read 2026-11-21. */
const HINTS: [RegExp, string][] = [
  [
    /ResourceLimitExceeded|account-level service limit/i,
    'the quota of the account is too small for these endpoints: request an increase in Service Quotas ("for endpoint usage")',
  ],
  [
    /InsufficientInstanceCapacity|capacity/i,
    'AWS has no free instance of this type at the moment: run the benchmark again later, or on a different type',
  ],
  [
    /ModelError|InvokeEndpoint|INVALID_INPUT|model returned/i,
    'the server rejected the sample payload or timed out: test the payload on an endpoint with the same model first',
  ],
  [
    /PayloadError|payload/i,
    'the sample payload could not be used: it must be a .tar.gz of request bodies of the content type',
  ],
  [
    /AccessDenied|not authorized|cannot be assumed|AssumeRole/i,
    'a role lacks a permission, or cannot be assumed by SageMaker',
  ],
  [/health check|ping/i, 'the server did not start: its log is in /aws/sagemaker/Endpoints'],
];

/** Summarizes a run: failed jobs, the pick (the selected recommendation), and the location of the table. */
export function messageOf(
  jobs: EndedJob[],
  recommendationCount: number,
  demand: BenchmarkDemand,
  pick?: RankedRecommendation,
  table?: string,
): string {
  const failures = jobs.filter(({ status }) => status !== 'COMPLETED');
  const summary =
    failures.length === 0
      ? `The benchmark is complete: ${recommendationCount} recommendations.`
      : `${failures.length} of ${jobs.length} benchmarks gave no results.`;
  return [
    summary,
    ...failures.map(describeFailure),
    ...(table === undefined
      ? []
      : [pick ? describePick(pick) : describeMissingPick(recommendationCount, demand), `Table: ${table}`]),
  ].join('\n');
}

function describeFailure({ configuration, jobName, reason = 'no reason is known' }: EndedJob): string {
  const hint = HINTS.find(([pattern]) => pattern.test(reason))?.[1];
  const name = configuration === '' ? jobName : `${configuration} (${jobName})`;
  return `${name}: ${escapeControlCharacters(reason)}${hint === undefined ? '' : ` — ${hint}`}`;
}

function describePick(pick: RankedRecommendation): string {
  const { instanceCount, instanceType, configuration, usdPerHour, modelLatencyMilliseconds } = pick;
  return `Pick: ${instanceCount} × ${instanceType} running ${configuration}, ${usdPerHour?.toFixed(2)} USD per hour, ${modelLatencyMilliseconds} ms.`;
}

function describeMissingPick(
  recommendationCount: number,
  { modelLatencyMilliseconds: limit }: BenchmarkDemand,
): string {
  if (recommendationCount === 0) return 'No pick: Inference Recommender recommends nothing.';
  return `No pick: no recommendation has a rate, a price and a latency${limit === undefined ? '' : ` within ${limit} ms`}.`;
}
