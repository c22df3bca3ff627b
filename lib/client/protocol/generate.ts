import { FilledTensor, formOf, JSON_TYPE, Message } from './message';
import { parseTritonJson } from './json';

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
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  if (!contentType.startsWith(STREAM_TYPE)) return [parseResponse(text, formOf(contentType))];
  const events = text.split(/\r?\n\r?\n/);
  const rest = events.pop();
  if (rest !== '') throw new Error(`the stream of ${body.byteLength} bytes is truncated in event ${events.length + 1}`);
  return events.map((event, index) => {
    const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
    return parseResponse(data.map((line) => line.slice('data:'.length)).join('\n'), `event ${index + 1} of a stream`);
  });
}

function parseResponse(text: string, form: string): Generated {
  try {
    const response = parseTritonJson(text);
    if (typeof response === 'object' && response !== null && !Array.isArray(response)) return response as Generated;
  } catch {
    // said below, without the values
  }
  throw new Error(
    `${Buffer.byteLength(text)} bytes of ${form} are not a generate response: they are truncated, or not JSON`,
  );
}
