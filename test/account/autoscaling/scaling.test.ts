import { throwAccessDenied } from '../hosting-account';
import { accountWithEndpoint } from '../sagemaker/fixtures';

const ID = {
  ServiceNamespace: 'sagemaker',
  ResourceId: 'endpoint/faces/variant/AllTraffic',
  ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
};
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

test('only one target tracking policy can track a metric', async () => {
  const aws = await accountWithTarget();
  await aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING });
  await expect(aws.callAutoScaling('PutScalingPolicy', { ...ID, ...TRACKING, PolicyName: 'more' })).rejects.toThrow(
    'Only one TargetTrackingScaling policy',
  );
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

test('an endpoint can be deleted with its scalable target only if the caller may deregister the target', async () => {
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
