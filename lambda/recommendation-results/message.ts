import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';

/** A job that has ended. */
export interface EndedJob {
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

/** Describes why a job gave no results, with advice. */
export function describeFailure({ jobName, reason = 'no reason is known' }: EndedJob): string {
  const hint = HINTS.find(([pattern]) => pattern.test(reason))?.[1];
  const advice = hint === undefined ? '' : ` — ${hint}`;
  return `The benchmark gave no results. ${jobName}: ${escapeControlCharacters(reason)}${advice}`;
}
