import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { awsEnvironment } from '../lambda/aws-environment';

/** A request of the AWS SDK. */
export interface AwsRequest {
  /** Such as `DescribeEndpoint`. */
  readonly operation: string;
  /** Empty where the service does not take JSON. */
  readonly input: Record<string, string>;
}

/** The account that commands in this process find. */
export interface LoopbackAccount {
  /** Operations that the caller has no permission for, in the test that runs. */
  denied: string[];
}

/** Starts a server in the place of AWS for the tests of a file or a `describe`. */
export function awsOnLoopback(answer: (request: AwsRequest, response: ServerResponse) => void): LoopbackAccount {
  const account: LoopbackAccount = { denied: [] };
  const environment = { ...process.env };
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.headers['x-amz-target'];
    const body = await text(request);
    const operation = String(target ?? new URLSearchParams(body).get('Action')).replace(/^.*\./, '');
    if (account.denied.includes(operation)) {
      response.writeHead(400, { 'x-amzn-errortype': 'AccessDeniedException' });
      response.end(JSON.stringify({ message: `User is not authorized to perform ${operation}` }));
    } else {
      answer({ operation, input: target ? JSON.parse(body) : {} }, response);
    }
  }

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    Object.assign(process.env, awsEnvironment(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
  beforeEach(() => (account.denied = []));
  afterAll(() => {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    server.close();
  });
  return account;
}
