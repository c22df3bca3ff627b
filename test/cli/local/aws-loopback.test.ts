import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { AssemblyAssets } from '../../../cli/assembly/assets';
import { AwsLoopback } from '../../../cli/local/aws-loopback';
import { LoopbackClient } from '../../../cli/local/loopback-client';

// Other users of this host, and web pages, can also send requests to 127.0.0.1. The loopback must reject their requests.

let loopback: AwsLoopback;
beforeAll(async () => {
  const triton = { host: '127.0.0.1', port: 9 } as const; // no server: these tests send no requests that are forwarded
  loopback = await AwsLoopback.start({ triton, variantName: 'AllTraffic', assets: new AssemblyAssets() });
});
afterAll(() => loopback.close());

/** Sends a request, and returns the HTTP status of the response. */
function requestStatus(
  url: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
  body = '',
): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { method, headers, agent: false }, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end(body);
  });
}

const DESCRIBE = { 'x-amz-target': 'SageMaker.DescribeEndpoint' };
const FORBIDDEN = 403;

test('a request to the printed URL succeeds', async () => {
  expect(loopback.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
  expect(await requestStatus(loopback.url, DESCRIBE)).toBe(200);
  expect(await requestStatus(loopback.url.replace('127.0.0.1', 'localhost'), DESCRIBE)).toBe(200);
});

test.each<[string, (url: string) => string, http.OutgoingHttpHeaders]>([
  ['without the secret', (url) => new URL(url).origin, {}],
  ['with an incorrect secret', (url) => url.slice(0, -1), {}],
  ['with a different host name that resolves to 127.0.0.1', (url) => url, { host: 'attacker.example' }],
  ['from a web page', (url) => url, { origin: 'https://attacker.example' }],
])('a request %s is rejected', async (_, urlOf, headers) => {
  expect(await requestStatus(urlOf(loopback.url), { ...DESCRIBE, ...headers })).toBe(FORBIDDEN);
});

test('a request without the secret cannot forge the result of the smoke test', async () => {
  const forged = JSON.stringify({ Status: 'SUCCESS', Data: { Result: 'passed' } });
  const { origin } = new URL(loopback.url);
  expect(await requestStatus(`${origin}/cloudformation-response`, {}, 'PUT', forged)).toBe(FORBIDDEN);
  expect(loopback.cloudFormationResponse).toBeUndefined();
});

test("a stream that the server interrupts ends with SageMaker's error", async () => {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"text":"once"}\n\n', () => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const triton = { host: '127.0.0.1', port: (server.address() as AddressInfo).port } as const;
  const broken = await AwsLoopback.start({ triton, variantName: 'AllTraffic', assets: new AssemblyAssets() });
  const target = new LoopbackClient(broken.url);
  try {
    const request = { body: Buffer.from('{}'), contentType: 'application/json', isStream: true };
    await expect(target.send(request)).rejects.toMatchObject({ name: 'ModelStreamError', ErrorCode: 'StreamBroken' });
  } finally {
    target.close();
    broken.close();
    server.closeAllConnections();
    server.close();
  }
});
