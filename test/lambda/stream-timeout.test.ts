import { SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { LoadTarget } from '../../cli/load/target';
import { EndpointClient } from '../../lambda/smoke-test/invoke';
import type { ModelRequest } from '../../lambda/smoke-test/requests';

const EIGHT_MINUTES = 480_000;

afterEach(() => vi.restoreAllMocks());

/** The time that the SDK is given for a request. */
async function patienceOf(send: () => Promise<unknown>): Promise<number | undefined> {
  const sent = vi.spyOn(SageMakerRuntimeClient.prototype, 'send').mockImplementation(async () => ({}));
  await send();
  return (sent.mock.calls[0][1] as { requestTimeout?: number } | undefined)?.requestTimeout;
}

test('the smoke test waits for a stream longer than SageMaker does, which says what happened', async () => {
  const client = new EndpointClient('story', 1, new AbortController().signal);
  const request = {
    model: { inferenceType: 'generate_stream' },
    contentType: 'application/json',
    body: Buffer.from('{}'),
  };
  expect(await patienceOf(() => client.invoke(request as unknown as ModelRequest))).toBeGreaterThan(EIGHT_MINUTES);
});

test('load does, too', async () => {
  const request = { body: Buffer.from('{}'), contentType: 'application/json', isStream: true };
  expect(await patienceOf(() => LoadTarget.of('story').send(request))).toBeGreaterThan(EIGHT_MINUTES);
});
