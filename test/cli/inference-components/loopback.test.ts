import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { AssemblyAssets } from '../../../cli/assembly/assets';
import { AwsLoopback } from '../../../cli/local/aws-loopback';
import { RunningComponents } from '../../../cli/local/component-routing';

// The servers of the components run at the same time. Requests to any of the URLs reach the component that they name.

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

describe('with the servers of two components', () => {
  let classifier: AwsLoopback;
  let detector: AwsLoopback;
  beforeEach(async () => {
    const runningComponents: RunningComponents = new Map();
    classifier = await startLoopback('classes', { inferenceComponentName: 'shared-classifier', runningComponents });
    detector = await startLoopback('boxes', { inferenceComponentName: 'shared-detector', runningComponents });
  });

  test.each([
    ['shared-classifier', 'classes'],
    ['shared-detector', 'boxes'],
  ])('requests to %s reach its server at any URL', async (name, response) => {
    expect(await Promise.all([classifier, detector].map((each) => invoke(each, name)))).toEqual([response, response]);
    expect(classifier.firstExchanges).toMatchObject(name === 'shared-classifier' ? [{ inferenceComponent: name }] : []);
  });

  test('a request without a component is rejected with the message of SageMaker', async () => {
    expect(await invoke(classifier)).toMatch(/^ValidationError: Inference Component Name header is required/);
  });

  test('a request to a component that does not run is rejected', async () => {
    detector.close();
    expect(await invoke(classifier, 'shared-detector')).toBe(
      'ValidationError: InferenceComponentName: got shared-detector; running: shared-classifier',
    );
  });
});

test('a request with a component to an endpoint without components is rejected with the message of SageMaker', async () => {
  const loopback = await startLoopback('classes', { variantName: 'AllTraffic' });
  expect(await invoke(loopback, 'shared-classifier')).toMatch(
    /^ValidationError: Inference Component Name header is not allowed/,
  );
  expect(await invoke(loopback)).toBe('classes');
});
