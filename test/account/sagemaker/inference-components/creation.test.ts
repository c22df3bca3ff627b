import { throwAccessDenied } from '../../hosting-account';
import { IMAGE, ROLE } from '../fixtures';
import { accountWithHost, BROKEN, specification } from './fixtures';

const NO_ROOM = 'There is not enough hardware resources on the instances';

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
