import { once } from 'events';
import * as http from 'http';
import { Address } from './triton-process';

/** Maximum size of a response, far above what SageMaker accepts, even for the files of an asynchronous endpoint. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

/** A request to a server. */
export interface ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: Buffer;
  /** Timeout of the response; no timeout by default. */
  readonly timeoutSeconds?: number;
}

/** The response of a server. */
export interface ServerResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** The error if a response does not arrive within the timeout. */
export class RequestTimeoutError extends Error {}

/**
 * Sends a request and waits for the complete response.
 *
 * @throws RequestTimeoutError after the timeout
 */
export async function sendToServer(
  address: Address,
  agent: http.Agent,
  request: ServerRequest,
): Promise<ServerResponse> {
  const signal = timeoutSignal(request);
  try {
    const response = await openResponse(address, agent, request, signal);
    const contentType = response.headers['content-type'] ?? 'application/octet-stream';
    return { status: response.statusCode ?? 0, contentType, body: await readBody(response) };
  } catch (error) {
    throw signal?.aborted ? new RequestTimeoutError(`no response arrived within ${request.timeoutSeconds} s`) : error;
  }
}

/** Sends a request and waits for the beginning of the response. */
export async function openResponse(
  address: Address,
  agent: http.Agent,
  serverRequest: ServerRequest,
  signal = timeoutSignal(serverRequest),
): Promise<http.IncomingMessage> {
  const { method, path, headers, body = Buffer.alloc(0) } = serverRequest;
  const allHeaders = { ...headers, 'content-length': body.length };
  const request = http.request({ ...address, method, path, agent, signal, headers: allHeaders });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}

function timeoutSignal({ timeoutSeconds }: ServerRequest): AbortSignal | undefined {
  return timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1000);
}

async function readBody(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of parts) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error(`the server's response has more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
