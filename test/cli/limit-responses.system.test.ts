import { once } from 'node:events';
import { createServer, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { limitResponses, rejectUpgrades } from '../../cli/load/limit-responses';

// An idle timeout does not end a response whose body arrives slowly or is endless, because the connection is never idle. Only limits for the
// whole body end such a response.

const LIMITS = { seconds: 60, bytes: 1024 * 1024, keptBytes: 1000 };

/** Sends a request through a client with the limits. Returns the body of the response. */
async function receive(respond: (response: ServerResponse) => void, seconds?: number): Promise<string> {
  return receiveFrom(
    createServer((_, response) => respond(response)),
    seconds,
  );
}

async function receiveFrom(server: Server, seconds = LIMITS.seconds): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new SageMakerRuntimeClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  const acceptUpgrades = rejectUpgrades();
  limitResponses(client, () => ({ ...LIMITS, seconds }));
  try {
    const { Body } = await client.send(new InvokeEndpointCommand({ EndpointName: 'vision', Body: 'x' }));
    return Buffer.from(Body ?? []).toString();
  } finally {
    acceptUpgrades();
    client.destroy();
    server.closeAllConnections();
    server.close();
  }
}

test('a response within the limits is received', async () => {
  expect(await receive((response) => response.end('scores'))).toBe('scores');
});

test('a response that is not complete within the time limit causes an error', async () => {
  const respondSlowly = (response: ServerResponse): void => {
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };
  await expect(receive(respondSlowly, 1)).rejects.toThrow('the response was not complete within 1 s');
});

test('an endless response causes an error', async () => {
  const respondEndlessly = (response: ServerResponse): void => {
    while (response.write(Buffer.alloc(64 * 1024)));
    response.once('drain', () => respondEndlessly(response));
  };
  await expect(receive(respondEndlessly)).rejects.toThrow('the response has more than 1048576 bytes');
});

test('the caller receives only the beginning of a large response', async () => {
  const respondInParts = (response: ServerResponse): void => {
    response.write('beginning'); // a separate chunk of the body, even if both chunks arrive at the same time
    response.end(Buffer.alloc(100_000));
  };
  expect(await receive(respondInParts)).toBe('beginning');
});

test('a server that switches to a different protocol causes an error', async () => {
  const server = createServer((_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
  });
  await expect(receiveFrom(server)).rejects.toThrow('the server switched to a different protocol');
});
