import { throwAccessDenied } from '../hosting-account';
import { accountWithEndpoint } from '../sagemaker/fixtures';

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

async function accountWithTarget(options: Parameters<typeof accountWithEndpoint>[0] = {}) {
  const aws = await accountWithEndpoint(options);
  await aws.callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 1, MaxCapacity: 4 });
  await aws.minutes(10);
  return aws;
}

const countInstances = async ({
  describe: describeEndpoint,
}: Awaited<ReturnType<typeof accountWithEndpoint>>): Promise<number> => {
  const { ProductionVariants } = await describeEndpoint();
  return (ProductionVariants as { CurrentInstanceCount: number }[])[0].CurrentInstanceCount;
};

describe('registering a variant', () => {
  test('increases its capacity to the minimum, and the endpoint is Updating meanwhile', async () => {
    const aws = await accountWithEndpoint();
    await aws.callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 2, MaxCapacity: 4 });
    await aws.minutes(1);
    expect(await aws.describe()).toMatchObject({ EndpointStatus: 'Updating' });
    await expect(aws.update('config-1')).rejects.toThrow('Cannot update in-progress endpoint');
    await aws.minutes(10);
    expect(await countInstances(aws)).toBe(2);
    expect(await aws.callAutoScaling('DescribeScalingActivities', ID)).toMatchObject({
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
    [
      'an unsupported dimension',
      { ScalableDimension: 'sagemaker:variant:DesiredProvisionedConcurrency' },
      'Unsupported',
    ],
  ])('is rejected: %s', async (_, input, message) => {
    const { callAutoScaling } = await accountWithEndpoint();
    await expect(callAutoScaling('RegisterScalableTarget', { ...ID, ...input })).rejects.toThrow(message);
  });

  test('is rejected if the caller has no permissions for SageMaker, with the missing actions', async () => {
    const { account } = await accountWithEndpoint({
      respond: (call) =>
        call.principal === CALLER && call.operation === 'UpdateEndpointWeightsAndCapacities'
          ? throwAccessDenied(call)
          : undefined,
    });
    const input = { ...ID, MinCapacity: 1, MaxCapacity: 2 };
    await expect(
      account.call({
        principal: CALLER,
        service: 'application-autoscaling',
        operation: 'RegisterScalableTarget',
        input,
      }),
    ).rejects.toThrow('sagemaker:UpdateEndpointWeightsAndCapacities');
  });

  test('creates the service-linked role of a new account with the permissions of the caller', async () => {
    const { calls, account } = await accountWithEndpoint();
    const input = { ...ID, MinCapacity: 1, MaxCapacity: 2 };
    await account.call({
      principal: CALLER,
      service: 'application-autoscaling',
      operation: 'RegisterScalableTarget',
      input,
    });
    expect(calls.find(({ operation }) => operation === 'CreateServiceLinkedRole')).toMatchObject({ principal: CALLER });
  });

  test('again changes only the specified members', async () => {
    const { callAutoScaling } = await accountWithTarget();
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
  test('adds and removes capacity in proportion to the load', async () => {
    const aws = await accountWithTarget();
    const { Alarms } = await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    expect(Alarms).toHaveLength(2);
    aws.sagemaker.hooks.requestsPerMinute = () => 290;
    await aws.minutes(15);
    expect(await countInstances(aws)).toBe(3);
    aws.sagemaker.hooks.requestsPerMinute = () => 50;
    await aws.minutes(60);
    expect(await countInstances(aws)).toBe(1);
  });

  test.each([
    ['removes capacity when requests stop and SageMaker publishes zeros', ['sagemaker.no-traffic-no-metrics'], 1],
    ['keeps the capacity when requests stop and SageMaker publishes no metrics', [], 3],
  ])('%s', async (_, off, expected) => {
    const aws = await accountWithTarget({ off });
    await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    aws.sagemaker.hooks.requestsPerMinute = () => 290;
    await aws.minutes(15);
    expect(await countInstances(aws)).toBe(3);
    aws.sagemaker.hooks.requestsPerMinute = () => 0;
    await aws.minutes(60);
    expect(await countInstances(aws)).toBe(expected);
  });

  test('allows only one policy per metric', async () => {
    const aws = await accountWithTarget();
    await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    await expect(aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING, PolicyName: 'more' })).rejects.toThrow(
      'Only one TargetTrackingScaling policy',
    );
  });

  test('keeps the ARN of a policy that changes, but a recreated policy has a new ARN', async () => {
    const aws = await accountWithTarget();
    const putPolicy = async (): Promise<unknown> =>
      (await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING })).PolicyARN;
    const arn = await putPolicy();
    expect(await putPolicy()).toBe(arn);
    await aws.callAutoScaling('DeleteScalingPolicy', { ...ID, PolicyName: TRACKING.PolicyName });
    expect(await putPolicy()).not.toBe(arn);
  });

  test('adds no capacity while scaling out is suspended', async () => {
    const aws = await accountWithTarget();
    await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    await aws.callAutoScaling('RegisterScalableTarget', {
      ...ID,
      SuspendedState: { DynamicScalingOutSuspended: true },
    });
    aws.sagemaker.hooks.requestsPerMinute = () => 290;
    await aws.minutes(30);
    expect(await countInstances(aws)).toBe(1);
  });

  test('cannot change the capacity during an update of the endpoint', async () => {
    const aws = await accountWithTarget();
    await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    aws.sagemaker.hooks.requestsPerMinute = () => 290;
    aws.sagemaker.hooks.startContainer = () => ({ seconds: 500 });
    await aws.update('config-1');
    await aws.minutes(5);
    expect(await aws.describe()).toMatchObject({ EndpointStatus: 'Updating' });
    expect(await aws.callAutoScaling('DescribeScalingActivities', ID)).toMatchObject({
      ScalingActivities: expect.arrayContaining([
        expect.objectContaining({ StatusCode: 'Failed', StatusMessage: expect.stringContaining('in-progress') }),
      ]),
    });
  });

  test('deletes its alarms with the scalable target', async () => {
    const { callAutoScaling, callCloudWatch } = await accountWithTarget();
    await callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    await callAutoScaling('DeregisterScalableTarget', ID);
    expect(await callCloudWatch('DescribeAlarms', {})).toMatchObject({ MetricAlarms: [] });
    await expect(callAutoScaling('DeregisterScalableTarget', ID)).rejects.toMatchObject({
      name: 'ObjectNotFoundException',
    });
  });
});

describe('a step policy', () => {
  async function accountWithSteps(TreatMissingData?: string) {
    const aws = await accountWithTarget();
    const { PolicyARN } = await aws.callAutoScaling('PutScalingPolicy', {
      ...ID,
      PolicyName: 'steps',
      PolicyType: 'StepScaling',
      StepScalingPolicyConfiguration: {
        AdjustmentType: 'ChangeInCapacity',
        StepAdjustments: [
          { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: 50, ScalingAdjustment: 1 },
          { MetricIntervalLowerBound: 50, ScalingAdjustment: 2 },
          { MetricIntervalUpperBound: 0, ScalingAdjustment: 3 },
        ],
      },
    });
    await aws.callCloudWatch('PutMetricAlarm', {
      AlarmName: 'queue',
      Namespace: 'Queue',
      MetricName: 'Length',
      Statistic: 'Average',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 10,
      ComparisonOperator: 'GreaterThanThreshold',
      AlarmActions: [PolicyARN],
      TreatMissingData,
    });
    return aws;
  }
  const queueOf70 = { Namespace: 'Queue', MetricData: [{ MetricName: 'Length', Value: 70 }] };

  test('scales by the step that contains the value of the alarm', async () => {
    const aws = await accountWithSteps();
    await aws.callCloudWatch('PutMetricData', queueOf70);
    await aws.minutes(15);
    expect(await countInstances(aws)).toBe(3);
  });

  test('does not scale if the alarm has no value, because missing data is breaching', async () => {
    const aws = await accountWithSteps('breaching');
    await aws.minutes(15);
    expect(aws.cloudwatch.stateOf('queue')).toBe('ALARM');
    expect(await countInstances(aws)).toBe(1);
  });

  test('that is invoked together with a different policy is used only if its capacity is larger', async () => {
    const aws = await accountWithSteps();
    await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
    aws.sagemaker.hooks.requestsPerMinute = () => 400;
    await aws.minutes(2.5); // both alarms are in ALARM first after minute 3
    await aws.callCloudWatch('PutMetricData', queueOf70);
    await aws.minutes(1);
    expect(await aws.describe()).toMatchObject({ ProductionVariants: [{ DesiredInstanceCount: 4 }] });
  });
});

describe('an endpoint with a scalable target', () => {
  test('accepts a new model, but rejects a new instance type and the removal of the variant', async () => {
    const { addConfig, minutes, update } = await accountWithTarget();
    await addConfig('other-model');
    await addConfig('other-type', { type: 'ml.g5.2xlarge' });
    await addConfig('other-variant', { variants: [{ VariantName: 'Other' }] });
    for (const name of ['other-type', 'other-variant'])
      await expect(update(name)).rejects.toThrow('must be deregistered as scalable targets');
    await update('other-model');
    await minutes(10);
  });

  test('can be deleted with its target only if the caller may deregister the target', async () => {
    let mayDeregister = false;
    const { callAutoScaling, callSageMaker } = await accountWithTarget({
      respond: (call) =>
        call.operation === 'DeregisterScalableTarget' && !mayDeregister ? throwAccessDenied(call) : undefined,
    });
    const deletion = callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    await expect(deletion).rejects.toThrow('does not have application-autoscaling:DeregisterScalableTarget permission');
    mayDeregister = true;
    await callSageMaker('DeleteEndpoint', { EndpointName: 'faces' });
    expect(await callAutoScaling('DescribeScalableTargets', { ServiceNamespace: 'sagemaker' })).toEqual({
      ScalableTargets: [],
    });
  });
});
