import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { limitResponses } from '../../cli/load/limit-responses';

// A body that arrives byte by byte, or never ends, is never idle: only limits of its whole end it.

const LIMITS = { seconds: 1, bytes: 1024 * 1024, keptBytes: 1000 };

/** What a client with the limits receives of a server. */
async function receive(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new SageMakerRuntimeClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  limitResponses(client, () => LIMITS);
  try {
    const { Body } = await client.send(new InvokeEndpointCommand({ EndpointName: 'vision', Body: 'x' }));
    return Buffer.from(Body ?? []).toString();
  } finally {
    client.destroy();
    server.closeAllConnections();
    server.close();
  }
}

test('a response is received', async () => {
  expect(await receive((response) => response.end('scores'))).toBe('scores');
});

test('a response that drips is ended', async () => {
  const drip = (response: ServerResponse): void => {
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };
  await expect(receive(drip)).rejects.toThrow('the response was not complete within 1 s');
});

test('a response without end is ended', async () => {
  const pour = (response: ServerResponse): void => {
    while (response.write(Buffer.alloc(64 * 1024)));
    response.once('drain', () => pour(response));
  };
  await expect(receive(pour)).rejects.toThrow('the response has more than 1048576 bytes');
});

test('of a large response only the beginning is kept', async () => {
  const parts = (response: ServerResponse): void => {
    response.write('beginning');
    setTimeout(() => response.end(Buffer.alloc(100_000)), 100);
  };
  expect(await receive(parts)).toBe('beginning');
});
