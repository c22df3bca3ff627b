import { accountWithEndpoint } from './fixtures';

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
});
