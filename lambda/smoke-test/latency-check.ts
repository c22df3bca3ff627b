import { LatencySpec } from '../../lib/contracts/smoke-test-properties';
import { CheckSummary } from './check-response';

/** The longest duration of a measurement: long enough for a percentile, but short compared with a deployment. */
const MEASUREMENT_MILLISECONDS = 120_000;

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
  readonly problem?: string;
}

/**
 * Sends the requests of a latency test one after another, for at most two minutes, and compares the latency at the percentile with the
 * objective. The latency is measured in this function, so it includes SageMaker and the network.
 */
export async function checkLatency(spec: LatencySpec, send: () => Promise<RequestResult>): Promise<LatencyResult> {
  for (let index = 0; index < spec.warmup; index++) await send();
  const deadline = performance.now() + MEASUREMENT_MILLISECONDS;
  const sorted: number[] = [];
  do {
    const { milliseconds, problem } = await send();
    if (problem !== undefined) return { milliseconds: NaN, problem: `a measured request failed: ${problem}` };
    sorted.push(milliseconds);
  } while (sorted.length < spec.requests && performance.now() < deadline);
  sorted.sort((a, b) => a - b);
  const latencyAt = (percentile: number): number =>
    sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)];
  const milliseconds = latencyAt(spec.percentile);
  const problem =
    `p${spec.percentile} of ${sorted.length} sequential requests is ${milliseconds.toFixed(1)} ms (p50 ${latencyAt(50).toFixed(1)} ms), ` +
    `the objective is ${spec.milliseconds} ms`;
  return { milliseconds, ...(milliseconds > spec.milliseconds && { problem }) };
}
