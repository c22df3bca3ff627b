import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { awsEnvironment, describedStack } from '../aws-environment';

type Input = Record<string, unknown>;

/** What DescribeEndpoint answers; undefined when there is no endpoint. */
export type Look = { EndpointStatus: string; EndpointConfigName: string; [key: string]: unknown } | undefined;

/** The handler in a process of its own, and on the loopback what it speaks with: SageMaker, CloudWatch Logs, CloudFormation, Lambda. */
export class FakeAccount {
  public static async start(): Promise<FakeAccount> {
    const fake = new FakeAccount();
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    fake.child = fork(join(__dirname, 'handler-process.ts'), {
      execArgv: ['--import', 'tsx'],
      silent: true,
      env: { ...awsEnvironment(fake.url), POLL_MILLISECONDS: '1' },
    });
    return fake;
  }

  /** What DescribeEndpoint answers, one after the other; the last again and again. */
  public looks: Look[] = [];
  public stackStatus = 'CREATE_IN_PROGRESS';
  public containerLines: string[] = [];
  /** Lines by log group. */
  public kept = new Map<string, string[]>();
  /** Operations that fail, and how. */
  public failures: Record<string, string> = {};
  public operations: string[] = [];
  /** Inputs of CreateLogGroup and PutRetentionPolicy. */
  public groups: Input[] = [];
  public verdict?: { Status: string; Reason: string; PhysicalResourceId: string; bytes: number };
  private invocations: object[] = [];
  private child?: ChildProcess;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** An account in which nothing happened yet. */
  public reset(): void {
    Object.assign(this, new FakeAccount().state());
  }

  /** Sends an event of CloudFormation, and runs all invocations that come of it; how many there were. */
  public async deploy(event: object = {}, properties: object = {}): Promise<number> {
    this.invocations.push({
      RequestType: 'Create',
      ResponseURL: `${this.url}/response`,
      StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/vision/1',
      LogicalResourceId: 'Report',
      RequestId: 'request',
      ResourceProperties: { EndpointName: 'vision', EndpointConfigName: 'new', ...properties },
      ...event,
    });
    let count = 0;
    for (; this.invocations.length > 0; count++) {
      this.child?.send(this.invocations.shift() as object);
      const [result] = await once(this.child as ChildProcess, 'message');
      if (result !== 'done') throw new Error(String(result));
    }
    return count;
  }

  public async stop(): Promise<void> {
    this.child?.kill();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private state(): Partial<FakeAccount> {
    const { looks, stackStatus, containerLines, kept, failures, operations, groups } = this;
    return { looks, stackStatus, containerLines, kept, failures, operations, groups, verdict: undefined };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request;
    if (method === 'PUT') {
      const body = await buffer(request);
      this.verdict = { ...JSON.parse(body.toString()), bytes: body.length };
      response.end();
    } else if (url.endsWith('/invocations')) {
      this.invocations.push((await json(request)) as object);
      response.writeHead(202).end();
    } else {
      const target = headers['x-amz-target'];
      const input = target ? ((await json(request)) as Input) : {};
      const operation = String(target ?? 'DescribeStacks').replace(/^.*\./, '');
      this.operations.push(operation);
      const failure = this.failures[operation];
      if (failure) {
        response.writeHead(400, { 'x-amzn-errortype': failure.split(':')[0] });
        response.end(JSON.stringify({ message: failure }));
      } else {
        this.run(operation, input, response);
      }
    }
  }

  private run(operation: string, input: Input, response: ServerResponse): void {
    switch (operation) {
      case 'DescribeEndpoint': {
        const look = this.looks.length > 1 ? this.looks.shift() : this.looks[0];
        if (!look) {
          response.writeHead(400, { 'x-amzn-errortype': 'ValidationException' });
          response.end(JSON.stringify({ message: 'Could not find endpoint "vision".' }));
        } else {
          response.end(JSON.stringify(look));
        }
        return;
      }
      case 'DescribeLogStreams':
        response.end(JSON.stringify({ logStreams: [{ logStreamName: 'AllTraffic/i-1' }] }));
        return;
      case 'GetLogEvents':
        response.end(JSON.stringify({ events: this.containerLines.map((message) => ({ message: `${message}\n` })) }));
        return;
      case 'PutLogEvents': {
        const events = input.logEvents as { message: string }[];
        this.kept.set(
          String(input.logGroupName),
          events.map(({ message }) => message),
        );
        response.end('{}');
        return;
      }
      case 'DescribeStacks':
        response.end(describedStack(this.stackStatus));
        return;
      default:
        this.groups.push(input);
        response.end('{}');
    }
  }
}
