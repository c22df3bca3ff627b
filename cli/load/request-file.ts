import * as fs from 'fs';
import { LoadRequest } from './target';

/** The body of a request, and how many items it has for the model. */
export interface RequestFile extends Pick<LoadRequest, 'body' | 'contentType'> {
  readonly items: number;
}

/**
 * Reads a KServe request in JSON, or an example that has one; anything else goes as it is, with the content type that is given.
 *
 * @throws when it cannot be read
 */
export function readRequest(file: string, contentType = 'application/json'): RequestFile {
  const content = fs.readFileSync(file);
  const json = contentType === 'application/json' ? parse(file, content.toString()) : undefined;
  const request = json?.request ?? json;
  const batch = request?.inputs?.[0]?.shape?.[0];
  return {
    body: json?.request ? Buffer.from(JSON.stringify(request)) : content,
    contentType,
    items: typeof batch === 'number' && batch > 0 ? batch : 1,
  };
}

interface KserveRequest {
  readonly inputs?: { readonly shape?: number[] }[];
}

function parse(file: string, text: string): KserveRequest & { readonly request?: KserveRequest } {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
