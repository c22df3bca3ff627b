import { FilledTensor, describeContentType, JSON_TYPE, Message } from './message';
import { parseTritonJson } from './json';
import { describeJsonType } from './read-output';

/** Body of a request or response of Triton's generate extension: values or flat lists of values, by tensor or parameter name. */
export type GenerateBody = Record<string, unknown>;

const STREAM_TYPE = 'text/event-stream';

/** Creates the body of a generate request. The server reshapes the flat values to the shape of the input. */
export function generateBody(inputs: FilledTensor[], parameters?: object): GenerateBody {
  const values = inputs.map(({ name, elements }) => [name, elements.length === 1 ? elements[0] : Array.from(elements)]);
  return { ...Object.fromEntries(values), ...(parameters && { parameters }) };
}

/** Encodes a generate request. */
export function encodeGenerateRequest(body: GenerateBody): Message {
  return { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) };
}

/**
 * Parses the response to a generate request: one response, or the events of a stream.
 *
 * @throws Error if the message is not a generate response
 */
export function readGenerateResponse({ contentType, body }: Message): GenerateBody[] {
  if (!contentType.startsWith(STREAM_TYPE)) return [parseResponse(body, describeContentType(contentType))];
  // latin1 maps each byte to a character, so that the JSON of an event can be converted back to bytes.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const events = text.split(/\r?\n\r?\n/);
  const remainder = events.pop();
  if (remainder !== '')
    throw new Error(`the stream of ${body.byteLength} bytes is truncated in event ${events.length + 1}`);
  return events.map((event, index) => {
    const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
    const json = data.map((line) => line.slice('data:'.length)).join('\n');
    return parseResponse(Buffer.from(json, 'latin1'), `event ${index + 1} of a stream`);
  });
}

function parseResponse(bytes: Uint8Array, source: string): GenerateBody {
  const prefix = `${bytes.byteLength} bytes of ${source} are not a generate response`;
  let response: unknown;
  try {
    response = parseTritonJson(bytes);
  } catch (error) {
    throw new Error(`${prefix}: they are ${(error as Error).message}`);
  }
  if (typeof response === 'object' && response !== null && !Array.isArray(response)) return response as GenerateBody;
  throw new Error(`${prefix}: they are ${describeJsonType(response)}; allowed: an object`);
}
