import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { awsEnvironment, describedStack } from './aws-environment';
import { FakeEndpoint } from './fake-endpoint';

/** What CloudFormation is told. */
export interface Verdict {
  readonly Status: string;
  readonly Reason: string;
  readonly PhysicalResourceId: string;
  readonly Data?: Record<string, string>;
  readonly bytes: number;
}

/**
 * The handler in a process of its own, and on the loopback what it speaks with: the endpoint, the bucket of examples, SageMaker,
 * CloudWatch, CloudFormation.
 */
export class FakeAws {
  public static async start(): Promise<FakeAws> {
    const fake = new FakeAws();
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    fake.child = fork(join(__dirname, 'handler-process.ts'), {
      execArgv: ['--import', 'tsx'],
      silent: true,
      env: awsEnvironment(fake.url),
    });
    fake.child.stdout?.on('data', (text) => (fake.log += text));
    fake.child.stderr?.on('data', (text) => (fake.log += text));
    return fake;
  }

  public endpoint = new FakeEndpoint();
  /** The object that is read from S3. */
  public object: object = {};
  /** Its text, where it is none of JSON. */
  public text?: string;
  public stackStatus = 'UPDATE_IN_PROGRESS';
  /** What DescribeEndpoint answers; undefined when there is no endpoint. */
  public endpointStatus?: object = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
  public containerLines: string[] = [];
  /** Of the endpoint; undefined when its log may not be read. */
  public logStreams?: string[] = ['AllTraffic/i-1'];
  /** Sums of metrics of any variant, by name. */
  public metrics: Record<string, number> = {};
  /** Operations that were called beside InvokeEndpoint. */
  public operations: string[] = [];
  public log = '';
  private verdict?: Verdict;
  private child?: ChildProcess;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends the handler an event of CloudFormation, and waits for what it tells CloudFormation. */
  public async deploy(properties: object, event: object = { RequestType: 'Create' }): Promise<Verdict> {
    this.verdict = undefined;
    await this.send({
      ResponseURL: `${this.url}/response`,
      StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/vision/1',
      LogicalResourceId: 'SmokeTest',
      RequestId: 'request',
      ResourceProperties: { EndpointName: 'vision', ...properties },
      ...event,
    });
    if (!this.verdict) throw new Error(`CloudFormation was told nothing: ${this.log}`);
    return this.verdict;
  }

  /**
   * Sends the handler any event, and waits until it is done.
   *
   * @throws Error that the handler has thrown
   */
  public async send(event: object): Promise<void> {
    this.endpoint.invocations = [];
    this.operations = [];
    this.log = '';
    this.child?.send(event);
    const [{ error }] = (await once(this.child as ChildProcess, 'message')) as [{ readonly error?: string }];
    await new Promise(setImmediate); // what was written last comes through another pipe
    if (error !== undefined) throw new Error(error);
  }

  public async stop(): Promise<void> {
    this.child?.kill();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request;
    if (method === 'PUT') {
      const body = await buffer(request);
      this.verdict = { ...JSON.parse(body.toString()), bytes: body.length };
      response.end();
    } else if (method === 'GET') {
      response.end(this.text ?? JSON.stringify(this.object));
    } else if (url === '/') {
      await buffer(request);
      const operation = String(headers['x-amz-target'] ?? 'DescribeStacks').replace(/^.*\./, '');
      this.operations.push(operation);
      if (operation === 'DescribeEndpoint' && !this.endpointStatus) {
        response.writeHead(400, { 'x-amzn-errortype': 'ValidationException' });
        response.end(JSON.stringify({ message: 'Could not find endpoint "vision".' }));
      } else if (operation === 'DescribeLogStreams' && !this.logStreams) {
        response.writeHead(400, { 'x-amzn-errortype': 'AccessDeniedException' });
        response.end(JSON.stringify({ message: 'The role may not describe log streams.' }));
      } else {
        response.end(this.answerOf(operation));
      }
    } else {
      await this.endpoint.answer(request, response);
    }
  }

  private answerOf(operation: string): string {
    switch (operation) {
      case 'DescribeEndpoint':
        return JSON.stringify(this.endpointStatus);
      case 'DescribeLogStreams':
        return JSON.stringify({ logStreams: this.logStreams?.map((logStreamName) => ({ logStreamName })) });
      case 'GetLogEvents':
        return JSON.stringify({ events: this.containerLines.map((message) => ({ message: `${message}\n` })) });
      case 'GetMetricData': {
        const names = ['Invocations', 'Invocation4XXErrors', 'Invocation5XXErrors', 'InvocationModelErrors'];
        const values = names.map((name, index) => ({ Id: `m${index}`, Values: [this.metrics[name] ?? 0] }));
        return JSON.stringify({ MetricDataResults: values });
      }
      default:
        return describedStack(this.stackStatus);
    }
  }
}
