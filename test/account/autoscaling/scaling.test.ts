import { denied } from '../hosting-world';
import { withEndpoint } from '../sagemaker/fixtures';

const ID = {
  ServiceNamespace: 'sagemaker',
  ResourceId: 'endpoint/faces/variant/AllTraffic',
  ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
};
const CALLER = { role: 'arn:aws:iam::111122223333:role/registration', service: 'lambda.amazonaws.com' };
const TRACKING = {
  PolicyName: 'requests',
  PolicyType: 'TargetTrackingScaling',
  TargetTrackingScalingPolicyConfiguration: {
    TargetValue: 100,
    PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
  },
};

async function withTarget(options: Parameters<typeof withEndpoint>[0] = {}) {
  const account = await withEndpoint(options);
  await account.callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 1, MaxCapacity: 4 });
  await account.minutes(10);
  return account;
}

const count = async ({ describe: describeEndpoint }: Awaited<ReturnType<typeof withEndpoint>>): Promise<number> => {
  const { ProductionVariants } = await describeEndpoint();
  return (ProductionVariants as { CurrentInstanceCount: number }[])[0].CurrentInstanceCount;
};

describe('a variant is registered', () => {
  test('its capacity is brought to the minimum: the endpoint is Updating meanwhile', async () => {
    const account = await withEndpoint();
    await account.callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 2, MaxCapacity: 4 });
    await account.minutes(1);
    expect(await account.describe()).toMatchObject({ EndpointStatus: 'Updating' });
    await expect(account.update('config-1')).rejects.toThrow('Cannot update in-progress endpoint');
    await account.minutes(10);
    expect(await count(account)).toBe(2);
    expect(await account.callAutoScaling('DescribeScalingActivities', ID)).toMatchObject({
      ScalingActivities: [{ StatusCode: 'Successful' }],
    });
  });

  test.each([
    [
      'a variant that does not exist',
      { ResourceId: 'endpoint/faces/variant/Other', MinCapacity: 1, MaxCapacity: 2 },
      'not found',
    ],
    ['a minimum above the maximum', { MinCapacity: 3, MaxCapacity: 2 }, 'Maximum capacity cannot be less'],
    ['no bounds', {}, 'MinCapacity is required'],
    ['another dimension', { ScalableDimension: 'sagemaker:variant:DesiredProvisionedConcurrency' }, 'Unsupported'],
  ])('%s is refused', async (_, input, message) => {
    const { callAutoScaling } = await withEndpoint();
    await expect(callAutoScaling('RegisterScalableTarget', { ...ID, ...input })).rejects.toThrow(message);
  });

  test('a caller who may not call SageMaker is refused, with what is missing', async () => {
    const { world } = await withEndpoint({
      answer: (call) =>
        call.principal === CALLER && call.operation === 'UpdateEndpointWeightsAndCapacities' ? denied(call) : undefined,
    });
    const input = { ...ID, MinCapacity: 1, MaxCapacity: 2 };
    await expect(
      world.call({ principal: CALLER, service: 'application-autoscaling', operation: 'RegisterScalableTarget', input }),
    ).rejects.toThrow('sagemaker:UpdateEndpointWeightsAndCapacities');
  });

  test('the first registration in an account makes the service-linked role as the caller', async () => {
    const { calls, world } = await withEndpoint();
    const input = { ...ID, MinCapacity: 1, MaxCapacity: 2 };
    await world.call({
      principal: CALLER,
      service: 'application-autoscaling',
      operation: 'RegisterScalableTarget',
      input,
    });
    expect(calls.find(({ operation }) => operation === 'CreateServiceLinkedRole')).toMatchObject({ principal: CALLER });
  });

  test('a later registration changes only what it names', async () => {
    const { callAutoScaling } = await withTarget();
    await callAutoScaling('RegisterScalableTarget', { ...ID, SuspendedState: { DynamicScalingInSuspended: true } });
    expect(await callAutoScaling('DescribeScalableTargets', { ServiceNamespace: 'sagemaker' })).toMatchObject({
      ScalableTargets: [
        {
          MinCapacity: 1,
          MaxCapacity: 4,
          SuspendedState: { DynamicScalingInSuspended: true, DynamicScalingOutSuspended: false },
        },
      ],
    });
  });
});

describe('target tracking', () => {
  test('adds capacity in proportion to the load, and removes it when there is less', async () => {
    const account = await withTarget();
    const { Alarms } = await account.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    expect(Alarms).toHaveLength(2);
    account.sagemaker.hooks.requestsPerMinute = () => 290;
    await account.minutes(15);
    expect(await count(account)).toBe(3);
    account.sagemaker.hooks.requestsPerMinute = () => 50;
    await account.minutes(60);
    expect(await count(account)).toBe(1);
  });

  test.each([
    ['zeros, it removes capacity', ['sagemaker.no-traffic-no-metrics'], 1],
    ['no metrics, it leaves the capacity alone', [], 3],
  ])('when requests stop and SageMaker publishes %s', async (_, off, expected) => {
    const account = await withTarget({ off });
    await account.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    account.sagemaker.hooks.requestsPerMinute = () => 290;
    await account.minutes(15);
    expect(await count(account)).toBe(3);
    account.sagemaker.hooks.requestsPerMinute = () => 0;
    await account.minutes(60);
    expect(await count(account)).toBe(expected);
  });

  test('of a metric there is one policy', async () => {
    const account = await withTarget();
    await account.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    await expect(
      account.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING, PolicyName: 'more' }),
    ).rejects.toThrow('Only one TargetTrackingScaling policy');
  });

  test('a policy keeps its ARN when it changes, and has another when it is created again', async () => {
    const account = await withTarget();
    const put = async (): Promise<unknown> =>
      (await account.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING })).PolicyARN;
    const arn = await put();
    expect(await put()).toBe(arn);
    await account.callAutoScaling('DeleteScalingPolicy', { ...ID, PolicyName: TRACKING.PolicyName });
    expect(await put()).not.toBe(arn);
  });

  test('adds nothing while scaling out is suspended', async () => {
    const account = await withTarget();
    await account.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    await account.callAutoScaling('RegisterScalableTarget', {
      ...ID,
      SuspendedState: { DynamicScalingOutSuspended: true },
    });
    account.sagemaker.hooks.requestsPerMinute = () => 290;
    await account.minutes(30);
    expect(await count(account)).toBe(1);
  });

  test('does not end the update of an endpoint, whose capacity it may not change', async () => {
    const account = await withTarget();
    await account.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    account.sagemaker.hooks.requestsPerMinute = () => 290;
    account.sagemaker.hooks.starts = () => ({ seconds: 500 });
    await account.update('config-1');
    await account.minutes(5);
    expect(await account.describe()).toMatchObject({ EndpointStatus: 'Updating' });
    expect(await account.callAutoScaling('DescribeScalingActivities', ID)).toMatchObject({
      ScalingActivities: expect.arrayContaining([
        expect.objectContaining({ StatusCode: 'Failed', StatusMessage: expect.stringContaining('in-progress') }),
      ]),
    });
  });

  test('its alarms go with the scalable target', async () => {
    const { callAutoScaling, callCloudWatch } = await withTarget();
    await callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    await callAutoScaling('DeregisterScalableTarget', ID);
    expect(await callCloudWatch('DescribeAlarms', {})).toMatchObject({ MetricAlarms: [] });
    await expect(callAutoScaling('DeregisterScalableTarget', ID)).rejects.toMatchObject({
      name: 'ObjectNotFoundException',
    });
  });
});

test('a step policy scales by the step that has the alarm’s value', async () => {
  const account = await withTarget();
  const { PolicyARN } = await account.callAutoScaling('PutScalingPolicy', {
    ...ID,
    PolicyName: 'steps',
    PolicyType: 'StepScaling',
    StepScalingPolicyConfiguration: {
      AdjustmentType: 'ChangeInCapacity',
      StepAdjustments: [
        { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: 50, ScalingAdjustment: 1 },
        { MetricIntervalLowerBound: 50, ScalingAdjustment: 2 },
      ],
    },
  });
  await account.callCloudWatch('PutMetricAlarm', {
    AlarmName: 'queue',
    Namespace: 'Queue',
    MetricName: 'Length',
    Statistic: 'Average',
    Period: 60,
    EvaluationPeriods: 1,
    Threshold: 10,
    ComparisonOperator: 'GreaterThanThreshold',
    AlarmActions: [PolicyARN],
  });
  await account.callCloudWatch('PutMetricData', {
    Namespace: 'Queue',
    MetricData: [{ MetricName: 'Length', Value: 70 }],
  });
  await account.minutes(15);
  expect(await count(account)).toBe(3);
});

test('a scheduled action sets the bounds at its time, in its time zone', async () => {
  const account = await withTarget();
  await account.callAutoScaling('PutScheduledAction', {
    ...ID,
    ScheduledActionName: 'morning',
    Schedule: 'cron(0 8 ? * MON-FRI *)',
    Timezone: 'Europe/Berlin',
    ScalableTargetAction: { MinCapacity: 3 },
  });
  await account.minutes(6.5 * 60);
  expect(await count(account)).toBe(1);
  await account.minutes(60);
  expect(await count(account)).toBe(3);
});

describe('an endpoint with a scalable target', () => {
  test('takes another model, but no other instance type and no removal of the variant', async () => {
    const { addConfig, minutes, update } = await withTarget();
    await addConfig('other-model');
    await addConfig('other-type', { type: 'ml.g5.2xlarge' });
    await addConfig('other-variant', { variants: [{ VariantName: 'Other' }] });
    for (const name of ['other-type', 'other-variant'])
      await expect(update(name)).rejects.toThrow('must be deregistered as scalable targets');
    await update('other-model');
    await minutes(10);
  });

  test('takes it along when it is deleted, if the caller may deregister it', async () => {
    let mayDeregister = false;
    const { callAutoScaling, callSageMaker } = await withTarget({
      answer: (call) => (call.operation === 'DeregisterScalableTarget' && !mayDeregister ? denied(call) : undefined),
    });
    const deleted = callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    await expect(deleted).rejects.toThrow('does not have application-autoscaling:DeregisterScalableTarget permission');
    mayDeregister = true;
    await callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    expect(await callAutoScaling('DescribeScalableTargets', { ServiceNamespace: 'sagemaker' })).toEqual({
      ScalableTargets: [],
    });
  });
});
