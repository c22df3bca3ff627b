import type { ResponseStream } from '@aws-sdk/client-sagemaker-runtime';

/** When the responses of a stream arrived, in milliseconds of `performance.now()`, and the whole body. */
export interface StreamedResponses {
  readonly arrivals: number[];
  readonly body: Buffer;
}

/** An empty line ends each event of a stream. */
const END_OF_EVENT = /\r?\n\r?\n/;

/**
 * Reads a stream to its end. SageMaker cuts a body anywhere: a part may have several responses or a piece of one, so that a response has
 * arrived with the part that ends its event.
 *
 * @throws when the stream ends in the middle of a response
 */
export async function readStream(parts: AsyncIterable<ResponseStream>): Promise<StreamedResponses> {
  const arrivals: number[] = [];
  const chunks: Uint8Array[] = [];
  /** The end of what has arrived, in which an end of an event may begin; and how much of an event has arrived. */
  let end = '';
  let unfinished = 0;
  for await (const { PayloadPart } of parts) {
    const chunk = PayloadPart?.Bytes ?? new Uint8Array();
    chunks.push(chunk);
    const events = (end + Buffer.from(chunk).toString('latin1')).split(END_OF_EVENT);
    const last = events.pop() ?? '';
    unfinished = events.length > 0 ? last.length : unfinished + last.length - end.length;
    end = last.slice(-3);
    for (let event = 0; event < events.length; event++) arrivals.push(performance.now());
  }
  const body = Buffer.concat(chunks);
  if (unfinished > 0)
    throw new Error(`the stream of ${body.length} bytes ends in the middle of response ${arrivals.length + 1}`);
  return { arrivals, body };
}

/** The times from each response of a stream to the next. */
export function gapsOf(arrivals: number[]): number[] {
  return arrivals.slice(1).map((arrival, index) => arrival - arrivals[index]);
}

/** The smallest value that a percentage of all are not above; `missing` further values are above any. */
export function percentile(percentage: number, values: number[], missing = 0): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percentage / 100) * (sorted.length + missing)) - 1)] ?? Infinity;
}
