import { Message } from '../../lib/client/protocol/message';
import type { ServiceTime } from '../../lib/measurements/latency-profile';
import { MAX_BATCH } from '../../lib/measurements/readers/measured-value';
import { batchRequests, batchSizesUpTo } from './batch-requests';
import { measureLatencies, Measurement } from './latency';
import { RejectedRequestError } from './loopback-client';

/** The measured times of a model. */
export interface BatchTimes {
  /** The median latency by batch size. */
  readonly times: ServiceTime[];
  /** Which batch sizes were not measured, and why; undefined if all were measured. */
  readonly notMeasured?: string;
}

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
  send: (request: Message) => Promise<void>,
  measurement: Measurement,
): Promise<BatchTimes> {
  const requestOf = maxBatchSize > 0 ? batchRequests(example) : (): Message => example;
  const times: ServiceTime[] = [];
  for (const batch of batchSizesUpTo(Math.max(1, maxBatchSize))) {
    const request = requestOf(batch);
    try {
      const { p50: milliseconds } = await measureLatencies(() => send(request), measurement);
      times.push({ batch, milliseconds });
    } catch (error) {
      measurement.signal.throwIfAborted();
      if (!(error instanceof RejectedRequestError)) throw error;
      return { times, notMeasured: `a batch of ${batch} was rejected: ${error.message}` };
    }
  }
  return {
    times,
    notMeasured: maxBatchSize > MAX_BATCH ? `batches above ${MAX_BATCH}, the largest that a plan supports` : undefined,
  };
}
