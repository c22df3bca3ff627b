import { once } from 'events';
import * as http from 'http';
import { EventStreamCodec } from '@smithy/core/event-streams';

const CODEC = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
);

/** What is kept of a stream, which may go on for as long as a response may take. */
const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Sends a body part by part as they arrive, in the form that InvokeEndpointWithResponseStream has. A body that breaks off ends with
 * SageMaker's ModelStreamError, since the status 200 has been sent.
 *
 * @returns the body, as far as it came, without what is beyond 16 MiB
 */
export async function sendParts(parts: AsyncIterable<Buffer>, response: http.ServerResponse): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of parts) {
      if ((bytes += chunk.length) <= KEPT_BYTES) chunks.push(chunk);
      if (!response.write(encodePart(chunk))) await once(response, 'drain');
    }
  } catch (error) {
    response.write(encodeError(error as Error));
  }
  response.end();
  return Buffer.concat(chunks);
}

/** A part of the body as it travels. */
export function encodePart(body: Uint8Array): Uint8Array {
  return encode(
    { ':message-type': 'event', ':event-type': 'PayloadPart', ':content-type': 'application/octet-stream' },
    body,
  );
}

/** What ends a body that broke off. Error codes: ModelStreamError in the API model of SageMaker's runtime (botocore 1.44.5). */
export function encodeError({ name, message }: Error): Uint8Array {
  const ErrorCode = name === 'AbortError' ? 'ModelInvocationTimeExceeded' : 'StreamBroken';
  const headers = {
    ':message-type': 'exception',
    ':exception-type': 'ModelStreamError',
    ':content-type': 'application/json',
  };
  return encode(headers, Buffer.from(JSON.stringify({ Message: `${ErrorCode}: ${message}`, ErrorCode })));
}

function encode(texts: Record<string, string>, body: Uint8Array): Uint8Array {
  const headers = Object.entries(texts).map(([name, value]) => [name, { type: 'string' as const, value }]);
  return CODEC.encode({ headers: Object.fromEntries(headers), body });
}
