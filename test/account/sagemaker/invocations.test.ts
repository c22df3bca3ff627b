import { throwAccessDenied } from '../hosting-account';
import { IMAGE, ROLE, accountWithConfig, accountWithEndpoint } from './fixtures';

test('requests are distributed in proportion to the weights of the variants', async () => {
  const { cloudwatch, minutes, sagemaker, account } = await accountWithEndpoint({
    variants: [{ VariantName: 'A', InitialVariantWeight: 3 }, { VariantName: 'B' }],
  });
  sagemaker.hooks.requestsPerMinute = () => 80;
  await minutes(2);
  const requests = ['A', 'B'].map((VariantName) =>
    cloudwatch.metrics.statistic(
      { namespace: 'AWS/SageMaker', name: 'Invocations', dimensions: { EndpointName: 'faces', VariantName } },
      'Sum',
      account.now() - 60_000,
      account.now(),
    ),
  );
  expect(requests).toEqual([60, 20]);
});

test('a shadow variant receives copies of requests, and never responds', async () => {
  const {
    callSageMaker,
    cloudwatch,
    describe: describeEndpoint,
    minutes,
    sagemaker,
    account,
  } = await accountWithEndpoint({ shadow: true });
  sagemaker.hooks.requestsPerMinute = () => 80;
  await minutes(2);
  const dimensions = { EndpointName: 'faces', VariantName: 'Shadow' };
  const metric = { namespace: 'AWS/SageMaker', name: 'Invocations', dimensions };
  expect(cloudwatch.metrics.statistic(metric, 'Sum', account.now() - 60_000, account.now())).toBe(80);
  expect(await describeEndpoint()).toMatchObject({
    ProductionVariants: [{ VariantName: 'AllTraffic' }],
    ShadowProductionVariants: [{ VariantName: 'Shadow' }],
  });
  expect(await callSageMaker('InvokeEndpoint', { EndpointName: 'faces', Body: '{}' })).toMatchObject({
    InvokedProductionVariant: 'AllTraffic',
  });
});

test('InvokeEndpoint does not find an endpoint whose name has a different case', async () => {
  const { callSageMaker } = await accountWithEndpoint();
  await expect(callSageMaker('InvokeEndpoint', { EndpointName: 'Faces', Body: '{}' })).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Endpoint Faces of account 111122223333 not found.',
  });
});

test('metrics of utilization are missing if the role may not publish them', async () => {
  const aws = await accountWithEndpoint({
    respond: (call) => (call.operation === 'PutMetricData' ? throwAccessDenied(call) : undefined),
  });
  aws.sagemaker.hooks.requestsPerMinute = () => 10;
  await aws.minutes(5);
  const namespaces = new Set(aws.cloudwatch.metrics.publishedMetrics().map(({ namespace }) => namespace));
  expect([...namespaces]).toEqual(['AWS/SageMaker']);
});

test('data capture writes requests to the bucket with the execution role', async () => {
  const { calls, minutes, sagemaker } = await accountWithEndpoint({
    configOverrides: {
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
  async function accountWithModels(mayRead: () => boolean = () => true) {
    const aws = await accountWithConfig({
      respond: (call) => (call.operation === 'GetObject' && !mayRead() ? throwAccessDenied(call) : undefined),
    });
    await aws.callSageMaker('CreateModel', {
      ModelName: 'many',
      ExecutionRoleArn: ROLE,
      PrimaryContainer: { Image: IMAGE, Mode: 'MultiModel', ModelDataUrl: 's3://models/many/' },
    });
    await aws.callSageMaker('CreateEndpointConfig', {
      EndpointConfigName: 'many',
      ProductionVariants: [
        { VariantName: 'AllTraffic', ModelName: 'many', InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 1 },
      ],
    });
    await aws.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'many' });
    await aws.minutes(10);
    const reads = (): unknown[] =>
      aws.calls.filter(({ operation, input }) => operation === 'GetObject' && String(input.Key).startsWith('many/'));
    const invoke = (TargetModel?: string): Promise<unknown> =>
      aws.callSageMaker('InvokeEndpoint', {
        EndpointName: 'faces',
        Body: '{}',
        ...(TargetModel ? { TargetModel } : {}),
      });
    return { ...aws, invoke, reads };
  }

  test('reads a model when it is first invoked', async () => {
    const { invoke, reads } = await accountWithModels();
    expect(reads()).toEqual([]);
    await invoke('a.tar.gz');
    await invoke('a.tar.gz');
    expect(reads()).toMatchObject([{ principal: { role: ROLE }, input: { Bucket: 'models', Key: 'many/a.tar.gz' } }]);
  });

  test('rejects a model that the role may not read', async () => {
    let mayRead = true;
    const { invoke } = await accountWithModels(() => mayRead);
    mayRead = false;
    await expect(invoke('a.tar.gz')).rejects.toThrow(
      'Failed to download model data(bucket: models, key: many/a.tar.gz)',
    );
  });

  test('requires TargetModel', async () => {
    const { invoke } = await accountWithModels();
    await expect(invoke()).rejects.toThrow('TargetModel is required');
  });
});

describe('maintenance', () => {
  test('replaces all instances, and blocks changes of the endpoint', async () => {
    const { describe: describeEndpoint, minutes, sagemaker, update } = await accountWithEndpoint({ count: 2 });
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

  test('keeps the old instances if new instances do not start', async () => {
    const { describe: describeEndpoint, minutes, sagemaker } = await accountWithEndpoint({ count: 2 });
    sagemaker.hooks.startContainer = () => ({ failure: 'exited' });
    sagemaker.maintain('faces');
    await minutes(30);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      ProductionVariants: [{ CurrentInstanceCount: 2 }],
    });
  });
});
