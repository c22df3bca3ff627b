import { accountWithHost } from './fixtures';

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
