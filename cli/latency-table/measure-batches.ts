import { Message } from '../../lib/client/protocol/message';
import type { ServiceTime } from '../../lib/measurements/latency-profile';
import { MAX_BATCH } from '../../lib/measurements/readers/measured-value';
import { percentile } from '../response-times';
import { batchRequests, batchSizesUpTo } from './batch-requests';

/** The requests of a measurement, for each batch size. */
export interface BatchMeasurement {
  /** The number of requests that are not measured. */
  readonly warmup: number;
  /** Maximum number of measured requests. */
  readonly requests: number;
  /** Maximum duration of the measured requests. At least one request is measured. */
  readonly seconds: number;
  /** The measurement stops, and throws the reason, when the signal is aborted. */
  readonly signal: AbortSignal;
}

/** The measured times of a model. */
export interface BatchTimes {
  /** The median latency by batch size. */
  readonly times: ServiceTime[];
  /** Which batch sizes were not measured, and why; undefined if all were measured. */
  readonly notMeasured?: string;
}

/** Errors of the SDK about requests that the model, or SageMaker, rejected. */
const REJECTIONS = ['ModelError', 'ValidationError'];

/**
 * Measures the median latency of requests by batch size, one request at a time. The measurement ends at the first batch size that is
 * rejected.
 *
 * @param maxBatchSize `max_batch_size` of the model. If it is 0, the example is sent unchanged, and counts as a batch of 1
 * @param send sends a request, and waits for the complete response
 */
export async function measureBatches(
  example: Message,
  maxBatchSize: number,
  send: (request: Message) => Promise<unknown>,
  measurement: BatchMeasurement,
): Promise<BatchTimes> {
  const requestOf = maxBatchSize > 0 ? batchRequests(example) : (): Message => example;
  const times: ServiceTime[] = [];
  for (const batch of batchSizesUpTo(Math.max(1, maxBatchSize))) {
    const request = requestOf(batch);
    try {
      times.push({ batch, milliseconds: await medianLatency(() => send(request), measurement) });
    } catch (error) {
      measurement.signal.throwIfAborted();
      const { name, message } = error as Error;
      if (!REJECTIONS.includes(name)) throw error;
      return { times, notMeasured: `a batch of ${batch} was rejected: ${message}` };
    }
  }
  return {
    times,
    notMeasured: maxBatchSize > MAX_BATCH ? `batches above ${MAX_BATCH}, the largest that a plan supports` : undefined,
  };
}

async function medianLatency(
  send: () => Promise<unknown>,
  { warmup, requests, seconds, signal }: BatchMeasurement,
): Promise<number> {
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
  return percentile(50, latencies);
}
