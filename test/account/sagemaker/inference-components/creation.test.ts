import { throwAccessDenied } from '../../hosting-account';
import { accountWithEndpoint, IMAGE, ROLE } from '../fixtures';
import { accountWithComponent, accountWithHost, BROKEN, specification } from './fixtures';

const NO_ROOM = 'There is not enough hardware resources on the instances';

describe('an endpoint configuration without a model', () => {
  test.each([
    ['has no execution role', { ExecutionRoleArn: undefined }, 'ExecutionRoleArn is required'],
    [
      'is asynchronous',
      { AsyncInferenceConfig: { OutputConfig: { S3OutputPath: 's3://bucket/out' } } },
      'AsyncInferenceConfig is not supported',
    ],
  ])('is rejected if it %s', async (_, configOverrides, message) => {
    const { addConfig } = await accountWithHost();
    await expect(addConfig('config-2', { configOverrides })).rejects.toThrow(message);
  });

  test.each([
    [2, [0, 1], 'InitialInstanceCount must be between'],
    [1, [3, 2], 'MinInstanceCount must be at most'],
  ] as const)(
    'with %d instances is rejected if managed instance scaling has the range %j',
    async (count, scaling, message) => {
      const { addConfig } = await accountWithHost();
      await expect(addConfig('config-2', { count, scaling })).rejects.toThrow(message);
    },
  );

  test('cannot scale in to zero instances in some Regions', async () => {
    const aws = await accountWithHost();
    Object.assign(aws.account, { region: 'eu-west-3' });
    await expect(aws.addConfig('config-2', { scaling: [0, 1] })).rejects.toThrow('Min instance count needs');
    await aws.addConfig('config-2', { scaling: [1, 1] });
  });

  test('results in an endpoint that is InService without a container, an image and a weight', async () => {
    const { callsWithRole, describeEndpoint } = await accountWithHost({ scaling: [0, 2] }).then((aws) => ({
      ...aws,
      callsWithRole: aws.calls.filter(({ service }) => service === 'ecr' || service === 'logs'),
    }));
    const { ProductionVariants, EndpointStatus } = await describeEndpoint();
    expect(EndpointStatus).toBe('InService');
    expect(ProductionVariants).toEqual([
      {
        VariantName: 'AllTraffic',
        CurrentInstanceCount: 1,
        DesiredInstanceCount: 1,
        ManagedInstanceScaling: { Status: 'ENABLED', MinInstanceCount: 0, MaxInstanceCount: 2 },
      },
    ]);
    expect(callsWithRole).toEqual([]);
  });
});

describe('a component is created', () => {
  test('and is Creating until all copies serve, then InService', async () => {
    const { create, describeComponent, minutes } = await accountWithHost();
    await create('faces', { copies: 2 });
    expect(await describeComponent()).toMatchObject({
      InferenceComponentStatus: 'Creating',
      RuntimeConfig: { DesiredCopyCount: 2, CurrentCopyCount: 0 },
    });
    await minutes(5);
    expect(await describeComponent()).toEqual({
      InferenceComponentName: 'faces',
      InferenceComponentArn: 'arn:aws:sagemaker:us-east-1:111122223333:inference-component/faces',
      EndpointName: 'shared',
      EndpointArn: 'arn:aws:sagemaker:us-east-1:111122223333:endpoint/shared',
      VariantName: 'AllTraffic',
      InferenceComponentStatus: 'InService',
      Specification: specification('model-1'),
      RuntimeConfig: { DesiredCopyCount: 2, CurrentCopyCount: 2 },
      CreationTime: expect.any(Date),
      LastModifiedTime: expect.any(Date),
    });
  });

  test('while its endpoint is Creating, and then waits for the endpoint', async () => {
    const { addConfig, callSageMaker, create, describeComponent, minutes } = await accountWithHost();
    await addConfig('config-2');
    await callSageMaker('CreateEndpoint', { EndpointName: 'second', EndpointConfigName: 'config-2' });
    await create('faces', { EndpointName: 'second' });
    await minutes(1);
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'Creating' });
    await minutes(8);
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'InService', EndpointName: 'second' });
  });

  test.each([
    ['on', 'arn:aws:iam::111122223333:role/of-the-model'],
    ['off', ROLE],
  ])('with the role of its model, if this assumption is %s', async (state, role) => {
    const off = state === 'off' ? ['sagemaker.copies-use-the-role-of-their-model'] : [];
    const { addModel, calls, create, minutes } = await accountWithHost({ off });
    await addModel('model-2', {}, { ExecutionRoleArn: 'arn:aws:iam::111122223333:role/of-the-model' });
    calls.splice(0);
    await create('faces', { Specification: specification('model-2') });
    await minutes(5);
    const logCalls = calls.filter(({ operation }) => operation === 'CreateLogGroup');
    expect(logCalls).toMatchObject([
      { principal: { role }, input: { logGroupName: '/aws/sagemaker/InferenceComponents/faces' } },
    ]);
    expect(calls.find(({ operation }) => operation === 'GetObject')).toMatchObject({ principal: { role } });
  });

  test('from a container without a model, with the role of the endpoint', async () => {
    const { calls, create, describeComponent, minutes } = await accountWithHost();
    const { ComputeResourceRequirements } = specification('') as { ComputeResourceRequirements: object };
    const Container = { Image: IMAGE, ArtifactUrl: 's3://models/other.tar.gz', Environment: { A: '1' } };
    await create('faces', { Specification: { Container, ComputeResourceRequirements } });
    await minutes(5);
    expect(await describeComponent()).toMatchObject({
      InferenceComponentStatus: 'InService',
      Specification: { Container: { DeployedImage: { SpecifiedImage: IMAGE }, Environment: { A: '1' } } },
    });
    expect(calls.find(({ input }) => input.Key === 'other.tar.gz')).toMatchObject({ principal: { role: ROLE } });
  });

  test('and is Failed if its container does not start', async () => {
    const { addModel, create, describeComponent, minutes, placement } = await accountWithHost();
    await addModel('broken', BROKEN);
    await create('faces', { copies: 2, Specification: specification('broken') });
    await minutes(20);
    expect(await describeComponent()).toMatchObject({
      InferenceComponentStatus: 'Failed',
      FailureReason: expect.stringContaining('did not pass the ping health check'),
      RuntimeConfig: { CurrentCopyCount: 0 },
    });
    expect(placement()).toEqual([0]);
  });

  test('and is Failed if the role may not pull the image', async () => {
    const { create, describeComponent, minutes } = await accountWithHost({
      respond: (call) => (call.service === 'ecr' ? throwAccessDenied(call) : undefined),
    });
    await create();
    await minutes(5);
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'Failed' });
  });

  test('and is Failed if not all copies find room', async () => {
    const { create, describeComponent, minutes } = await accountWithHost();
    await create('faces', { copies: 5 });
    await minutes(5);
    expect(await describeComponent()).toMatchObject({
      InferenceComponentStatus: 'Failed',
      FailureReason: expect.stringContaining(NO_ROOM),
    });
  });
});

describe('a component is rejected', () => {
  test.each([
    ['without a copy', { copies: 0 }, 'copy count an integer larger than 0'],
    ['if its name exists', {}, 'already existing inference component'],
    ['on an unknown variant', { VariantName: 'Other' }, 'Could not find variant'],
    ['without a model', { Specification: specification(undefined as never) }, 'Exactly one of ModelName and Container'],
    ['with an unknown model', { Specification: specification('other') }, 'Could not find model'],
    ['with more GPUs than an instance', { resources: { NumberOfAcceleratorDevicesRequired: 8 } }, NO_ROOM],
    ['with all memory of an instance', { resources: { MinMemoryRequiredInMb: 192 * 1024 } }, NO_ROOM],
    ['with all cores of an instance', { resources: { NumberOfCpuCoresRequired: 48 } }, NO_ROOM],
    ['without a minimum memory', { resources: { MinMemoryRequiredInMb: undefined } }, 'Member must not be null'],
  ])('%s', async (title, input, message) => {
    const { create } = await accountWithComponent();
    const { VariantName = 'AllTraffic', ...options } = input as { VariantName?: string };
    const created = create(title === 'if its name exists' ? 'faces' : 'other', { ...options, VariantName });
    await expect(created).rejects.toThrow(message);
  });

  test('on an endpoint with a model', async () => {
    const { callSageMaker } = await accountWithEndpoint();
    const created = callSageMaker('CreateInferenceComponent', {
      InferenceComponentName: 'other',
      EndpointName: 'faces',
      Specification: specification('model-of-config-1'),
      RuntimeConfig: { CopyCount: 1 },
    });
    await expect(created).rejects.toThrow('Inference Components are not supported in this Endpoint');
  });

  test('or is Failed later, if it does not fit on an instance and this is checked later', async () => {
    const { create, describeComponent, minutes } = await accountWithHost({
      off: ['sagemaker.too-large-copies-are-rejected'],
    });
    await create('faces', { resources: { NumberOfAcceleratorDevicesRequired: 8 } });
    await minutes(1);
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'Failed' });
  });

  test.each([
    [1024, 'accepts'],
    [4096, 'rejects'],
  ])('or not: an instance with 16 GiB and one GPU gets %d MB and %s it', async (MinMemoryRequiredInMb, result) => {
    for (const off of [[], ['sagemaker.instances-keep-15-gib']]) {
      const { create } = await accountWithHost({ type: 'ml.g5.xlarge', off });
      const created = create('faces', { resources: { MinMemoryRequiredInMb } });
      if (result === 'accepts') await created;
      else await expect(created).rejects.toThrow(NO_ROOM);
    }
  });

  test('if its model has a VPC and the endpoint configuration has none', async () => {
    const { addModel, create } = await accountWithHost();
    await addModel('private', {}, { VpcConfig: { SecurityGroupIds: ['sg-1'], Subnets: ['subnet-1'] } });
    await expect(create('faces', { Specification: specification('private') })).rejects.toThrow('requires VpcConfig');
  });
});

describe('a component is deleted', () => {
  test('within minutes, and its resources are free afterwards', async () => {
    const { callSageMaker, create, describeComponent, minutes } = await accountWithComponent({ copies: 4 });
    await callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'Deleting' });
    await create('second', { copies: 4 });
    await minutes(3);
    expect(await describeComponent('second')).toMatchObject({ InferenceComponentStatus: 'Failed' });
    await create('third', { copies: 4 });
    await minutes(5);
    expect(await describeComponent('third')).toMatchObject({ InferenceComponentStatus: 'InService' });
    await expect(describeComponent()).rejects.toThrow('Could not find inference component');
  });

  test('only when no operation is in progress', async () => {
    const { callSageMaker, create, minutes, scale } = await accountWithHost();
    const remove = () => callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    await create();
    await expect(remove()).rejects.toThrow('while it is in state CREATE_IN_PROGRESS');
    await minutes(5);
    await scale(2);
    await expect(remove()).rejects.toThrow('while it is in state UPDATE_RC_IN_PROGRESS');
    await expect(scale(3)).rejects.toThrow('while it is in state UPDATE_RC_IN_PROGRESS');
    await minutes(5);
    await remove();
    await expect(remove()).rejects.toThrow('Cannot delete');
  });

  test('before its endpoint', async () => {
    const { callSageMaker, describeEndpoint, minutes } = await accountWithComponent();
    const deleteEndpoint = () => callSageMaker('DeleteEndpoint', { EndpointName: 'shared' });
    await expect(deleteEndpoint()).rejects.toThrow('Please delete inference component and try it again');
    await callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    await expect(deleteEndpoint()).rejects.toThrow('Please delete inference component and try it again');
    await minutes(3);
    await deleteEndpoint();
    await minutes(3);
    await expect(describeEndpoint()).rejects.toThrow('Could not find endpoint');
  });

  test('or survives its endpoint and keeps its name, if endpoints with components can be deleted', async () => {
    const { callSageMaker, create, describeComponent, minutes } = await accountWithComponent({
      off: ['sagemaker.endpoints-with-components-are-not-deleted'],
    });
    await callSageMaker('DeleteEndpoint', { EndpointName: 'shared' });
    await minutes(3);
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'InService' });
    await callSageMaker('CreateEndpoint', { EndpointName: 'shared', EndpointConfigName: 'config-1' });
    await minutes(5);
    await expect(create()).rejects.toThrow('already existing');
    await callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    await minutes(3);
    await create();
  });
});

test('components are listed by endpoint', async () => {
  const { callSageMaker, create } = await accountWithComponent();
  await create('other');
  const list = (input: object) => callSageMaker('ListInferenceComponents', { ...input });
  expect(await list({ EndpointNameEquals: 'shared', SortOrder: 'Ascending' })).toMatchObject({
    InferenceComponents: [{ InferenceComponentName: 'faces' }, { InferenceComponentName: 'other' }],
  });
  expect(await list({ EndpointNameEquals: 'none' })).toEqual({ InferenceComponents: [] });
  const { NextToken, InferenceComponents } = await list({ MaxResults: 1 });
  expect(InferenceComponents).toMatchObject([{ InferenceComponentName: 'other' }]);
  expect(await list({ MaxResults: 1, NextToken })).toMatchObject({
    InferenceComponents: [{ InferenceComponentName: 'faces' }],
  });
});
