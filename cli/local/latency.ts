/** Latencies of sequential requests, in milliseconds. */
export interface Latencies {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
}

/** The requests of a measurement. */
export interface Measurement {
  /** The number of requests that are not measured. */
  readonly warmup: number;
  /** Maximum number of measured requests. */
  readonly requests: number;
  /** Maximum duration of the measured requests. At least one request is measured. */
  readonly seconds: number;
  /** The measurement stops, and throws the reason, when the signal is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Measures the latency of requests, one at a time.
 *
 * @param send sends a request, and waits for the complete response
 */
export async function measureLatencies(
  send: () => Promise<void>,
  { warmup, requests, seconds, signal }: Measurement,
): Promise<Latencies> {
  for (let sentCount = 0; sentCount < warmup; sentCount++) {
    signal.throwIfAborted();
    await send();
  }
  const latencies: number[] = [];
  const deadline = performance.now() + seconds * 1000;
  do {
    signal.throwIfAborted();
    const start = performance.now();
    await send();
    latencies.push(performance.now() - start);
  } while (latencies.length < requests && performance.now() < deadline);
  return { requests: latencies.length, p50: percentile(50, latencies), p99: percentile(99, latencies) };
}

/** The percentile of latencies. `failed` is the number of requests without a response, which count as infinitely slow. */
export function percentile(percentage: number, values: number[], failed = 0): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percentage / 100) * (sorted.length + failed)) - 1)] ?? Infinity;
}
