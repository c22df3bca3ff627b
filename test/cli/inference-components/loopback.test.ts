import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { AssemblyAssets } from '../../../cli/assembly/assets';
import { AwsLoopback } from '../../../cli/local/aws-loopback';

const servers: http.Server[] = [];
const loopbacks: AwsLoopback[] = [];
afterEach(() => {
  for (const each of loopbacks.splice(0)) each.close();
  for (const each of servers.splice(0)) each.close().closeAllConnections();
});

/** Starts a server that responds with its name. */
async function startLoopback(name: string, options: Partial<Parameters<typeof AwsLoopback.start>[0]>) {
  const server = http.createServer((_, response) => response.end(name));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const triton = { host: '127.0.0.1', port: (server.address() as AddressInfo).port } as const;
  const loopback = await AwsLoopback.start({ triton, assets: new AssemblyAssets(), ...options });
  loopbacks.push(loopback);
  return loopback;
}

async function invoke({ url }: AwsLoopback, InferenceComponentName?: string): Promise<string> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SageMakerRuntimeClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 });
  const command = new InvokeEndpointCommand({
    EndpointName: 'shared',
    Body: Buffer.from('{}'),
    InferenceComponentName,
  });
  return client.send(command).then(
    ({ Body }) => Buffer.from(Body ?? []).toString(),
    ({ name, message }: Error) => `${name}: ${message}`,
  );
}

test('the server of a component accepts only requests that name the component', async () => {
  const loopback = await startLoopback('classes', { inferenceComponentName: 'shared-classifier' });
  expect(await invoke(loopback, 'shared-classifier')).toBe('classes');
  expect(await invoke(loopback)).toMatch(/^ValidationError: Inference Component Name header is required/);
  expect(await invoke(loopback, 'shared-detector')).toBe(
    'ValidationError: InferenceComponentName: got shared-detector; running: shared-classifier',
  );
});

test('a request with a component to an endpoint without components is rejected with the message of SageMaker', async () => {
  const loopback = await startLoopback('classes', { variantName: 'AllTraffic' });
  expect(await invoke(loopback, 'shared-classifier')).toMatch(
    /^ValidationError: Inference Component Name header is not allowed/,
  );
  expect(await invoke(loopback)).toBe('classes');
});
