import * as path from 'node:path';

/** A response of the server. */
export interface Recording {
  readonly title: string;
  readonly status: number;
  readonly contentType: string;
  /** The body, or its JSON if binary data follows. */
  readonly text: string;
  /** The binary data after the JSON, in base64. */
  readonly binary?: string;
}

export const RECORDINGS = path.join(__dirname, 'responses.json');

export function toRecording(title: string, contentType: string, body: Buffer, status: number): Recording {
  const headerSize = /json-header-size=(\d+)/.exec(contentType)?.[1];
  if (headerSize === undefined) return { title, status, contentType, text: body.toString() };
  const [text, binary] = [body.subarray(0, Number(headerSize)), body.subarray(Number(headerSize))];
  return { title, status, contentType, text: text.toString(), binary: binary.toString('base64') };
}

export function bodyOf({ text, binary = '' }: Recording): Buffer {
  return Buffer.concat([Buffer.from(text), Buffer.from(binary, 'base64')]);
}
