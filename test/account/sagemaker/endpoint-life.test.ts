import { throwAccessDenied } from '../hosting-account';
import { ROLE, accountWithConfig, accountWithEndpoint } from './fixtures';

describe('an endpoint is created', () => {
  test('and is Creating until its instances serve, then InService', async () => {
    const { callSageMaker, describe: describeEndpoint, minutes } = await accountWithConfig({ count: 2 });
    await callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'Creating' });
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      EndpointConfigName: 'config-1',
      ProductionVariants: [{ VariantName: 'AllTraffic', CurrentInstanceCount: 2, DesiredInstanceCount: 2 }],
    });
  });

  test('and each instance reads the model, pulls the image and writes its log with the execution role', async () => {
    const { callsWithRole, calls } = await accountWithEndpoint();
    expect(callsWithRole()).toEqual(
      expect.arrayContaining([
        's3:ListObjectsV2',
        's3:GetObject',
        'ecr:GetAuthorizationToken',
        'ecr:BatchGetImage',
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        'cloudwatch:PutMetricData',
      ]),
    );
    expect(calls.find(({ service }) => service === 's3')?.principal).toEqual({
      role: ROLE,
      service: 'sagemaker.amazonaws.com',
    });
  });

  test('and is Failed if the container does not start, and can then only be deleted', async () => {
    const aws = await accountWithConfig();
    aws.sagemaker.hooks.startContainer = () => ({ failure: 'exited' });
    await aws.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    await aws.minutes(30);
    expect(await aws.describe()).toMatchObject({
      EndpointStatus: 'Failed',
      FailureReason: expect.stringContaining('did not pass the ping health check'),
    });
    await expect(aws.update('config-1')).rejects.toThrow('DeleteEndpoint is the only operation');
    await aws.callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
  });

  test('unless an endpoint has the same name, regardless of the case', async () => {
    const { callSageMaker } = await accountWithEndpoint();
    const secondRequest = callSageMaker('CreateEndpoint', { EndpointName: 'Faces', EndpointConfigName: 'config-1' });
    await expect(secondRequest).rejects.toThrow('Cannot create already existing endpoint');
  });

  test('and is Failed if the role may no longer read the model', async () => {
    let mayRead = true;
    const aws = await accountWithConfig({
      respond: (call) => (call.operation === 'GetObject' && !mayRead ? throwAccessDenied(call) : undefined),
    });
    mayRead = false;
    await aws.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    await aws.minutes(10);
    expect(await aws.describe()).toMatchObject({
      EndpointStatus: 'Failed',
      FailureReason: expect.stringContaining('Failed to download model data'),
    });
  });
});

describe('changes of an endpoint:', () => {
  test.each(['UpdateEndpoint', 'UpdateEndpointWeightsAndCapacities', 'DeleteEndpoint'])(
    '%s is rejected while a change is in progress',
    async (operation) => {
      const { callSageMaker, update } = await accountWithEndpoint();
      await update('config-1');
      const input = {
        UpdateEndpoint: { EndpointConfigName: 'config-1' },
        UpdateEndpointWeightsAndCapacities: {
          DesiredWeightsAndCapacities: [{ VariantName: 'AllTraffic', DesiredInstanceCount: 2 }],
        },
        DeleteEndpoint: {},
      }[operation];
      await expect(callSageMaker(operation, { EndpointName: 'faces', ...input })).rejects.toThrow(
        'Cannot update in-progress endpoint "arn:aws:sagemaker:us-east-1:111122223333:endpoint/faces".',
      );
    },
  );

  test('an update is rejected after the current configuration was deleted', async () => {
    const { addConfig, callSageMaker, update } = await accountWithEndpoint();
    await addConfig('config-2');
    await callSageMaker('DeleteEndpointConfig', { EndpointConfigName: 'config-1' });
    await expect(update('config-2')).rejects.toThrow(/Could not find endpoint configuration ".*config-1"/);
  });

  test('an endpoint is Updating until its additional instances serve, then InService', async () => {
    const { callSageMaker, describe: describeEndpoint, minutes } = await accountWithEndpoint();
    await callSageMaker('UpdateEndpointWeightsAndCapacities', {
      EndpointName: 'faces',
      DesiredWeightsAndCapacities: [{ VariantName: 'AllTraffic', DesiredInstanceCount: 3 }],
    });
    expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'Updating' });
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      ProductionVariants: [{ CurrentInstanceCount: 3 }],
    });
  });

  test('a change of the capacity is rolled back if the additional instances do not start', async () => {
    const { callSageMaker, describe: describeEndpoint, minutes, sagemaker } = await accountWithEndpoint();
    sagemaker.hooks.hasCapacity = () => false;
    await callSageMaker('UpdateEndpointWeightsAndCapacities', {
      EndpointName: 'faces',
      DesiredWeightsAndCapacities: [{ VariantName: 'AllTraffic', DesiredInstanceCount: 3, DesiredWeight: 2 }],
    });
    await minutes(2.5);
    expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'RollingBack' });
    await minutes(5);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      FailureReason: expect.stringContaining('InsufficientInstanceCapacity'),
      ProductionVariants: [{ CurrentInstanceCount: 1, DesiredInstanceCount: 1, CurrentWeight: 1 }],
    });
  });

  test('an instance that replaces a failed instance reads the model again', async () => {
    const { calls, describe: describeEndpoint, minutes, sagemaker } = await accountWithEndpoint();
    const countReads = (): number => calls.filter(({ operation }) => operation === 'GetObject').length;
    const readCount = countReads();
    sagemaker.replaceInstance('faces', 'AllTraffic');
    await minutes(1);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      ProductionVariants: [{ CurrentInstanceCount: 0, DesiredInstanceCount: 1 }],
    });
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({ ProductionVariants: [{ CurrentInstanceCount: 1 }] });
    expect(countReads()).toBe(readCount + 1);
  });

  test('an update is rejected if the old and the new fleet together exceed the quota', async () => {
    const { addConfig, sagemaker, update } = await accountWithEndpoint({ count: 2 });
    await addConfig('config-2', { count: 2 });
    sagemaker.hooks.instanceLimit = () => 3;
    await expect(update('config-2')).rejects.toMatchObject({ name: 'ResourceLimitExceeded' });
  });

  test('each instance type in instance pools requires a quota, even if the type would not be used', async () => {
    const pools = ['ml.g5.xlarge', 'ml.g6.xlarge'].map((InstanceType, Priority) => ({
      InstanceType,
      Priority: Priority + 1,
    }));
    const variant = { VariantName: 'AllTraffic', InstanceType: undefined, InstancePools: pools };
    const { callSageMaker, sagemaker } = await accountWithConfig({ variants: [variant] });
    const create = () => callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    sagemaker.hooks.instanceLimit = (type) => (type === 'ml.g6.xlarge' ? 0 : 1);
    await expect(create()).rejects.toThrow("'ml.g6.xlarge for endpoint usage' is 0 Instances");
    sagemaker.hooks.instanceLimit = () => 1;
    await expect(create()).resolves.toBeDefined();
  });
});

describe('an endpoint is deleted', () => {
  test('and its network interfaces in the VPC are deleted some minutes later', async () => {
    const { callSageMaker, minutes, sagemaker } = await accountWithEndpoint({ vpc: true });
    await callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    await minutes(2);
    await expect(callSageMaker('DescribeEndpoint', { EndpointName: 'faces' })).rejects.toThrow(
      'Could not find endpoint',
    );
    expect(sagemaker.networkInterfaces).toMatchObject([{ securityGroupIds: ['sg-1'] }]);
    await minutes(10);
    expect(sagemaker.networkInterfaces).toEqual([]);
  });

  test('but its network interfaces remain if the role was deleted', async () => {
    let isRoleDeleted = false;
    const { callSageMaker, minutes, sagemaker } = await accountWithEndpoint({
      vpc: true,
      respond: (call) => (isRoleDeleted && call.principal !== 'deployer' ? throwAccessDenied(call) : undefined),
    });
    await callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    isRoleDeleted = true;
    await minutes(120);
    expect(sagemaker.networkInterfaces).toHaveLength(1);
  });
});
