import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { encodePart } from '../../cli/local/response-stream';

/** A request to the endpoint. */
export interface Invocation {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly contentType: string;
  readonly body: Buffer;
}

/** A response of the endpoint. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | object;
  /** The parts of a response to InvokeEndpointWithResponseStream, instead of a body. */
  readonly stream?: string[];
}

/** A connection fault. */
export type Fault = 'closed within the response';

/**
 * A fake of SageMaker's InvokeEndpoint API. It returns prepared responses or the responses of an upstream server, and can break
 * connections.
 */
export class FakeEndpoint {
  /** The responses, in order. The last response is repeated. */
  public replies: Reply[] = [];
  /** The base URL of the upstream server, which receives the requests instead of prepared responses. */
  public upstream?: string;
  /** The fault of a request, by the number of the request, from 1. */
  public faults: (request: number) => Fault | undefined = () => undefined;
  public invocations: Invocation[] = [];

  public async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    this.invocations.push({ url, headers, contentType: headers['content-type'] ?? '', body: await buffer(request) });
    const fault = this.faults(this.invocations.length);
    const {
      status,
      headers: replyHeaders,
      body,
    } = this.upstream ? await this.forward(this.upstream) : this.nextReply();
    response.writeHead(status, { ...replyHeaders, 'content-length': body.length });
    if (fault === 'closed within the response') {
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    } else {
      response.end(body);
    }
  }

  private nextReply(): { status: number; headers: Record<string, string>; body: Buffer } {
    const {
      status = 200,
      headers,
      body = '',
      stream,
    } = (this.replies.length > 1 ? this.replies.shift() : this.replies[0]) ?? {};
    if (stream) {
      const contentType = { 'x-amzn-sagemaker-content-type': 'text/event-stream; charset=utf-8' };
      return {
        status,
        headers: { ...contentType, ...headers },
        body: Buffer.concat(stream.map((part) => encodePart(Buffer.from(part)))),
      };
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text) };
  }

  private async forward(upstream: string): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
    const { url, headers, body } = this.invocations[this.invocations.length - 1];
    const forwarded = Object.entries(headers).filter(([name]) =>
      /^(content-type|accept)$|^x-amzn-sagemaker-/.test(name),
    );
    const response = await fetch(upstream + url, {
      method: 'POST',
      headers: Object.fromEntries(forwarded) as Record<string, string>,
      body: new Uint8Array(body),
    });
    const replyHeaders = [...response.headers].filter(([name]) => /^content-type$|^x-amzn-/.test(name));
    return {
      status: response.status,
      headers: Object.fromEntries(replyHeaders),
      body: Buffer.from(await response.arrayBuffer()),
    };
  }
}

/** SageMaker's response if the container returns an error. */
export function modelError(status: number, message: string): Reply {
  return {
    status: 424,
    headers: { 'x-amzn-errortype': 'ModelError' },
    body: {
      OriginalStatusCode: status,
      OriginalMessage: message,
      Message: `Received server error (${status}) from primary`,
    },
  };
}
