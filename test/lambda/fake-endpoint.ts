import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { encodePart } from '../../cli/local/response-stream';

/** What the endpoint was asked. */
export interface Invocation {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly contentType: string;
  readonly body: Buffer;
}

/** What the endpoint answers. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | object;
  /** Parts of InvokeEndpointWithResponseStream, instead of a body. */
  readonly stream?: string[];
}

/** What a connection does beside passing an answer on. */
export type Fault = 'close before the answer' | 'close in the middle of the answer';

/** SageMaker's InvokeEndpoint: prepared answers, or those of a server behind it, with faults where asked for. */
export class FakeEndpoint {
  /** What is answered, one after another; the last one from then on. */
  public replies: Reply[] = [];
  /** Base URL of a server that answers instead. */
  public upstream?: string;
  /** What goes wrong with a request, by its number from 1 on. */
  public faults: (request: number) => Fault | undefined = () => undefined;
  public invocations: Invocation[] = [];

  public async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    this.invocations.push({ url, headers, contentType: headers['content-type'] ?? '', body: await buffer(request) });
    const fault = this.faults(this.invocations.length);
    if (fault === 'close before the answer') {
      response.destroy();
      return;
    }
    const { status, headers: given, body } = this.upstream ? await this.pass(this.upstream) : this.prepared();
    response.writeHead(status, { ...given, 'content-length': body.length });
    if (fault === 'close in the middle of the answer') {
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    } else {
      response.end(body);
    }
  }

  private prepared(): { status: number; headers: Record<string, string>; body: Buffer } {
    const {
      status = 200,
      headers,
      body = '',
      stream,
    } = (this.replies.length > 1 ? this.replies.shift() : this.replies[0]) ?? {};
    if (stream) {
      const type = { 'x-amzn-sagemaker-content-type': 'text/event-stream; charset=utf-8' };
      return {
        status,
        headers: { ...type, ...headers },
        body: Buffer.concat(stream.map((part) => encodePart(Buffer.from(part)))),
      };
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text) };
  }

  private async pass(upstream: string): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
    const { url, headers, body } = this.invocations[this.invocations.length - 1];
    const passed = Object.entries(headers).filter(([name]) => /^(content-type|accept)$|^x-amzn-sagemaker-/.test(name));
    const answer = await fetch(upstream + url, {
      method: 'POST',
      headers: Object.fromEntries(passed) as Record<string, string>,
      body: new Uint8Array(body),
    });
    const given = [...answer.headers].filter(([name]) => /^content-type$|^x-amzn-/.test(name));
    return {
      status: answer.status,
      headers: Object.fromEntries(given),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }
}

/** The error that SageMaker makes of a model's. */
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
