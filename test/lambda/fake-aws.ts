import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** What the endpoint was asked. */
export interface Invocation {
  readonly url: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** What the endpoint answers. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string | object;
}

/** What CloudFormation is told. */
export interface Verdict {
  readonly Status: string;
  readonly Reason: string;
  readonly PhysicalResourceId: string;
  readonly Data?: Record<string, string>;
  readonly bytes: number;
}

/**
 * The handler in a process of its own, and on the loopback what it speaks with: the endpoint, the bucket of examples,
 * CloudFormation.
 */
export class FakeAws {
  public static async start(): Promise<FakeAws> {
    const fake = new FakeAws();
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    fake.child = fork(join(__dirname, 'handler-process.ts'), {
      execArgv: ['--import', 'tsx'],
      silent: true,
      env: {
        ...process.env,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'nobody',
        AWS_SECRET_ACCESS_KEY: 'nothing',
        AWS_ENDPOINT_URL: fake.url,
      },
    });
    fake.child.stdout?.on('data', (text) => (fake.log += text));
    return fake;
  }

  /** What the endpoint answers, one after another; the last one from then on. */
  public replies: Reply[] = [];
  public examples: object = {};
  public stackStatus = 'UPDATE_IN_PROGRESS';
  public invocations: Invocation[] = [];
  public log = '';
  private verdict?: Verdict;
  private child?: ChildProcess;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends the handler an event, and waits for what it tells CloudFormation. */
  public async deploy(properties: object, event: object = { RequestType: 'Create' }): Promise<Verdict> {
    this.invocations = [];
    this.log = '';
    this.verdict = undefined;
    this.child?.send({
      ResponseURL: `${this.url}/response`,
      StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/vision/1',
      LogicalResourceId: 'SmokeTest',
      RequestId: 'request',
      ResourceProperties: { EndpointName: 'vision', ...properties },
      ...event,
    });
    await once(this.child as ChildProcess, 'message');
    if (!this.verdict) throw new Error(`CloudFormation was told nothing: ${this.log}`);
    return this.verdict;
  }

  public async stop(): Promise<void> {
    this.child?.kill();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method, url = '' } = request;
    if (method === 'PUT') {
      this.verdict = { ...JSON.parse(body.toString()), bytes: body.length };
      response.end();
    } else if (method === 'GET') {
      response.end(JSON.stringify(this.examples));
    } else if (url === '/') {
      const stack = `<StackName>vision</StackName><StackStatus>${this.stackStatus}</StackStatus>`;
      response.setHeader('content-type', 'text/xml');
      response.end(
        `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
      );
    } else {
      this.invocations.push({ url, contentType: request.headers['content-type'] ?? '', body });
      const reply = this.replies.length > 1 ? this.replies.shift() : this.replies[0];
      const text = typeof reply?.body === 'string' ? reply.body : JSON.stringify(reply?.body);
      response.writeHead(reply?.status ?? 200, { 'content-type': 'application/json', ...reply?.headers });
      response.end(text);
    }
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
