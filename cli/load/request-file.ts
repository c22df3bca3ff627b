import { readRegularFile } from '../../lib/platform/regular-file';
import { anything, parseJson } from '../shape';
import { LoadRequest } from './target';

/** More than SageMaker accepts of a request. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** What is sent over and over, and how many items it has for the model. */
export interface RequestFile extends Pick<LoadRequest, 'contentType'> {
  readonly items: number;
  /**
   * The body of a request, by its number from 0 on. One with a `sequence_id` has its own each time: requests in flight with the same one
   * would be one sequence, which a server works on in order.
   */
  bodyOf(index: number): Uint8Array;
}

/**
 * Reads a KServe request in JSON, or an example that has one; anything else goes as it is, with the content type that is given.
 *
 * @throws when it cannot be read
 */
export function readRequest(file: string, contentType = 'application/json'): RequestFile {
  const content = readRegularFile(file, { maximumBytes: MAXIMUM_BYTES });
  const json = contentType === 'application/json' ? parse(file, content.toString()) : undefined;
  const request = json?.request ?? json;
  const batch = request?.inputs?.[0]?.shape?.[0];
  const body = json?.request ? encode(request) : content;
  const parameters = request?.parameters;
  const first = parameters?.sequence_id;
  return {
    bodyOf: (index) =>
      typeof first === 'number'
        ? encode({ ...request, parameters: { ...parameters, sequence_id: first + index } })
        : body,
    contentType,
    items: typeof batch === 'number' && batch > 0 ? batch : 1,
  };
}

interface JsonRequest {
  readonly inputs?: { readonly shape?: number[] }[];
  readonly parameters?: { readonly sequence_id?: unknown };
}

interface JsonFile extends JsonRequest {
  readonly request?: JsonRequest;
}

function encode(request?: JsonRequest): Uint8Array {
  return Buffer.from(JSON.stringify(request));
}

function parse(file: string, text: string): JsonFile | undefined {
  return (parseJson(text, file, anything) as JsonFile | null) ?? undefined;
}
