import type { ResponseStream } from '@aws-sdk/client-sagemaker-runtime';

/** The arrival times of the responses in a stream, in milliseconds of `performance.now()`, and the complete body. */
export interface StreamedResponses {
  readonly arrivals: number[];
  readonly body: Buffer;
}

/** An empty line, which ends each event (a response) of a stream. */
const END_OF_EVENT = /\r?\n\r?\n/;

/**
 * Reads a stream to its end. SageMaker splits the body at any position, so a part can contain several responses, or only a piece of a
 * response. The arrival time of a response is the time at which the end of its event arrives.
 *
 * @throws if the stream ends in the middle of a response
 */
export async function readStream(parts: AsyncIterable<ResponseStream>): Promise<StreamedResponses> {
  const arrivals: number[] = [];
  const chunks: Uint8Array[] = [];
  let tail = ''; // the last characters: an empty line may begin in one part and end in the next
  let incompleteBytes = 0; // bytes of the last event that have arrived
  for await (const { PayloadPart } of parts) {
    const chunk = PayloadPart?.Bytes ?? new Uint8Array();
    chunks.push(chunk);
    const events = (tail + Buffer.from(chunk).toString('latin1')).split(END_OF_EVENT);
    const lastPart = events.pop() ?? '';
    incompleteBytes = events.length > 0 ? lastPart.length : incompleteBytes + lastPart.length - tail.length;
    tail = lastPart.slice(-3);
    for (let event = 0; event < events.length; event++) arrivals.push(performance.now());
  }
  const body = Buffer.concat(chunks);
  if (incompleteBytes > 0)
    throw new Error(`the stream of ${body.length} bytes ends in the middle of response ${arrivals.length + 1}`);
  return { arrivals, body };
}

/** The times between consecutive responses of a stream. */
export function gapsOf(arrivals: number[]): number[] {
  return arrivals.slice(1).map((arrival, index) => arrival - arrivals[index]);
}

/** The percentile of latencies. `failed` is the number of requests without a response, which count as infinitely slow. */
export function percentile(percentage: number, values: number[], failed = 0): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percentage / 100) * (sorted.length + failed)) - 1)] ?? Infinity;
}
