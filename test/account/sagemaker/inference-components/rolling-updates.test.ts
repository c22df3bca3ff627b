import { accountWithUpdate, servedModels, specification } from './fixtures';

const rolling = (overrides: object = {}, alarms: string[] = []): object => ({
  RollingUpdatePolicy: {
    MaximumBatchSize: { Type: 'COPY_COUNT', Value: 1 },
    WaitIntervalInSeconds: 120,
    ...overrides,
  },
  ...(alarms.length > 0 ? { AutoRollbackConfiguration: { Alarms: alarms.map((AlarmName) => ({ AlarmName })) } } : {}),
});
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

  test('if an alarm fires, starts ended copies again, in batches of the rollback', async () => {
    const aws = await accountWithUpdate({ copies: 4, type: 'ml.g5.48xlarge' });
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
    const policy = { WaitIntervalInSeconds: 0, RollbackMaximumBatchSize: { Type: 'COPY_COUNT', Value: 1 } };
    const DeploymentConfig = rolling(policy, ['errors']);
    await aws.update({ Specification: specification('model-2'), DeploymentConfig });
    await aws.minutes(3);
    expect(servedModels(aws)).toContain('model-2');
    await aws.minutes(30);
    expect(servedModels(aws)).toEqual(Array(4).fill('model-1'));
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
    ['COPY_COUNT', 1, 1],
  ])('with a batch of %s %d for %d copies is rejected', async (Type, Value, copies) => {
    const { update } = await accountWithUpdate({ copies });
    const DeploymentConfig = rolling({ MaximumBatchSize: { Type, Value } });
    const updated = update({ Specification: specification('model-2'), DeploymentConfig });
    await expect(updated).rejects.toThrow('between 5% and 50%');
  });
});
