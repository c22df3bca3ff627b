import { readResponse } from '../../lib/client/protocol/decode';
import { TensorElements } from '../../lib/client/protocol/elements';
import { GenerateBody, readGenerateResponse } from '../../lib/client/protocol/generate';
import { BINARY_TYPE, flatten, Message } from '../../lib/client/protocol/message';
import { CapturedBody } from './records';

/** An output of a response. */
export interface Output {
  readonly name: string;
  readonly elements: TensorElements;
  /** Data type and shape. Undefined for an output of Triton's generate extension. */
  readonly datatype?: string;
  readonly shape?: number[];
}

/**
 * Fields that describe the server, the request, or a part of a stream (the outputs of the TensorRT-LLM backend other than the text). They can
 * differ although the outputs are equal.
 */
const SERVER_FIELDS = [
  'id',
  'model_name',
  'model_version',
  'batch_index',
  'sequence_id',
  'sequence_index',
  'sequence_start',
  'sequence_end',
];

/** The bytes of a captured body. */
export function bytesOf({ encoding, data }: CapturedBody): Uint8Array {
  return Buffer.from(data, encoding === 'BASE64' ? 'base64' : 'utf8');
}

/** The outputs of a response of KServe v2 or of Triton's generate extension. Undefined for a different body. */
export function outputsOf(body: CapturedBody): Output[] | undefined {
  const message = messageOf(body);
  try {
    return readResponse(message).outputs;
  } catch {
    return generatedOutputs(message);
  }
}

/** The message of a captured body. It is not documented whether the captured content type contains the size of the JSON in a binary body. */
function messageOf({ contentType, ...content }: CapturedBody): Message {
  const body = bytesOf({ contentType, ...content });
  const lacksSize = contentType.startsWith(BINARY_TYPE) && !contentType.includes('json-header-size=');
  return { contentType: lacksSize ? `${BINARY_TYPE};json-header-size=${jsonSize(body)}` : contentType, body };
}

const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE] = Buffer.from('"\\{}');

/** The size of the JSON object at the start of the bytes. */
function jsonSize(bytes: Uint8Array): number {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isInString && byte === BACKSLASH) index++;
    else if (byte === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (byte === OPENING_BRACE) depth++;
    else if (byte === CLOSING_BRACE && --depth === 0) return index + 1;
  }
  return bytes.length;
}

/** The outputs of a response of the generate extension. The texts of a stream are joined: equal texts can arrive in different parts. */
function generatedOutputs(message: Message): Output[] | undefined {
  let responses: GenerateBody[];
  try {
    responses = readGenerateResponse(message);
  } catch {
    return undefined;
  }
  // The messages of equal rejections can differ, because they contain the name of the model.
  const isRejection = responses.length > 0 && responses.every((response) => Object.keys(response).join() === 'error');
  if (isRejection) return [{ name: 'error', elements: [] }];
  const names = [...new Set(responses.flatMap((response) => Object.keys(response)))];
  return names
    .filter((name) => !SERVER_FIELDS.includes(name))
    .map((name) => {
      const values = responses.flatMap((response) => (Object.hasOwn(response, name) ? [response[name]] : []));
      const isText = values.every((value) => typeof value === 'string');
      return { name, elements: isText ? [values.join('')] : flatten(values).map(objectToText) };
    });
}

/** Converts an object to its JSON. Other values are not converted. */
function objectToText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? String(field) : field));
}
