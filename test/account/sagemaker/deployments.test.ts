import { accountWithEndpoint } from './fixtures';

const ALARM = {
  AlarmName: 'errors',
  Namespace: 'AWS/SageMaker',
  MetricName: 'Invocation5XXErrors',
  Statistic: 'Average',
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 0.05,
  ComparisonOperator: 'GreaterThanThreshold',
  TreatMissingData: 'notBreaching',
};
const BOTH_FLEETS = [
  { Name: 'EndpointName', Value: 'faces' },
  { Name: 'VariantName', Value: 'AllTraffic' },
];

const blueGreen = (routing: object, additionalMembers: object = {}): object => ({
  BlueGreenUpdatePolicy: {
    TrafficRoutingConfiguration: { WaitIntervalInSeconds: 600, ...routing },
    MaximumExecutionTimeoutInSeconds: 7200,
    ...additionalMembers,
  },
  AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'errors' }] },
});
const size = (Type: string, Value: number): object => ({ Type, Value });

/** A simulated account with an endpoint that receives requests, an alarm on errors, and a second endpoint configuration. */
async function accountWithAlarm() {
  const count = 4;
  const aws = await accountWithEndpoint({ count });
  await aws.addConfig('config-2', { count });
  aws.sagemaker.hooks.requestsPerMinute = () => 600;
  await aws.callCloudWatch('PutMetricAlarm', { ...ALARM, Dimensions: BOTH_FLEETS });
  await aws.minutes(3);
  return aws;
}

test('a deployment that exceeds its timeout is rolled back', async () => {
  const { describe: describeEndpoint, minutes, sagemaker, update } = await accountWithAlarm();
  sagemaker.hooks.startContainer = () => ({ seconds: 599 });
  await update('config-2', {
    DeploymentConfig: blueGreen(
      { Type: 'LINEAR', LinearStepSize: size('CAPACITY_PERCENT', 10) },
      { MaximumExecutionTimeoutInSeconds: 1800 },
    ),
  });
  await minutes(60);
  expect(await describeEndpoint()).toMatchObject({
    EndpointConfigName: 'config-1',
    FailureReason: expect.stringContaining('exceeded its timeout of 1800 seconds'),
  });
});

test('if the old instances do not start again in the rollback of a rolling deployment, the endpoint is UpdateRollbackFailed', async () => {
  const { describe: describeEndpoint, minutes, sagemaker, update } = await accountWithAlarm();
  sagemaker.hooks.quality = ({ endpointConfigName }) => ({
    // Errors begin in the second batch, when some instances of the old fleet have been terminated.
    errors5xx: endpointConfigName === 'config-2' && isSecondBatch ? 0.5 : 0,
  });
  let isSecondBatch = false;
  await update('config-2', {
    DeploymentConfig: {
      RollingUpdatePolicy: { MaximumBatchSize: size('INSTANCE_COUNT', 2), WaitIntervalInSeconds: 600 },
      AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'errors' }] },
    },
  });
  await minutes(18);
  isSecondBatch = true;
  sagemaker.hooks.hasCapacity = () => false;
  await minutes(30);
  expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'UpdateRollbackFailed' });
});

describe('an update is rejected', () => {
  test.each([
    ['a canary of more than half', blueGreen({ Type: 'CANARY', CanarySize: size('INSTANCE_COUNT', 3) }), 'at most 50%'],
    [
      'a batch of more than half',
      { RollingUpdatePolicy: { MaximumBatchSize: size('INSTANCE_COUNT', 3), WaitIntervalInSeconds: 0 } },
      'between 5% and 50%',
    ],
    [
      'a timeout that the wait times exceed',
      blueGreen({ Type: 'ALL_AT_ONCE' }, { MaximumExecutionTimeoutInSeconds: 600 }),
      'must be larger than the sum',
    ],
    [
      'an alarm that does not exist',
      { AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'other' }] } },
      'Could not find the alarm',
    ],
  ])('for %s', async (_, DeploymentConfig, message) => {
    const { update } = await accountWithAlarm();
    await expect(update('config-2', { DeploymentConfig })).rejects.toThrow(message);
  });

  test('for changed variant names with a deployment configuration', async () => {
    const { addConfig, update } = await accountWithAlarm();
    await addConfig('config-3', { variants: [{ VariantName: 'Other' }] });
    const DeploymentConfig = blueGreen({ Type: 'ALL_AT_ONCE' });
    await expect(update('config-3', { DeploymentConfig })).rejects.toThrow('same variant names');
  });
});
