import { accountWithEndpoint } from '../fixtures';
import { accountWithComponent } from './fixtures';

test('requests go to the copies of the component', async () => {
  const { create, invoke, minutes, sagemaker } = await accountWithComponent({ copies: 2 });
  await create('other');
  await minutes(5);
  const invoked: (string | undefined)[] = [];
  sagemaker.hooks.invoke = async ({ inferenceComponentName, modelName }) => {
    invoked.push(`${inferenceComponentName} ${modelName}`);
    return { Body: '' };
  };
  await invoke('faces');
  await invoke('other');
  expect(invoked).toEqual(['faces model-1', 'other model-1']);
});

test.each([
  ['without a component', undefined, 'Inference Component Name header is required'],
  ['to an unknown component', 'unknown', 'not found'],
])('a request %s is rejected', async (_, name, message) => {
  const { invoke } = await accountWithComponent();
  await expect(invoke(name)).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining(message),
  });
});

test('a request to a component of a model endpoint is rejected', async () => {
  const { callSageMaker } = await accountWithEndpoint();
  const invoked = callSageMaker('InvokeEndpoint', { EndpointName: 'faces', InferenceComponentName: 'a', Body: '' });
  await expect(invoked).rejects.toThrow('Inference Component Name header is not allowed');
});

describe('without copies', () => {
  test.each([
    ['on', 2],
    ['off', undefined],
  ])('requests fail and are counted, also as client errors if this assumption is %s', async (state, clientErrors) => {
    const { invoke, minutes, scale, sumOf } = await accountWithComponent({
      off: state === 'off' ? ['sagemaker.no-capacity-is-a-4xx-error'] : [],
    });
    await scale(0);
    await minutes(10);
    for (let request = 0; request < 2; request++)
      await expect(invoke('faces')).rejects.toMatchObject({
        name: 'ValidationError',
        message: expect.stringContaining('has no capacity to process this request'),
        $metadata: { httpStatusCode: 400 },
      });
    expect(sumOf('NoCapacityInvocationFailures')).toBe(2);
    expect(sumOf('Invocation4XXErrors')).toBe(clientErrors);
    for (const name of ['InvocationsPerCopy', 'ConcurrentRequestsPerCopy']) expect(sumOf(name, 5)).toBeUndefined();
  });

  test('clients that send requests cause the same metric', async () => {
    const { minutes, sagemaker, scale, sumOf } = await accountWithComponent();
    await scale(0);
    sagemaker.hooks.requestsPerMinuteToComponent = (name) => (name === 'faces' ? 30 : 0);
    await minutes(2);
    expect(sumOf('NoCapacityInvocationFailures')).toBe(30);
  });
});

describe('the metrics of a component', () => {
  test('count requests, per copy and for the variant', async () => {
    const { minutes, sagemaker, sumOf } = await accountWithComponent({ copies: 2 });
    sagemaker.hooks.requestsPerMinuteToComponent = () => 60;
    sagemaker.hooks.quality = () => ({ errors4xx: 0.1, latencyMilliseconds: 1000 });
    await minutes(2);
    expect(sumOf('Invocations')).toBe(60);
    expect(sumOf('InvocationsPerCopy')).toBe(30);
    expect(sumOf('Invocation4XXErrors')).toBeCloseTo(6);
    expect(sumOf('ConcurrentRequestsPerCopy')).toBeCloseTo(6 * 0.5);
    expect(sumOf('Invocations', 1, { EndpointName: 'shared', VariantName: 'AllTraffic' })).toBe(60);
  });

  test.each([
    ['no', [], undefined],
    ['zero', ['sagemaker.copies-without-requests-have-no-metrics'], 0],
  ])('have %s invocations before the first request, and zero afterwards', async (_, off, before) => {
    const { invoke, minutes, sumOf } = await accountWithComponent({ off });
    await minutes(2);
    expect(sumOf('InvocationsPerCopy')).toBe(before);
    expect(sumOf('ConcurrentRequestsPerCopy')).toBe(0);
    await invoke('faces');
    await minutes(2);
    expect(sumOf('InvocationsPerCopy')).toBe(0);
  });

  test('contain the utilization of the reservation, and the reserved share of the instances', async () => {
    const { cloudwatch, minutes } = await accountWithComponent({ copies: 2 });
    await minutes(2);
    const published = cloudwatch.metrics
      .publishedMetrics()
      .filter(({ namespace }) => namespace.startsWith('/aws/sagemaker/'))
      .map(({ namespace, name, dimensions }) => `${namespace} ${Object.keys(dimensions).join()} ${name}`);
    expect(published).toEqual(
      expect.arrayContaining([
        '/aws/sagemaker/InferenceComponents InferenceComponentName GPUUtilizationNormalized',
        '/aws/sagemaker/InferenceComponents InferenceComponentName MemoryUtilizationNormalized',
        '/aws/sagemaker/Endpoints EndpointName,VariantName GPUReservation',
        '/aws/sagemaker/Endpoints EndpointName,VariantName GPUUtilization',
      ]),
    );
  });
});
