import { throwAccessDenied } from '../../hosting-account';
import { accountWithComponent, BROKEN, specification } from './fixtures';

const rolling = (overrides: object = {}, alarms: string[] = []): object => ({
  RollingUpdatePolicy: {
    MaximumBatchSize: { Type: 'COPY_COUNT', Value: 1 },
    WaitIntervalInSeconds: 120,
    ...overrides,
  },
  ...(alarms.length > 0 ? { AutoRollbackConfiguration: { Alarms: alarms.map((AlarmName) => ({ AlarmName })) } } : {}),
});
type Component = Awaited<ReturnType<typeof accountWithComponent>>;

/** A component with two copies on an instance with room for four, and a second model. */
async function accountWithUpdate(options: Parameters<typeof accountWithComponent>[0] = {}, environment = {}) {
  const aws = await accountWithComponent({ copies: 2, ...options });
  await aws.addModel('model-2', environment);
  return aws;
}

/** The models of the copies that serve, in the order of their start. */
const servedModels = ({ sagemaker }: Component): string[] =>
  (sagemaker['state'].components.get('faces')?.copies ?? [])
    .filter(({ isInService }) => isInService)
    .map(({ specification: { model } }) => model.name);

describe('a rolling update', () => {
  test('replaces a batch at a time, with an additional copy that serves before an old copy ends', async () => {
    const aws = await accountWithUpdate();
    await aws.update({ Specification: specification('model-2'), DeploymentConfig: rolling() });
    expect(await aws.describeComponent()).toMatchObject({ InferenceComponentStatus: 'Updating' });
    const served: string[] = [];
    for (let minute = 0; minute < 15; minute++) {
      await aws.minutes(1);
      const models = servedModels(aws).join(' ');
      if (served.at(-1) !== models) served.push(models);
    }
    expect(served).toEqual([
      'model-1 model-1',
      'model-1 model-1 model-2',
      'model-1 model-2',
      'model-1 model-2 model-2',
      'model-2 model-2',
    ]);
    expect(await aws.describeComponent()).toMatchObject({
      InferenceComponentStatus: 'InService',
      Specification: { ModelName: 'model-2' },
      RuntimeConfig: { DesiredCopyCount: 2, CurrentCopyCount: 2 },
      LastDeploymentConfig: rolling(),
    });
  });

  test('starts an instance if there is no room for the additional copy, and releases it afterwards', async () => {
    const aws = await accountWithUpdate({ copies: 4, scaling: [1, 2] });
    await aws.update({ Specification: specification('model-2'), DeploymentConfig: rolling() });
    await aws.minutes(4);
    expect(await aws.describeEndpoint()).toMatchObject({ ProductionVariants: [{ DesiredInstanceCount: 2 }] });
    await aws.minutes(40);
    expect(servedModels(aws)).toEqual(Array(4).fill('model-2'));
  });

  test.each([
    ['there is no room for the additional copy', { copies: 4 }, {}],
    ['the container does not start', {}, BROKEN],
  ])('is rolled back if %s', async (_, options, environment) => {
    const aws = await accountWithUpdate(options, environment);
    const before = servedModels(aws);
    await aws.update({ Specification: specification('model-2'), DeploymentConfig: rolling() });
    await aws.minutes(30);
    expect(servedModels(aws)).toEqual(before);
    expect(await aws.describeComponent()).toMatchObject({
      InferenceComponentStatus: 'InService',
      Specification: { ModelName: 'model-1' },
    });
    expect(await aws.describeComponent()).not.toHaveProperty('FailureReason');
  });

  describe('with an alarm', () => {
    async function updateToErrors(options: Parameters<typeof accountWithComponent>[0] = {}, policy: object = {}) {
      const aws = await accountWithUpdate({ copies: 4, type: 'ml.g5.48xlarge', ...options });
      aws.sagemaker.hooks.requestsPerMinuteToComponent = () => 60;
      aws.sagemaker.hooks.quality = ({ modelName }) => ({ errors4xx: modelName === 'model-2' ? 1 : 0 });
      await aws.callCloudWatch('PutMetricAlarm', {
        AlarmName: 'errors',
        Namespace: 'AWS/SageMaker',
        MetricName: 'Invocation4XXErrors',
        Dimensions: [{ Name: 'InferenceComponentName', Value: 'faces' }],
        Statistic: 'Sum',
        Period: 60,
        EvaluationPeriods: 1,
        Threshold: 5,
        ComparisonOperator: 'GreaterThanThreshold',
        TreatMissingData: 'notBreaching',
      });
      const DeploymentConfig = rolling({ WaitIntervalInSeconds: 600, ...policy }, ['errors']);
      await aws.update({ Specification: specification('model-2'), DeploymentConfig });
      return aws;
    }

    test('is rolled back when the alarm fires, before further copies are replaced', async () => {
      const aws = await updateToErrors();
      const seen = new Set<string>();
      for (let minute = 0; minute < 30; minute++) {
        await aws.minutes(1);
        seen.add(servedModels(aws).join(' '));
      }
      expect([...seen]).toEqual(['model-1 model-1 model-1 model-1', 'model-1 model-1 model-1 model-1 model-2']);
      expect(await aws.describeComponent()).toMatchObject({
        InferenceComponentStatus: 'InService',
        Specification: { ModelName: 'model-1' },
      });
    });

    test('starts ended copies again, in batches of the rollback', async () => {
      const policy = { WaitIntervalInSeconds: 0, RollbackMaximumBatchSize: { Type: 'COPY_COUNT', Value: 1 } };
      const aws = await updateToErrors({}, policy);
      await aws.minutes(3);
      expect(servedModels(aws)).toContain('model-2');
      await aws.minutes(30);
      expect(servedModels(aws)).toEqual(Array(4).fill('model-1'));
    });

    test('is Failed if the ended copies do not start again', async () => {
      const aws = await updateToErrors({}, { WaitIntervalInSeconds: 0 });
      await aws.minutes(3);
      aws.sagemaker.hooks.startContainer = () => ({ failure: 'exited' });
      await aws.minutes(30);
      expect(await aws.describeComponent()).toMatchObject({
        InferenceComponentStatus: 'Failed',
        FailureReason: expect.stringMatching(/alarm.*The rollback failed/),
      });
    });

    test('is rolled back if the role may not describe the alarm', async () => {
      const aws = await updateToErrors({
        respond: (call) =>
          call.operation === 'DescribeAlarms' && call.principal !== 'deployer' ? throwAccessDenied(call) : undefined,
      });
      aws.sagemaker.hooks.quality = () => ({});
      await aws.minutes(15);
      expect(servedModels(aws)).toEqual(Array(4).fill('model-1'));
    });
  });

  test('is rolled back after its timeout', async () => {
    const aws = await accountWithUpdate();
    const DeploymentConfig = rolling({ WaitIntervalInSeconds: 3600, MaximumExecutionTimeoutInSeconds: 600 });
    await aws.update({ Specification: specification('model-2'), DeploymentConfig });
    await aws.minutes(20);
    expect(servedModels(aws)).toEqual(['model-1', 'model-1']);
  });

  test.each([
    ['COPY_COUNT', 2, 2],
    ['CAPACITY_PERCENT', 60, 2],
    ['COPY_COUNT', 1, 1],
  ])('with a batch of %s %d for %d copies is rejected', async (Type, Value, copies) => {
    const { update } = await accountWithUpdate({ copies });
    const DeploymentConfig = rolling({ MaximumBatchSize: { Type, Value } });
    const updated = update({ Specification: specification('model-2'), DeploymentConfig });
    await expect(updated).rejects.toThrow('between 5% and 50%');
  });

  test('of one copy is possible in percent', async () => {
    const aws = await accountWithUpdate({ copies: 1 });
    const DeploymentConfig = rolling({ MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 50 } });
    await aws.update({ Specification: specification('model-2'), DeploymentConfig });
    await aws.minutes(10);
    expect(servedModels(aws)).toEqual(['model-2']);
  });

  test('of a component without copies changes only the specification', async () => {
    const aws = await accountWithUpdate();
    await aws.scale(0);
    await aws.minutes(1);
    await aws.update({ Specification: specification('model-2'), DeploymentConfig: rolling() });
    await aws.minutes(1);
    expect(await aws.describeComponent()).toMatchObject({
      InferenceComponentStatus: 'InService',
      Specification: { ModelName: 'model-2' },
      RuntimeConfig: { DesiredCopyCount: 0, CurrentCopyCount: 0 },
    });
  });
});

describe('an update without a deployment configuration', () => {
  test('starts all new copies before the old copies end', async () => {
    const aws = await accountWithUpdate();
    await aws.update({ Specification: specification('model-2') });
    await aws.minutes(1);
    expect(servedModels(aws)).toEqual(['model-1', 'model-1']);
    await aws.minutes(5);
    expect(servedModels(aws)).toEqual(['model-2', 'model-2']);
  });

  test('or ends the old copies first, if this assumption is off', async () => {
    const aws = await accountWithUpdate({ off: ['sagemaker.component-update-starts-new-copies-first'] });
    await aws.update({ Specification: specification('model-2') });
    await aws.minutes(1);
    expect(servedModels(aws)).toEqual([]);
    await aws.minutes(5);
    expect(servedModels(aws)).toEqual(['model-2', 'model-2']);
  });

  test('keeps the copies that scaling has started, and can change their number', async () => {
    const aws = await accountWithUpdate();
    await aws.scale(1);
    await aws.minutes(2);
    await aws.update({ Specification: specification('model-2') });
    await aws.minutes(5);
    expect(servedModels(aws)).toEqual(['model-2']);
    await aws.update({ RuntimeConfig: { CopyCount: 3 } });
    await aws.minutes(5);
    expect(servedModels(aws)).toEqual(['model-2', 'model-2', 'model-2']);
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

  test('needs a change', async () => {
    const { update } = await accountWithUpdate();
    await expect(update({ DeploymentConfig: rolling() })).rejects.toThrow('An update requires');
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

  test('is rolled back if the copies have no room on the new instances', async () => {
    const aws = await accountWithUpdate({ copies: 4 });
    await aws.addConfig('config-2', { type: 'ml.g5.2xlarge' });
    await aws.callSageMaker('UpdateEndpoint', { EndpointName: 'shared', EndpointConfigName: 'config-2' });
    await aws.minutes(15);
    expect(await aws.describeEndpoint()).toMatchObject({ EndpointConfigName: 'config-1', EndpointStatus: 'InService' });
    expect(servedModels(aws)).toHaveLength(4);
  });

  test('that changes the instance type is rejected, if components cannot move to other types', async () => {
    const off = ['sagemaker.components-move-to-other-instance-types'];
    const { addConfig, callSageMaker } = await accountWithUpdate({ off });
    await addConfig('config-2', { type: 'ml.g5.48xlarge' });
    const updated = callSageMaker('UpdateEndpoint', { EndpointName: 'shared', EndpointConfigName: 'config-2' });
    await expect(updated).rejects.toThrow('instance type of the variant "AllTraffic" cannot change');
  });
});

test('copies on a failed instance start again on its replacement', async () => {
  const aws = await accountWithUpdate();
  aws.sagemaker.replaceInstance('shared', 'AllTraffic');
  await aws.minutes(1);
  expect(servedModels(aws)).toEqual([]);
  await aws.minutes(8);
  expect(servedModels(aws)).toEqual(['model-1', 'model-1']);
});
