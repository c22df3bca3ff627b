import { SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { EndpointClient } from '../../lambda/smoke-test/invoke';
import type { ModelRequest } from '../../lambda/smoke-test/requests';

const EIGHT_MINUTES = 480_000;

afterEach(() => jest.restoreAllMocks());

/** The request timeout that is passed to the SDK client. */
async function timeoutOf(send: () => Promise<unknown>): Promise<number | undefined> {
  const spy = jest.spyOn(SageMakerRuntimeClient.prototype, 'send').mockImplementation(async () => ({}));
  await send();
  return (spy.mock.calls[0][1] as { requestTimeout?: number } | undefined)?.requestTimeout;
}

test('the smoke test waits longer for a stream than SageMaker, because SageMaker returns a description of its timeout', async () => {
  const client = new EndpointClient({ endpointName: 'story' }, 1, new AbortController().signal);
  const request = {
    model: { inferenceType: 'generate_stream' },
    contentType: 'application/json',
    body: Buffer.from('{}'),
  };
  expect(await timeoutOf(() => client.invoke(request as unknown as ModelRequest))).toBeGreaterThan(EIGHT_MINUTES);
});
