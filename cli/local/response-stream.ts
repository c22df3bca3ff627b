import { once } from 'events';
import * as http from 'http';
import { EventStreamCodec } from '@smithy/core/event-streams';

const CODEC = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
);

/**
 * Sends a body part by part as they arrive, in the form that InvokeEndpointWithResponseStream has.
 *
 * @returns the whole body
 */
export async function sendParts(parts: AsyncIterable<Buffer>, response: http.ServerResponse): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of parts) {
    chunks.push(chunk);
    if (!response.write(encodePart(chunk))) await once(response, 'drain');
  }
  response.end();
  return Buffer.concat(chunks);
}

/** A part of the body as it travels. */
export function encodePart(body: Uint8Array): Uint8Array {
  const header = (value: string): { type: 'string'; value: string } => ({ type: 'string', value });
  return CODEC.encode({
    headers: {
      ':message-type': header('event'),
      ':event-type': header('PayloadPart'),
      ':content-type': header('application/octet-stream'),
    },
    body,
  });
}
