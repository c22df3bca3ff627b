import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { awsEnvironment } from '../lambda/aws-environment';

/** A request of the AWS SDK. */
export interface AwsRequest {
  /** The operation, such as `DescribeEndpoint`. */
  readonly operation: string;
  /** The JSON body of the request. Empty if the service does not accept JSON. */
  readonly input: Record<string, string>;
  /** Path and query of the request, which contain the operation and the input of S3. */
  readonly url: string;
}

/** The simulated AWS account that commands in this process use. */
export interface LoopbackAccount {
  /** Operations that the caller is not allowed to call. Empty when a test starts. */
  denied: string[];
}

/** Starts a server on 127.0.0.1 that replaces AWS during the tests of a file or a `describe`. */
export function provideSimulatedAws(respond: (request: AwsRequest, response: ServerResponse) => void): LoopbackAccount {
  const account: LoopbackAccount = { denied: [] };
  const environmentBefore = { ...process.env };
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.headers['x-amz-target'];
    const body = await text(request);
    const operation = String(target ?? new URLSearchParams(body).get('Action')).replace(/^.*\./, '');
    if (account.denied.includes(operation)) {
      response.writeHead(400, { 'x-amzn-errortype': 'AccessDeniedException' });
      response.end(JSON.stringify({ message: `User is not authorized to perform ${operation}` }));
    } else {
      respond({ operation, input: target ? JSON.parse(body) : {}, url: request.url ?? '' }, response);
    }
  }

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    Object.assign(process.env, awsEnvironment(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
  beforeEach(() => (account.denied = []));
  afterAll(() => {
    for (const name of Object.keys(process.env)) if (!(name in environmentBefore)) delete process.env[name];
    Object.assign(process.env, environmentBefore);
    server.close();
  });
  return account;
}
