import { ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { awsEnvironment, describedStack } from './aws-environment';
import { FakeEndpoint } from './fake-endpoint';
import { END_OF_TIME, HandlerMessage } from './handler-message';

/** The response of a handler to CloudFormation. */
export interface HandlerResponse {
  readonly Status: string;
  readonly Reason: string;
  readonly PhysicalResourceId: string;
  readonly Data?: Record<string, string>;
  readonly bytes: number;
}

/**
 * Runs the smoke test's handler in a separate process. A local server simulates the services that the handler calls: the endpoint, the
 * bucket with examples, SageMaker and CloudFormation.
 */
export class FakeAws {
  public static async start(): Promise<FakeAws> {
    const fake = new FakeAws();
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    fake.child = fork(join(__dirname, 'handler-process.ts'), {
      execArgv: ['--import', 'tsx'],
      env: awsEnvironment(fake.url),
    });
    fake.child.on('message', ({ output = '', result }: HandlerMessage) => {
      fake.log += output;
      if (result) fake.results.emit('result', result);
    });
    return fake;
  }

  public endpoint = new FakeEndpoint();
  /** The content of each S3 object, as JSON. */
  public object: object = {};
  /** The content of each S3 object as text, instead of `object`. The text may be invalid JSON. */
  public text?: string;
  public stackStatus = 'UPDATE_IN_PROGRESS';
  /** The response to DescribeEndpoint, or undefined if the endpoint does not exist. */
  public endpointStatus?: object = { EndpointStatus: 'InService', EndpointConfigName: 'config' };
  /** The response to DescribeInferenceComponent. */
  public componentStatus: object = {};
  /** The operations that the handler called, except InvokeEndpoint. */
  public operations: string[] = [];
  public log = '';
  private handlerResponse?: HandlerResponse;
  private child?: ChildProcess;
  private readonly results = new EventEmitter();
  private readonly server: Server = createServer((request, response) => void this.respond(request, response));

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends a CloudFormation event to the handler, and waits for the response. */
  public async deploy(properties: object, event: object = { RequestType: 'Create' }): Promise<HandlerResponse> {
    this.handlerResponse = undefined;
    await this.send({
      ResponseURL: `${this.url}/response`,
      StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/vision/1',
      LogicalResourceId: 'SmokeTest',
      RequestId: 'request',
      ResourceProperties: { EndpointName: 'vision', ...properties },
      ...event,
    });
    if (!this.handlerResponse) throw new Error(`CloudFormation received no response: ${this.log}`);
    return this.handlerResponse;
  }

  /**
   * Sends an event to the handler, and waits until the handler returns.
   *
   * @throws the error of the handler
   */
  public async send(event: object): Promise<void> {
    this.endpoint.invocations = [];
    this.operations = [];
    this.log = '';
    this.child?.send(event);
    const [{ error }] = (await once(this.results, 'result')) as [NonNullable<HandlerMessage['result']>];
    if (error !== undefined) throw new Error(error);
  }

  /** Ends the time for the test before the next request is retried. */
  public endTime(): void {
    this.child?.send(END_OF_TIME);
  }

  public async stop(): Promise<void> {
    this.child?.kill();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request;
    if (method === 'PUT') {
      const body = await buffer(request);
      this.handlerResponse = { ...JSON.parse(body.toString()), bytes: body.length };
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
      } else {
        response.end(this.responseTo(operation));
      }
    } else {
      await this.endpoint.respond(request, response);
    }
  }

  private responseTo(operation: string): string {
    switch (operation) {
      case 'DescribeEndpoint':
        return JSON.stringify(this.endpointStatus);
      case 'DescribeInferenceComponent':
        return JSON.stringify(this.componentStatus);
      default:
        return describedStack(this.stackStatus);
    }
  }
}
