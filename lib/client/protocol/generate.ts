import { FilledTensor, formOf, JSON_TYPE, Message } from './message';
import { parseTritonJson } from './json';
import { kindOf } from './read-output';

/** A body of Triton's generate extension: values, or flat lists of them, by the names of tensors and parameters. */
export type Generated = Record<string, unknown>;

const STREAM_TYPE = 'text/event-stream';

/** A request of the generate extension. The server brings the flat values into the input's shape. */
export function generateBody(inputs: FilledTensor[], parameters?: object): Generated {
  const values = inputs.map(({ name, elements }) => [name, elements.length === 1 ? elements[0] : Array.from(elements)]);
  return { ...Object.fromEntries(values), ...(parameters && { parameters }) };
}

/** A request of the generate extension as it travels. */
export function generateMessage(body: Generated): Message {
  return { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) };
}

/**
 * The responses to a request of the generate extension: one, or the events of a stream.
 *
 * @throws Error that says what came instead
 */
export function readGenerated({ contentType, body }: Message): Generated[] {
  if (!contentType.startsWith(STREAM_TYPE)) return [parseResponse(body, formOf(contentType))];
  // Each byte is a character here, and a line is one of bytes again below.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const events = text.split(/\r?\n\r?\n/);
  const rest = events.pop();
  if (rest !== '') throw new Error(`the stream of ${body.byteLength} bytes is truncated in event ${events.length + 1}`);
  return events.map((event, index) => {
    const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
    const json = data.map((line) => line.slice('data:'.length)).join('\n');
    return parseResponse(Buffer.from(json, 'latin1'), `event ${index + 1} of a stream`);
  });
}

function parseResponse(bytes: Uint8Array, form: string): Generated {
  const said = `${bytes.byteLength} bytes of ${form} are not a generate response`;
  let response: unknown;
  try {
    response = parseTritonJson(bytes);
  } catch (error) {
    throw new Error(`${said}: they are ${(error as Error).message}`);
  }
  if (typeof response === 'object' && response !== null && !Array.isArray(response)) return response as Generated;
  throw new Error(`${said}: they are ${kindOf(response)}; allowed: an object`);
}
