import { readRegularFile } from '../../lib/files/regular-file';
import { anything, parseJson } from '../input/shape';
import { LoadRequest } from './target';

/** Maximum size of a request file, above what SageMaker accepts. */
const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

/** The request that is sent repeatedly. */
export interface RequestFile extends Pick<LoadRequest, 'contentType'> {
  /** Number of items in the request (the batch size). */
  readonly items: number;
  /**
   * The body of the n-th request. If the request has a `sequence_id`, each body has a different id, because a server executes concurrent
   * requests with the same id one after the other.
   */
  bodyOf(index: number): Uint8Array;
}

/**
 * Reads a KServe request in JSON, or an example that contains one. With a different content type, the file is sent unchanged.
 *
 * @throws if the file cannot be read
 */
export function readRequest(file: string, contentType = 'application/json'): RequestFile {
  const content = readRegularFile(file, { maximumBytes: MAX_REQUEST_BYTES });
  const json = contentType === 'application/json' ? parse(file, content.toString()) : undefined;
  const request = json?.request ?? json;
  const batch = request?.inputs?.[0]?.shape?.[0];
  const body = json?.request ? encode(request) : content;
  const parameters = request?.parameters;
  const firstSequenceId = parameters?.sequence_id;
  return {
    bodyOf: (index) =>
      typeof firstSequenceId === 'number'
        ? encode({ ...request, parameters: { ...parameters, sequence_id: firstSequenceId + index } })
        : body,
    contentType,
    items: typeof batch === 'number' && batch > 0 ? batch : 1,
  };
}

interface JsonRequest {
  readonly inputs?: { readonly shape?: number[] }[];
  readonly parameters?: { readonly sequence_id?: unknown };
}

/** A KServe request, or an example with a KServe request in its field `request`. */
interface JsonFile extends JsonRequest {
  readonly request?: JsonRequest;
}

function encode(request?: JsonRequest): Uint8Array {
  return Buffer.from(JSON.stringify(request));
}

function parse(file: string, text: string): JsonFile | undefined {
  return (parseJson(text, file, anything) as JsonFile | null) ?? undefined;
}
