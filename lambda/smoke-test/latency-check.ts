import { LatencySpec } from './test-plan';

/** Long enough for a percentile, short enough for the deployment. */
const MEASURED_FOR_MILLISECONDS = 120_000;

/** What an answer shows of a model. */
export interface Judgement {
  /** What was wrong, in words. */
  readonly problem?: string;
  /** Outputs that show nothing, in words. */
  readonly untested?: string;
  /** False when none of the outputs shows anything. */
  readonly isTested?: boolean;
}

/** How a request went. */
export interface Trial extends Judgement {
  readonly milliseconds: number;
  /** The model's error to a request that it may reject, in words: neither right nor wrong. */
  readonly rejection?: string;
  /** Whether the model was not there yet. */
  readonly loading?: boolean;
}

/** What a model took. */
export interface LatencyResult {
  readonly milliseconds: number;
  readonly problems: string[];
}

/**
 * Sends requests until there are as many as asked for, or two minutes are over, and holds the latency at the percentile against the
 * objective. The clock is the client's: what SageMaker and the network add is in it.
 */
export async function checkLatency(spec: LatencySpec, send: () => Promise<Trial>): Promise<LatencyResult> {
  await sendAll(spec.warmup, spec.concurrency, send);
  const trials = await sendAll(spec.requests, spec.concurrency, send);
  const failed = trials.filter(({ problem }) => problem !== undefined);
  if (failed.length > 0) {
    return {
      milliseconds: NaN,
      problems: [`${failed.length} of ${trials.length} requests failed, the first one: ${failed[0].problem}`],
    };
  }
  const sorted = trials.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const at = (percentile: number): number => sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)];
  const measured = at(spec.percentile);
  const way = spec.concurrency === 1 ? 'sequential requests' : `requests, ${spec.concurrency} concurrently`;
  const problem =
    `p${spec.percentile} of ${sorted.length} ${way} is ${measured.toFixed(1)} ms (p50 ${at(50).toFixed(1)} ms), ` +
    `the objective is ${spec.milliseconds} ms`;
  return { milliseconds: measured, problems: measured > spec.milliseconds ? [problem] : [] };
}

async function sendAll(count: number, concurrency: number, send: () => Promise<Trial>): Promise<Trial[]> {
  const end = performance.now() + MEASURED_FOR_MILLISECONDS;
  const trials: Trial[] = [];
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0 && performance.now() < end) trials.push(await send());
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
  return trials;
}
