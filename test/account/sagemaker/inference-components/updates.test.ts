import { accountWithUpdate, servedModels, specification } from './fixtures';

describe('an update without a deployment configuration', () => {
  test('or ends the old copies first, if this assumption is off', async () => {
    const aws = await accountWithUpdate({ off: ['sagemaker.component-update-starts-new-copies-first'] });
    await aws.update({ Specification: specification('model-2') });
    await aws.minutes(1);
    expect(servedModels(aws)).toEqual([]);
    await aws.minutes(5);
    expect(servedModels(aws)).toEqual(['model-2', 'model-2']);
  });

  test('with a rolling update policy never ends the old copies first, even without waits and alarms', async () => {
    const aws = await accountWithUpdate({ off: ['sagemaker.component-update-starts-new-copies-first'] });
    const RollingUpdatePolicy = { MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 50 }, WaitIntervalInSeconds: 0 };
    await aws.update({ Specification: specification('model-2'), DeploymentConfig: { RollingUpdatePolicy } });
    for (let minute = 0; minute < 10; minute++) {
      expect(servedModels(aws).length).toBeGreaterThanOrEqual(2);
      await aws.minutes(1);
    }
    expect(servedModels(aws)).toEqual(['model-2', 'model-2']);
  });

  test.each([
    ['keeps', [], 'model-1'],
    ['removes', ['sagemaker.component-updates-are-merged'], undefined],
  ])('%s absent members', async (_, off, ModelName) => {
    const { describeComponent, minutes, update } = await accountWithUpdate({ off });
    const { ComputeResourceRequirements } = specification('') as { ComputeResourceRequirements: object };
    const updated = update({ Specification: { ComputeResourceRequirements } });
    if (ModelName === undefined) return expect(updated).rejects.toThrow('Exactly one of ModelName and Container');
    await updated;
    await minutes(5);
    expect(await describeComponent()).toMatchObject({ Specification: { ModelName } });
  });
});

describe('an update of the endpoint', () => {
  test('moves the copies to the new instances before the old instances end', async () => {
    const aws = await accountWithUpdate({ count: 1 });
    const { addConfig, callSageMaker, describeEndpoint, minutes, placement } = aws;
    await addConfig('config-2', { count: 2 });
    await callSageMaker('UpdateEndpoint', { EndpointName: 'shared', EndpointConfigName: 'config-2' });
    for (let minute = 0; minute < 12; minute++) {
      expect(servedModels(aws).length).toBeGreaterThanOrEqual(2);
      await minutes(1);
    }
    expect(await describeEndpoint()).toMatchObject({ EndpointConfigName: 'config-2', EndpointStatus: 'InService' });
    expect(placement()).toEqual([1, 1]);
  });

  test.each([
    ['an instance count within the new limits', [], 2],
    ['the current instance count, if this assumption is off', ['sagemaker.retained-counts-respect-the-limits'], 1],
  ])('that retains properties has %s', async (_, off, count) => {
    const aws = await accountWithUpdate({ copies: 1, scaling: [1, 4], off });
    await aws.addConfig('config-2', { count: 2, scaling: [2, 4] });
    await aws.callSageMaker('UpdateEndpoint', {
      EndpointName: 'shared',
      EndpointConfigName: 'config-2',
      RetainAllVariantProperties: true,
    });
    await aws.minutes(12);
    expect(await aws.describeEndpoint()).toMatchObject({
      EndpointConfigName: 'config-2',
      ProductionVariants: [{ DesiredInstanceCount: count, CurrentInstanceCount: count }],
    });
  });

  test('that changes the instance type is rejected, if components cannot move to other types', async () => {
    const off = ['sagemaker.components-move-to-other-instance-types'];
    const { addConfig, callSageMaker } = await accountWithUpdate({ off });
    await addConfig('config-2', { type: 'ml.g5.48xlarge' });
    const updated = callSageMaker('UpdateEndpoint', { EndpointName: 'shared', EndpointConfigName: 'config-2' });
    await expect(updated).rejects.toThrow('instance type of the variant "AllTraffic" cannot change');
  });
});
