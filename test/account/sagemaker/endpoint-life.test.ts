import { denied } from '../hosting-world';
import { ROLE, withConfig, withEndpoint } from './fixtures';

describe('an endpoint is created', () => {
  test('it is Creating until its instances serve, then InService', async () => {
    const { callSageMaker, describe: describeEndpoint, minutes } = await withConfig({ count: 2 });
    await callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'Creating' });
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      EndpointConfigName: 'config-1',
      ProductionVariants: [{ VariantName: 'AllTraffic', CurrentInstanceCount: 2, DesiredInstanceCount: 2 }],
    });
  });

  test('each instance reads the model, pulls the image and writes its log with the execution role', async () => {
    const { asRole, calls } = await withEndpoint();
    expect(asRole()).toEqual(
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

  test('it is Failed if the container does not start, and can then only be deleted', async () => {
    const account = await withConfig();
    account.sagemaker.hooks.starts = () => ({ failure: 'exited' });
    await account.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    await account.minutes(30);
    expect(await account.describe()).toMatchObject({
      EndpointStatus: 'Failed',
      FailureReason: expect.stringContaining('did not pass the ping health check'),
    });
    await expect(account.update('config-1')).rejects.toThrow('DeleteEndpoint is the only operation');
    await account.callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
  });

  test('a name that exists is refused, whatever its case', async () => {
    const { callSageMaker } = await withEndpoint();
    const again = callSageMaker('CreateEndpoint', { EndpointName: 'Faces', EndpointConfigName: 'config-1' });
    await expect(again).rejects.toThrow('Cannot create already existing endpoint');
  });

  test('it is Failed if the role may not read the model any more', async () => {
    let mayRead = true;
    const account = await withConfig({
      answer: (call) => (call.operation === 'GetObject' && !mayRead ? denied(call) : undefined),
    });
    mayRead = false;
    await account.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    await account.minutes(10);
    expect(await account.describe()).toMatchObject({
      EndpointStatus: 'Failed',
      FailureReason: expect.stringContaining('Failed to download model data'),
    });
  });
});

describe('an endpoint changes', () => {
  test.each(['UpdateEndpoint', 'UpdateEndpointWeightsAndCapacities', 'DeleteEndpoint'])(
    '%s is refused while the endpoint is being changed',
    async (operation) => {
      const { callSageMaker, update } = await withEndpoint();
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

  test('an update is refused once the configuration that the endpoint has was deleted', async () => {
    const { addConfig, callSageMaker, update } = await withEndpoint();
    await addConfig('config-2');
    await callSageMaker('DeleteEndpointConfig', { EndpointConfigName: 'config-1' });
    await expect(update('config-2')).rejects.toThrow(/Could not find endpoint configuration ".*config-1"/);
  });

  test('capacity is added while the endpoint is Updating', async () => {
    const { callSageMaker, describe: describeEndpoint, minutes } = await withEndpoint();
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

  test('capacity that does not start is rolled back', async () => {
    const { callSageMaker, describe: describeEndpoint, minutes, sagemaker } = await withEndpoint();
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

  test('a replaced host reads the model anew', async () => {
    const { calls, describe: describeEndpoint, minutes, sagemaker } = await withEndpoint();
    const reads = (): number => calls.filter(({ operation }) => operation === 'GetObject').length;
    const before = reads();
    sagemaker.replaceHost('faces', 'AllTraffic');
    await minutes(1);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'InService',
      ProductionVariants: [{ CurrentInstanceCount: 0, DesiredInstanceCount: 1 }],
    });
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({ ProductionVariants: [{ CurrentInstanceCount: 1 }] });
    expect(reads()).toBe(before + 1);
  });

  test('more instances than the quota are refused: an update needs both fleets', async () => {
    const { addConfig, sagemaker, update } = await withEndpoint({ count: 2 });
    await addConfig('config-2', { count: 2 });
    sagemaker.hooks.instanceLimit = () => 3;
    await expect(update('config-2')).rejects.toMatchObject({ name: 'ResourceLimitExceeded' });
  });

  test('each type of instance pools needs a quota, also one that would not be used', async () => {
    const pools = ['ml.g5.xlarge', 'ml.g6.xlarge'].map((InstanceType, Priority) => ({
      InstanceType,
      Priority: Priority + 1,
    }));
    const variant = { VariantName: 'AllTraffic', InstanceType: undefined, InstancePools: pools };
    const { callSageMaker, sagemaker } = await withConfig({ variants: [variant] });
    const create = () => callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
    sagemaker.hooks.instanceLimit = (type) => (type === 'ml.g6.xlarge' ? 0 : 1);
    await expect(create()).rejects.toThrow("'ml.g6.xlarge for endpoint usage' is 0 Instances");
    sagemaker.hooks.instanceLimit = () => 1;
    await expect(create()).resolves.toBeDefined();
  });
});

describe('an endpoint is deleted', () => {
  test('its interfaces in the VPC go some minutes later', async () => {
    const { callSageMaker, minutes, sagemaker } = await withEndpoint({ vpc: true });
    await callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    await minutes(2);
    await expect(callSageMaker('DescribeEndpoint', { EndpointName: 'faces' })).rejects.toThrow(
      'Could not find endpoint',
    );
    expect(sagemaker.networkInterfaces).toMatchObject([{ securityGroupIds: ['sg-1'] }]);
    await minutes(10);
    expect(sagemaker.networkInterfaces).toEqual([]);
  });

  test('its interfaces stay if the role is gone', async () => {
    let isRoleGone = false;
    const { callSageMaker, minutes, sagemaker } = await withEndpoint({
      vpc: true,
      answer: (call) => (isRoleGone && call.principal !== 'deployer' ? denied(call) : undefined),
    });
    await callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    isRoleGone = true;
    await minutes(120);
    expect(sagemaker.networkInterfaces).toHaveLength(1);
  });
});
