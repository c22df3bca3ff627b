import { once } from 'events';
import * as http from 'http';
import { EventStreamCodec } from '@smithy/core/event-streams';

const CODEC = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
);

/** Maximum number of bytes of a stream that are returned to the caller. */
const MAX_RETURNED_BYTES = 16 * 1024 * 1024;

/**
 * Sends the parts of a body as they arrive, in the format of InvokeEndpointWithResponseStream. An interrupted body ends with SageMaker's
 * ModelStreamError, because the status 200 has already been sent.
 *
 * @returns the received body, up to 16 MiB
 */
export async function sendParts(parts: AsyncIterable<Buffer>, response: http.ServerResponse): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of parts) {
      if ((bytes += chunk.length) <= MAX_RETURNED_BYTES) chunks.push(chunk);
      if (!response.write(encodePart(chunk))) await once(response, 'drain');
    }
  } catch (error) {
    response.write(encodeError(error as Error));
  }
  response.end();
  return Buffer.concat(chunks);
}

/** Encodes a part of the body as an event of the response stream. */
export function encodePart(body: Uint8Array): Uint8Array {
  return encode(
    { ':message-type': 'event', ':event-type': 'PayloadPart', ':content-type': 'application/octet-stream' },
    body,
  );
}

/** Encodes the error that ends an interrupted body. The error codes are from the definition of ModelStreamError in botocore 1.44.5. */
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
