import { once } from 'events';
import * as http from 'http';
import { readUpTo } from './read-up-to';
import { Address } from './triton-process';

/** SageMaker returns far less; the response of an asynchronous endpoint is a file. */
const MAXIMUM_BYTES = 256 * 1024 * 1024;

/** What is sent to a server. */
export interface ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: Buffer;
  /** How long the response may take; it may take for ever when absent. */
  readonly timeoutSeconds?: number;
}

/** What the server answers. */
export interface ServerAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** A response did not come in time. */
export class RequestTimeout extends Error {}

/**
 * Sends a request and waits for the whole response.
 *
 * @throws RequestTimeout when it takes too long
 */
export async function sendToServer(address: Address, agent: http.Agent, sent: ServerRequest): Promise<ServerAnswer> {
  const signal = timeoutOf(sent);
  try {
    const response = await openResponse(address, agent, sent, signal);
    const contentType = response.headers['content-type'] ?? 'application/octet-stream';
    return { status: response.statusCode ?? 0, contentType, body: await readUpTo(MAXIMUM_BYTES, response) };
  } catch (error) {
    throw signal?.aborted ? new RequestTimeout(`no response arrived within ${sent.timeoutSeconds} s`) : error;
  }
}

/** Sends a request and waits for the beginning of the response. */
export async function openResponse(
  address: Address,
  agent: http.Agent,
  sent: ServerRequest,
  signal = timeoutOf(sent),
): Promise<http.IncomingMessage> {
  const { method, path, headers, body = Buffer.alloc(0) } = sent;
  const allHeaders = { ...headers, 'content-length': body.length };
  const request = http.request({ ...address, method, path, agent, signal, headers: allHeaders });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}

function timeoutOf({ timeoutSeconds }: ServerRequest): AbortSignal | undefined {
  return timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1000);
}
