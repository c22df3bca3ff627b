import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  InvokeEndpointCommand,
  InvokeEndpointWithResponseStreamCommand,
  SageMakerRuntimeClient,
} from '@aws-sdk/client-sagemaker-runtime';
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

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server, and the loopback in front of it. */
async function startServer(
  respond: http.RequestListener,
  options: Partial<Parameters<typeof AwsLoopback.start>[0]> = { variantName: 'AllTraffic' },
): Promise<AwsLoopback> {
  const server = http.createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const triton = { host: '127.0.0.1', port: (server.address() as AddressInfo).port } as const;
  const started = await AwsLoopback.start({ triton, assets: new AssemblyAssets(), ...options });
  closing.push(() => {
    started.close();
    server.close().closeAllConnections();
  });
  return started;
}

/** Starts a server that begins a stream. */
const startStream = (send: (response: http.ServerResponse) => void): Promise<AwsLoopback> =>
  startServer((_, response) => send(response.writeHead(200, { 'content-type': 'text/event-stream' })));

function clientOf({ url }: AwsLoopback): SageMakerRuntimeClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new SageMakerRuntimeClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 });
}

test("a stream that the server interrupts ends with SageMaker's error", async () => {
  const broken = await startStream((response) => response.write('data: {"text":"once"}\n\n', () => response.destroy()));
  const client = clientOf(broken);
  const request = { EndpointName: 'story', Body: Buffer.from('{}') };
  const readStream = async (): Promise<void> => {
    const { Body = [] } = await client.send(new InvokeEndpointWithResponseStreamCommand(request));
    for await (const part of Body) expect(part.PayloadPart).toBeDefined();
  };
  await expect(readStream()).rejects.toMatchObject({ name: 'ModelStreamError', ErrorCode: 'StreamBroken' });
  client.destroy();
});

describe('a measured request', () => {
  const request = { contentType: 'application/json', body: Buffer.from('{}') };

  test('waits for a stream as long as SageMaker does, 8 minutes, and for any other response 1 minute', async () => {
    const timeouts = jest.spyOn(AbortSignal, 'timeout');
    const broken = await startStream((response) => response.end('data: {"text":"once"}\n\n'));
    const target = new LoopbackClient(broken.url);
    await target.send({ request });
    await fetch(`${broken.url}/endpoints/story/invocations`, { method: 'POST', body: '{}' });
    expect(timeouts.mock.calls.map(([milliseconds]) => milliseconds / 1000)).toEqual([490, 480, 60]);
    timeouts.mockRestore();
    target.close();
  });

  test('fails if text generation fails after it began', async () => {
    const broken = await startStream((response) =>
      response.end('data: {"text":"once"}\n\ndata: {"error":"out of tokens"}\n\n'),
    );
    const target = new LoopbackClient(broken.url);
    await expect(target.send({ request })).rejects.toThrow(
      'the model responded with an error: {"error":"out of tokens"}',
    );
    target.close();
  });
});

describe('inference components', () => {
  const invoke = (target: AwsLoopback, InferenceComponentName?: string): Promise<string> =>
    clientOf(target)
      .send(new InvokeEndpointCommand({ EndpointName: 'shared', Body: Buffer.from('{}'), InferenceComponentName }))
      .then(
        ({ Body }) => Buffer.from(Body ?? []).toString(),
        ({ name, message }: Error) => `${name}: ${message}`,
      );

  test('the server of a component accepts only requests that name the component', async () => {
    const options = { inferenceComponentName: 'shared-classifier' };
    const target = await startServer((_, response) => response.end('classes'), options);
    expect(await invoke(target, 'shared-classifier')).toBe('classes');
    expect(await invoke(target)).toMatch(/^ValidationError: Inference Component Name header is required/);
    expect(await invoke(target, 'shared-detector')).toBe(
      'ValidationError: InferenceComponentName: got shared-detector; running: shared-classifier',
    );
  });

  test('a request with a component to an endpoint without components is rejected with the message of SageMaker', async () => {
    const target = await startServer((_, response) => response.end('classes'));
    expect(await invoke(target, 'shared-classifier')).toMatch(
      /^ValidationError: Inference Component Name header is not allowed/,
    );
    expect(await invoke(target)).toBe('classes');
  });
});
