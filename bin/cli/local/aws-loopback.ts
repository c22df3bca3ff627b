import * as fs from 'fs';
import { createServer, IncomingMessage, Server, ServerResponse } from 'http';
import { AddressInfo } from 'net';

/** One request to the endpoint as it passed through. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

/** What the loopback stands between. */
export interface LoopbackOptions {
  /** Port of Triton's SageMaker endpoint. */
  readonly tritonPort: number;
  /** Files of the assembly by `bucket/key`. */
  readonly objects: Map<string, string>;
  /** Changes the content of an object before it is served. */
  readonly transform?: (content: string) => string;
}

/**
 * The AWS services that a smoke test talks to, on 127.0.0.1 and in AWS's wire format: SageMaker Runtime's InvokeEndpoint in front
 * of Triton's `/invocations`, S3's GetObject in front of the assembly's files, and the URL to which CloudFormation's answer goes.
 */
export class AwsLoopback {
  public static async start(options: LoopbackOptions): Promise<AwsLoopback> {
    const loopback = new AwsLoopback(options);
    await new Promise<void>((resolve) => loopback.server.listen(0, '127.0.0.1', resolve));
    return loopback;
  }

  /** Every request to the endpoint, in order. */
  public readonly exchanges: Exchange[] = [];
  /** What the handler told CloudFormation. */
  public cloudFormationResponse?: { Status: string; Reason?: string; Data?: Record<string, unknown> };

  private readonly server: Server;

  private constructor(private readonly options: LoopbackOptions) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: Error) => sendError(response, 500, 'InternalFailure', error.message));
    });
  }

  /** Base URL. */
  public get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const path = decodeURIComponent(new URL(request.url ?? '/', this.url).pathname);
    if (request.method === 'PUT' && path === '/cloudformation-response') {
      this.cloudFormationResponse = JSON.parse(body.toString());
      response.end();
    } else if (request.method === 'POST' && /^\/endpoints\/[^/]+\/invocations$/.test(path)) {
      await this.invoke(request, response, body);
    } else if (request.method === 'GET') {
      this.getObject(path.slice(1), response);
    } else {
      sendError(response, 404, 'UnknownOperationException', `${request.method} ${path}`);
    }
  }

  private async invoke(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        ['content-type', 'accept'].includes(name) || name.startsWith('x-amzn-sagemaker-') ? [[name, String(value)]] : [],
      ),
    );
    const triton = await fetch(`http://127.0.0.1:${this.options.tritonPort}/invocations`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    const answer = Buffer.from(await triton.arrayBuffer());
    this.exchanges.push({ request: body.toString(), status: triton.status, answer: answer.toString() });
    if (!triton.ok) {
      const message = answer.toString();
      sendError(response, 424, 'ModelError', `Received ${triton.status} from primary with message "${message}"`, {
        OriginalStatusCode: triton.status,
        OriginalMessage: message,
      });
      return;
    }
    response.setHeader('content-type', triton.headers.get('content-type') ?? 'application/octet-stream');
    response.setHeader('x-amzn-invoked-production-variant', 'AllTraffic');
    response.end(answer);
  }

  private getObject(key: string, response: ServerResponse): void {
    const file = this.options.objects.get(key);
    if (file === undefined) {
      response.statusCode = 404;
      response.end('<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const content = fs.readFileSync(file, 'utf8');
    response.end(this.options.transform?.(content) ?? content);
  }
}

function sendError(response: ServerResponse, status: number, code: string, message: string, fields: object = {}): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-amzn-errortype', code);
  response.end(JSON.stringify({ Message: message, ...fields }));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
