import { denied } from '../hosting-world';
import { withEndpoint } from './fixtures';

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
const OF_BOTH_FLEETS = [
  { Name: 'EndpointName', Value: 'faces' },
  { Name: 'VariantName', Value: 'AllTraffic' },
];
const OF_NEW_FLEET = [...OF_BOTH_FLEETS, { Name: 'EndpointConfigName', Value: 'config-2' }];

const blueGreen = (routing: object, more: object = {}): object => ({
  BlueGreenUpdatePolicy: {
    TrafficRoutingConfiguration: { WaitIntervalInSeconds: 600, ...routing },
    MaximumExecutionTimeoutInSeconds: 7200,
    ...more,
  },
  AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'errors' }] },
});
const size = (Type: string, Value: number): object => ({ Type, Value });

/** An endpoint of four instances with requests, and a second configuration. */
async function withAlarm({
  dimensions = OF_BOTH_FLEETS,
  count = 4,
  ...options
}: { dimensions?: object[] } & Parameters<typeof withEndpoint>[0] = {}) {
  const account = await withEndpoint({ count, ...options });
  await account.addConfig('config-2', { count });
  account.sagemaker.hooks.requestsPerMinute = () => 600;
  await account.callCloudWatch('PutMetricAlarm', { ...ALARM, Dimensions: dimensions });
  await account.minutes(3);
  return account;
}

test('without a deployment configuration the new fleet takes over when it has started', async () => {
  const { addConfig, describe: describeEndpoint, minutes, update } = await withEndpoint();
  await addConfig('config-2');
  await update('config-2');
  await minutes(1);
  expect(await describeEndpoint()).toMatchObject({
    EndpointStatus: 'Updating',
    EndpointConfigName: 'config-1',
    PendingDeploymentSummary: { EndpointConfigName: 'config-2' },
  });
  await minutes(10);
  expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'InService', EndpointConfigName: 'config-2' });
});

test('a new fleet that does not start leaves the old one in service', async () => {
  const { addConfig, describe: describeEndpoint, minutes, sagemaker, update } = await withEndpoint();
  await addConfig('config-2');
  sagemaker.hooks.starts = () => ({ failure: 'exited' });
  await update('config-2');
  await minutes(30);
  expect(await describeEndpoint()).toMatchObject({
    EndpointStatus: 'InService',
    EndpointConfigName: 'config-1',
    FailureReason: expect.stringContaining('did not pass the ping health check'),
    ProductionVariants: [{ CurrentInstanceCount: 1 }],
  });
});

test.each([
  ['ALL_AT_ONCE', blueGreen({ Type: 'ALL_AT_ONCE' })],
  ['CANARY', blueGreen({ Type: 'CANARY', CanarySize: size('INSTANCE_COUNT', 1) })],
  ['LINEAR', blueGreen({ Type: 'LINEAR', LinearStepSize: size('CAPACITY_PERCENT', 25) })],
  [
    'ROLLING',
    {
      RollingUpdatePolicy: { MaximumBatchSize: size('CAPACITY_PERCENT', 50), WaitIntervalInSeconds: 600 },
      AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'errors' }] },
    },
  ],
])('%s: an alarm while the new fleet bakes sends the traffic back', async (_, DeploymentConfig) => {
  const { describe: describeEndpoint, minutes, sagemaker, update } = await withAlarm();
  sagemaker.hooks.quality = ({ endpointConfigName }) => ({ errors5xx: endpointConfigName === 'config-2' ? 0.5 : 0 });
  await update('config-2', { DeploymentConfig });
  await minutes(60);
  expect(await describeEndpoint()).toMatchObject({
    EndpointStatus: 'InService',
    EndpointConfigName: 'config-1',
    FailureReason: expect.stringContaining('[errors]'),
    ProductionVariants: [{ CurrentInstanceCount: 4 }],
  });
});

test.each([
  ['ALL_AT_ONCE', blueGreen({ Type: 'ALL_AT_ONCE' })],
  ['CANARY', blueGreen({ Type: 'CANARY', CanarySize: size('CAPACITY_PERCENT', 50) })],
  ['LINEAR', blueGreen({ Type: 'LINEAR', LinearStepSize: size('INSTANCE_COUNT', 1) })],
  ['ROLLING', { RollingUpdatePolicy: { MaximumBatchSize: size('INSTANCE_COUNT', 2), WaitIntervalInSeconds: 600 } }],
])('%s: a healthy fleet takes over', async (_, DeploymentConfig) => {
  const { describe: describeEndpoint, minutes, update } = await withAlarm();
  await update('config-2', { DeploymentConfig });
  await minutes(60);
  expect(await describeEndpoint()).toMatchObject({
    EndpointStatus: 'InService',
    EndpointConfigName: 'config-2',
    ProductionVariants: [{ CurrentInstanceCount: 4, DesiredInstanceCount: 4 }],
  });
});

test('a canary gets its share of the traffic, seen by the dimension EndpointConfigName', async () => {
  const { cloudwatch, minutes, update, world } = await withAlarm();
  await update('config-2', {
    DeploymentConfig: blueGreen({ Type: 'CANARY', CanarySize: size('INSTANCE_COUNT', 1) }),
  });
  await minutes(10);
  const requests = (dimensions: Record<string, string>): number | undefined =>
    cloudwatch.metrics.statistic(
      { namespace: 'AWS/SageMaker', name: 'Invocations', dimensions },
      'Sum',
      world.now() - 60_000,
      world.now(),
    );
  const both = { EndpointName: 'faces', VariantName: 'AllTraffic' };
  expect(requests({ ...both, EndpointConfigName: 'config-2' })).toBe(150);
  expect(requests({ ...both, EndpointConfigName: 'config-1' })).toBe(450);
  expect(requests(both)).toBe(600);
});

test.each([
  ['both fleets', OF_BOTH_FLEETS, 'config-1'],
  ['the new fleet', OF_NEW_FLEET, 'config-2'],
])('errors of the old fleet count for an alarm of %s', async (_, dimensions, served) => {
  const { describe: describeEndpoint, minutes, sagemaker, update } = await withAlarm({ dimensions });
  await update('config-2', { DeploymentConfig: blueGreen({ Type: 'ALL_AT_ONCE' }) });
  sagemaker.hooks.quality = ({ endpointConfigName }) => ({ errors5xx: endpointConfigName === 'config-1' ? 0.5 : 0 });
  await minutes(60);
  expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'InService', EndpointConfigName: served });
});

test('an execution role that may not describe the alarms any more ends the deployment', async () => {
  let mayDescribe = true;
  const {
    describe: describeEndpoint,
    minutes,
    update,
  } = await withAlarm({
    answer: (call) => (call.operation === 'DescribeAlarms' && !mayDescribe ? denied(call) : undefined),
  });
  await update('config-2', { DeploymentConfig: blueGreen({ Type: 'ALL_AT_ONCE' }) });
  mayDescribe = false;
  await minutes(30);
  expect(await describeEndpoint()).toMatchObject({
    EndpointConfigName: 'config-1',
    FailureReason: expect.stringContaining('cloudwatch:DescribeAlarms'),
  });
});

test('a deployment that exceeds its timeout is rolled back', async () => {
  const { describe: describeEndpoint, minutes, sagemaker, update } = await withAlarm();
  sagemaker.hooks.starts = () => ({ seconds: 599 });
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

test('a rolling deployment whose old instances do not start again is UpdateRollbackFailed', async () => {
  const { describe: describeEndpoint, minutes, sagemaker, update } = await withAlarm();
  sagemaker.hooks.quality = ({ endpointConfigName }) => ({
    // The second batch shows the error, when instances of the old fleet are gone.
    errors5xx: endpointConfigName === 'config-2' && isLate ? 0.5 : 0,
  });
  let isLate = false;
  await update('config-2', {
    DeploymentConfig: {
      RollingUpdatePolicy: { MaximumBatchSize: size('INSTANCE_COUNT', 2), WaitIntervalInSeconds: 600 },
      AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'errors' }] },
    },
  });
  await minutes(18);
  isLate = true;
  sagemaker.hooks.hasCapacity = () => false;
  await minutes(30);
  expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'UpdateRollbackFailed' });
});

describe('an update is refused', () => {
  test.each([
    ['a canary of more than half', blueGreen({ Type: 'CANARY', CanarySize: size('INSTANCE_COUNT', 3) }), 'at most 50%'],
    ['a step below a tenth', blueGreen({ Type: 'LINEAR', LinearStepSize: size('CAPACITY_PERCENT', 5) }), 'between 10%'],
    ['a canary without its size', blueGreen({ Type: 'CANARY' }), 'CanarySize is required'],
    [
      'a batch of more than half',
      { RollingUpdatePolicy: { MaximumBatchSize: size('INSTANCE_COUNT', 3), WaitIntervalInSeconds: 0 } },
      'between 5% and 50%',
    ],
    [
      'two policies',
      {
        ...blueGreen({ Type: 'ALL_AT_ONCE' }),
        RollingUpdatePolicy: { MaximumBatchSize: size('INSTANCE_COUNT', 1), WaitIntervalInSeconds: 0 },
      },
      'Only one of',
    ],
    [
      'a timeout that the waits exceed',
      blueGreen({ Type: 'ALL_AT_ONCE' }, { MaximumExecutionTimeoutInSeconds: 600 }),
      'must be larger than the sum',
    ],
    [
      'an alarm that does not exist',
      { AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'other' }] } },
      'Could not find the alarm',
    ],
  ])('for %s', async (_, DeploymentConfig, message) => {
    const { update } = await withAlarm();
    await expect(update('config-2', { DeploymentConfig })).rejects.toThrow(message);
  });

  test('for a canary of one instance when the endpoint has scaled in to one', async () => {
    const { callSageMaker, minutes, update } = await withAlarm();
    await callSageMaker('UpdateEndpointWeightsAndCapacities', {
      EndpointName: 'faces',
      DesiredWeightsAndCapacities: [{ VariantName: 'AllTraffic', DesiredInstanceCount: 1 }],
    });
    await minutes(5);
    const DeploymentConfig = blueGreen({ Type: 'CANARY', CanarySize: size('INSTANCE_COUNT', 1) });
    await expect(update('config-2', { DeploymentConfig, RetainAllVariantProperties: true })).rejects.toThrow(
      'at most 50%',
    );
    await update('config-2', { DeploymentConfig });
  });

  test('for a rolling deployment of several variants', async () => {
    const variants = [{ VariantName: 'A' }, { VariantName: 'B' }];
    const { addConfig, update } = await withEndpoint({ variants });
    await addConfig('config-2', { variants });
    const DeploymentConfig = {
      RollingUpdatePolicy: { MaximumBatchSize: size('CAPACITY_PERCENT', 50), WaitIntervalInSeconds: 0 },
    };
    await expect(update('config-2', { DeploymentConfig })).rejects.toThrow('several variants');
  });

  test('for other variant names with a deployment configuration', async () => {
    const { addConfig, update } = await withAlarm();
    await addConfig('config-3', { variants: [{ VariantName: 'Other' }] });
    const DeploymentConfig = blueGreen({ Type: 'ALL_AT_ONCE' });
    await expect(update('config-3', { DeploymentConfig })).rejects.toThrow('same variant names');
  });
});

describe('live properties', () => {
  async function withLiveProperties() {
    const account = await withEndpoint({ count: 1, weight: 1 });
    await account.addConfig('config-2', { count: 2, weight: 3 });
    await account.callSageMaker('UpdateEndpointWeightsAndCapacities', {
      EndpointName: 'faces',
      DesiredWeightsAndCapacities: [{ VariantName: 'AllTraffic', DesiredInstanceCount: 5, DesiredWeight: 7 }],
    });
    await account.minutes(10);
    return account;
  }

  test.each([
    ['the configuration has them', {}, { DesiredInstanceCount: 2, CurrentWeight: 3 }],
    ['they are retained', { RetainAllVariantProperties: true }, { DesiredInstanceCount: 5, CurrentWeight: 7 }],
    [
      'counts are excluded',
      {
        RetainAllVariantProperties: true,
        ExcludeRetainedVariantProperties: [{ VariantPropertyType: 'DesiredInstanceCount' }],
      },
      { DesiredInstanceCount: 2, CurrentWeight: 7 },
    ],
  ])('%s', async (_, options, expected) => {
    const { describe: describeEndpoint, minutes, update } = await withLiveProperties();
    await update('config-2', options);
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({ ProductionVariants: [expected] });
  });

  test('an update with the configuration that is there already replaces the fleet', async () => {
    const { calls, describe: describeEndpoint, minutes, update } = await withEndpoint();
    const before = calls.filter(({ operation }) => operation === 'GetObject').length;
    await update('config-1');
    await minutes(10);
    expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'InService', EndpointConfigName: 'config-1' });
    expect(calls.filter(({ operation }) => operation === 'GetObject')).toHaveLength(before + 1);
  });

  test('the last deployment configuration is used again only if it is retained', async () => {
    const { describe: describeEndpoint, minutes, update } = await withAlarm();
    const DeploymentConfig = blueGreen({ Type: 'ALL_AT_ONCE' });
    await update('config-2', { DeploymentConfig });
    await minutes(60);
    await update('config-1', { RetainDeploymentConfig: true });
    await minutes(8);
    expect(await describeEndpoint()).toMatchObject({
      EndpointStatus: 'Updating',
      LastDeploymentConfig: DeploymentConfig,
    });
    await minutes(60);
    await update('config-2');
    await minutes(8);
    expect(await describeEndpoint()).toMatchObject({ EndpointStatus: 'InService', EndpointConfigName: 'config-2' });
  });
});
