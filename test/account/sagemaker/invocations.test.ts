import { denied } from '../hosting-world';
import { IMAGE, ROLE, withConfig, withEndpoint } from './fixtures';

test('requests are split by the weights of the variants', async () => {
  const { cloudwatch, minutes, sagemaker, world } = await withEndpoint({
    variants: [{ VariantName: 'A', InitialVariantWeight: 3 }, { VariantName: 'B' }],
  });
  sagemaker.hooks.requestsPerMinute = () => 80;
  await minutes(2);
  const requests = ['A', 'B'].map((VariantName) =>
    cloudwatch.metrics.statistic(
      { namespace: 'AWS/SageMaker', name: 'Invocations', dimensions: { EndpointName: 'faces', VariantName } },
      'Sum',
      world.now() - 60_000,
      world.now(),
    ),
  );
  expect(requests).toEqual([60, 20]);
});

test('a shadow variant gets copies, and never responds', async () => {
  const {
    callSageMaker,
    cloudwatch,
    describe: describeEndpoint,
    minutes,
    sagemaker,
    world,
  } = await withEndpoint({ shadow: true });
  sagemaker.hooks.requestsPerMinute = () => 80;
  await minutes(2);
  const dimensions = { EndpointName: 'faces', VariantName: 'Shadow' };
  const metric = { namespace: 'AWS/SageMaker', name: 'Invocations', dimensions };
  expect(cloudwatch.metrics.statistic(metric, 'Sum', world.now() - 60_000, world.now())).toBe(80);
  expect(await describeEndpoint()).toMatchObject({
    ProductionVariants: [{ VariantName: 'AllTraffic' }],
    ShadowProductionVariants: [{ VariantName: 'Shadow' }],
  });
  expect(await callSageMaker('InvokeEndpoint', { EndpointName: 'faces', Body: '{}' })).toMatchObject({
    InvokedProductionVariant: 'AllTraffic',
  });
});

test('an endpoint that does not serve is not found, and its name has its case', async () => {
  const { callSageMaker } = await withEndpoint();
  await expect(callSageMaker('InvokeEndpoint', { EndpointName: 'Faces', Body: '{}' })).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Endpoint Faces of account 111122223333 not found.',
  });
});

test('utilization is missing if the role may not publish it', async () => {
  const account = await withEndpoint({
    answer: (call) => (call.operation === 'PutMetricData' ? denied(call) : undefined),
  });
  account.sagemaker.hooks.requestsPerMinute = () => 10;
  await account.minutes(5);
  const namespaces = new Set(account.cloudwatch.metrics.published().map(({ namespace }) => namespace));
  expect([...namespaces]).toEqual(['AWS/SageMaker']);
});

test('captured requests are written to the bucket with the execution role', async () => {
  const { calls, minutes, sagemaker } = await withEndpoint({
    more: {
      DataCaptureConfig: {
        InitialSamplingPercentage: 100,
        DestinationS3Uri: 's3://captured/faces',
        CaptureOptions: [{ CaptureMode: 'Input' }],
      },
    },
  });
  sagemaker.hooks.requestsPerMinute = () => 10;
  await minutes(2);
  expect(calls.find(({ operation }) => operation === 'PutObject')).toMatchObject({
    principal: { role: ROLE },
    input: { Bucket: 'captured', Key: expect.stringMatching(/^faces\/faces\/AllTraffic\//) },
  });
});

describe('a multi-model endpoint', () => {
  async function withModels(mayRead: () => boolean = () => true) {
    const account = await withConfig({
      answer: (call) => (call.operation === 'GetObject' && !mayRead() ? denied(call) : undefined),
    });
    await account.callSageMaker('CreateModel', {
      ModelName: 'many',
      ExecutionRoleArn: ROLE,
      PrimaryContainer: { Image: IMAGE, Mode: 'MultiModel', ModelDataUrl: 's3://models/many/' },
    });
    await account.callSageMaker('CreateEndpointConfig', {
      EndpointConfigName: 'many',
      ProductionVariants: [
        { VariantName: 'AllTraffic', ModelName: 'many', InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 1 },
      ],
    });
    await account.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'many' });
    await account.minutes(10);
    const reads = (): unknown[] =>
      account.calls.filter(
        ({ operation, input }) => operation === 'GetObject' && String(input.Key).startsWith('many/'),
      );
    const invoke = (TargetModel?: string): Promise<unknown> =>
      account.callSageMaker('InvokeEndpoint', {
        EndpointName: 'faces',
        Body: '{}',
        ...(TargetModel ? { TargetModel } : {}),
      });
    return { ...account, invoke, reads };
  }

  test('reads a model when it is first invoked', async () => {
    const { invoke, reads } = await withModels();
    expect(reads()).toEqual([]);
    await invoke('a.tar.gz');
    await invoke('a.tar.gz');
    expect(reads()).toMatchObject([{ principal: { role: ROLE }, input: { Bucket: 'models', Key: 'many/a.tar.gz' } }]);
  });

  test('rejects a model that the role may not read', async () => {
    let mayRead = true;
    const { invoke } = await withModels(() => mayRead);
    mayRead = false;
    await expect(invoke('a.tar.gz')).rejects.toThrow(
      'Failed to download model data(bucket: models, key: many/a.tar.gz)',
    );
  });

  test('requires the name of a model', async () => {
    const { invoke } = await withModels();
    await expect(invoke()).rejects.toThrow('TargetModel is required');
  });
});

describe('maintenance', () => {
  test('replaces all instances; the endpoint cannot be changed meanwhile', async () => {
    const { describe: describeEndpoint, minutes, sagemaker, update } = await withEndpoint({ count: 2 });
    sagemaker.maintain('faces');
    await minutes(1);
    expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'SystemUpdating' });
    await expect(update('config-1')).rejects.toThrow('Cannot update in-progress endpoint');
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      ProductionVariants: [{ CurrentInstanceCount: 2 }],
    });
  });

  test('keeps the old instances if new ones do not start', async () => {
    const { describe: describeEndpoint, minutes, sagemaker } = await withEndpoint({ count: 2 });
    sagemaker.hooks.starts = () => ({ failure: 'exited' });
    sagemaker.maintain('faces');
    await minutes(30);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      ProductionVariants: [{ CurrentInstanceCount: 2 }],
    });
  });
});
