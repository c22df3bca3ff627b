import { LatencySpec } from '../../lib/contracts/smoke-test-properties';

/** The longest duration of a measurement: long enough for a percentile, but short compared with a deployment. */
const MEASUREMENT_MILLISECONDS = 120_000;

/** The result of checking a response, as sentences for a message. */
export interface CheckSummary {
  /** A sentence that describes the errors of the response. */
  readonly problem?: string;
  /** A sentence that describes the outputs without values. */
  readonly untested?: string;
  /** False if no output has values. */
  readonly isTested?: boolean;
}

/** The result of a request to a model. */
export interface RequestResult extends CheckSummary {
  readonly milliseconds: number;
  /**
   * A sentence about the error, if the model was allowed to reject the request. Such a request counts neither as a success nor as a
   * failure.
   */
  readonly rejection?: string;
  /** Whether the request failed because the endpoint was still loading the model. */
  readonly loading?: boolean;
  /** Whether SageMaker rejected the request because the inference component has no copy. */
  readonly noCapacity?: boolean;
}

/** The latency of a model at the percentile of the objective. */
interface LatencyResult {
  readonly milliseconds: number;
  readonly problems: string[];
}

/**
 * Sends the requests of a latency test, for at most two minutes, and compares the latency at the percentile with the objective. The latency
 * is measured in this function, so it includes SageMaker and the network.
 */
export async function checkLatency(spec: LatencySpec, send: () => Promise<RequestResult>): Promise<LatencyResult> {
  await sendAll(spec.warmup, spec.concurrency, send);
  const results = await sendAll(spec.requests, spec.concurrency, send);
  const failedResults = results.filter(({ problem }) => problem !== undefined);
  if (failedResults.length > 0) {
    return {
      milliseconds: NaN,
      problems: [
        `${failedResults.length} of ${results.length} requests failed, the first one: ${failedResults[0].problem}`,
      ],
    };
  }
  const sorted = results.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const latencyAt = (percentile: number): number =>
    sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)];
  const measuredLatency = latencyAt(spec.percentile);
  const requests = spec.concurrency === 1 ? 'sequential requests' : `requests, ${spec.concurrency} concurrently`;
  const problem =
    `p${spec.percentile} of ${sorted.length} ${requests} is ${measuredLatency.toFixed(1)} ms (p50 ${latencyAt(50).toFixed(1)} ms), ` +
    `the objective is ${spec.milliseconds} ms`;
  return { milliseconds: measuredLatency, problems: measuredLatency > spec.milliseconds ? [problem] : [] };
}

async function sendAll(
  count: number,
  concurrency: number,
  send: () => Promise<RequestResult>,
): Promise<RequestResult[]> {
  const deadline = performance.now() + MEASUREMENT_MILLISECONDS;
  const results: RequestResult[] = [];
  let remaining = count;
  const worker = async (): Promise<void> => {
    while (remaining-- > 0 && performance.now() < deadline) results.push(await send());
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
  return results;
}
