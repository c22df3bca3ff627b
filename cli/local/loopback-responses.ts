import * as http from 'http';
import { MAX_BODY_BYTES } from '../../lib/facts/invocation-limits';
import { RequestTimeoutError, ServerResponse } from './server-request';

/** The message in an error response of Triton, which is usually JSON. */
export function messageOf(body: Buffer): string {
  try {
    return (JSON.parse(body.toString()) as { error?: string }).error ?? '';
  } catch {
    return body.toString();
  }
}

export function tooLargeMessage(subject: 'request' | 'response', { length }: Buffer): string {
  return `the ${subject} has ${length} bytes; SageMaker accepts at most ${MAX_BODY_BYTES}`;
}

/** The response to a request that exceeded the timeout. Throws any other error. */
export function timeoutResponse(error: Error): ServerResponse {
  if (!(error instanceof RequestTimeoutError)) throw error;
  const body = Buffer.from(`${error.message}, as long as SageMaker waits`);
  return { status: 504, contentType: 'text/plain', body };
}

/** Sends SageMaker's ModelError, which wraps an error response of the container. */
export function sendModelError(
  response: http.ServerResponse,
  OriginalStatusCode: number,
  OriginalMessage: string,
): void {
  const errorKind = OriginalStatusCode < 500 ? 'client' : 'server';
  const message = `Received ${errorKind} error (${OriginalStatusCode}) from primary with message "${OriginalMessage}"`;
  sendError(response, 424, 'ModelError', message, { OriginalStatusCode, OriginalMessage });
}

export function sendError(
  response: http.ServerResponse,
  status: number,
  code: string,
  message: string,
  fields: object = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': code });
  response.end(JSON.stringify({ Message: message, ...fields }));
}
