import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { AssemblyFiles } from '../../../cli/assembly-files';
import { LoadTarget } from '../../../cli/load/target';
import { AwsLoopback } from '../../../cli/local/aws-loopback';

// Other users of the machine and web pages reach 127.0.0.1, too.

let loopback: AwsLoopback;
beforeAll(async () => {
  const triton = { host: '127.0.0.1', port: 9 } as const; // nothing is passed on
  loopback = await AwsLoopback.start({ triton, variantName: 'AllTraffic', objects: new AssemblyFiles([]) });
});
afterAll(() => loopback.close());

/** The status of a request that needs no server. */
function status(url: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET', body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { method, headers, agent: false }, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end(body);
  });
}

const DESCRIBE = { 'x-amz-target': 'SageMaker.DescribeEndpoint' };
const FORBIDDEN = 403;

test('a request to the printed URL is answered', async () => {
  expect(loopback.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
  expect(await status(loopback.url, DESCRIBE)).toBe(200);
  expect(await status(loopback.url.replace('127.0.0.1', 'localhost'), DESCRIBE)).toBe(200);
});

test.each<[string, (url: string) => string, http.OutgoingHttpHeaders]>([
  ['without the secret', (url) => new URL(url).origin, {}],
  ['with another secret', (url) => url.slice(0, -1), {}],
  ['whose host is a name that leads here', (url) => url, { host: 'attacker.example' }],
  ['that a web page sends', (url) => url, { origin: 'https://attacker.example' }],
])('one %s is not', async (_, urlOf, headers) => {
  expect(await status(urlOf(loopback.url), { ...DESCRIBE, ...headers })).toBe(FORBIDDEN);
});

test('the verdict of the smoke test cannot be forged', async () => {
  const forged = JSON.stringify({ Status: 'SUCCESS', Data: { Result: 'passed' } });
  const { origin } = new URL(loopback.url);
  expect(await status(`${origin}/cloudformation-response`, {}, 'PUT', forged)).toBe(FORBIDDEN);
  expect(loopback.cloudFormationResponse).toBeUndefined();
});

test("a stream that the model's server breaks off ends with SageMaker's error", async () => {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"text":"once"}\n\n', () => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const triton = { host: '127.0.0.1', port: (server.address() as AddressInfo).port } as const;
  const broken = await AwsLoopback.start({ triton, variantName: 'AllTraffic', objects: new AssemblyFiles([]) });
  const target = LoadTarget.of(broken.url);
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
