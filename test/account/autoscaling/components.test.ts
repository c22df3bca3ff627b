import { throwAccessDenied } from '../hosting-account';
import { accountWithComponent, accountWithHost } from '../sagemaker/inference-components/fixtures';

const ID = {
  ServiceNamespace: 'sagemaker',
  ResourceId: 'inference-component/faces',
  ScalableDimension: 'sagemaker:inference-component:DesiredCopyCount',
};
const CALLER = { role: 'arn:aws:iam::111122223333:role/registration', service: 'lambda.amazonaws.com' };

const tracking = (metric: string, TargetValue: number): object => ({
  PolicyName: metric,
  PolicyType: 'TargetTrackingScaling',
  TargetTrackingScalingPolicyConfiguration: {
    TargetValue,
    PredefinedMetricSpecification: { PredefinedMetricType: `SageMakerInferenceComponent${metric}` },
  },
});

async function accountWithTarget(MinCapacity = 0, options: Parameters<typeof accountWithComponent>[0] = {}) {
  const aws = await accountWithComponent({ scaling: [0, 2], ...options });
  await aws.callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity, MaxCapacity: 8 });
  return {
    ...aws,
    copies: async (): Promise<unknown> => {
      const { RuntimeConfig } = await aws.describeComponent();
      return (RuntimeConfig as { CurrentCopyCount: number }).CurrentCopyCount;
    },
    load: (requests: number): void => {
      aws.sagemaker.hooks.requestsPerMinuteToComponent = () => requests;
      aws.sagemaker.hooks.quality = () => ({ latencyMilliseconds: 1000 });
    },
  };
}

describe('registering a component', () => {
  test('increases its copies to the minimum', async () => {
    const { copies, minutes } = await accountWithTarget(2);
    await minutes(6);
    expect(await copies()).toBe(2);
  });

  test.each([
    ['that does not exist', { ResourceId: 'inference-component/other' }, 'not found'],
    ['with the dimension of variants', { ScalableDimension: 'sagemaker:variant:DesiredInstanceCount' }, 'Unsupported'],
    ['with a negative minimum', { MinCapacity: -1 }, 'cannot be negative'],
  ])('%s is rejected', async (_, input, message) => {
    const { callAutoScaling } = await accountWithComponent();
    const registered = callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 1, MaxCapacity: 2, ...input });
    await expect(registered).rejects.toThrow(message);
  });

  test('is rejected while it is Creating', async () => {
    const { callAutoScaling, create } = await accountWithHost();
    await create();
    const registered = callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 1, MaxCapacity: 2 });
    await expect(registered).rejects.toThrow('is not InService, it is Creating');
  });

  test.each(['DescribeInferenceComponent', 'UpdateInferenceComponentRuntimeConfig'])(
    'needs the caller’s permission %s',
    async (operation) => {
      const { account } = await accountWithComponent({
        respond: (call) =>
          call.operation === operation && call.principal === CALLER ? throwAccessDenied(call) : undefined,
      });
      const input = { ...ID, MinCapacity: 1, MaxCapacity: 2 };
      const call = {
        principal: CALLER,
        service: 'application-autoscaling',
        operation: 'RegisterScalableTarget',
        input,
      };
      await expect(account.call(call)).rejects.toThrow(`missing the following permissions: sagemaker:${operation}`);
    },
  );
});

test.each([
  ['InvocationsPerCopy', 60],
  ['ConcurrentRequestsPerCopyHighResolution', 1],
])('%s is tracked, and the instances follow the copies', async (metric, target) => {
  const { callAutoScaling, copies, describeEndpoint, load, minutes } = await accountWithTarget(1);
  await callAutoScaling('PutScalingPolicy', { ...ID, ...tracking(metric, target) });
  load(360);
  await minutes(25);
  expect(await copies()).toBe(6);
  expect(await describeEndpoint()).toMatchObject({ ProductionVariants: [{ CurrentInstanceCount: 2 }] });
  load(30);
  await minutes(45);
  expect(await copies()).toBe(1);
  expect(await describeEndpoint()).toMatchObject({ ProductionVariants: [{ CurrentInstanceCount: 1 }] });
});

test('a policy of a variant’s metric is rejected', async () => {
  const { callAutoScaling } = await accountWithTarget();
  const policy = {
    ...tracking('', 1),
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 1,
      PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
    },
  };
  await expect(callAutoScaling('PutScalingPolicy', { ...ID, ...policy, PolicyName: 'a' })).rejects.toThrow(
    'not supported for sagemaker:inference-component:DesiredCopyCount',
  );
});

describe('a component with a minimum of 0', () => {
  test('scales in to 0 without requests, and target tracking does not start a copy again', async () => {
    const { callAutoScaling, copies, describeEndpoint, load, minutes } = await accountWithTarget();
    await callAutoScaling('PutScalingPolicy', { ...ID, ...tracking('ConcurrentRequestsPerCopyHighResolution', 1) });
    await minutes(25);
    expect(await copies()).toBe(0);
    await minutes(15);
    expect(await describeEndpoint()).toMatchObject({ ProductionVariants: [{ CurrentInstanceCount: 0 }] });
    load(60);
    await minutes(30);
    expect(await copies()).toBe(0);
  });

  test('starts the first copy if an alarm on failed requests invokes a step policy', async () => {
    const { callAutoScaling, callCloudWatch, copies, invoke, minutes, scale } = await accountWithTarget();
    await callAutoScaling('PutScalingPolicy', { ...ID, ...tracking('ConcurrentRequestsPerCopyHighResolution', 1) });
    const { PolicyARN } = await callAutoScaling('PutScalingPolicy', {
      ...ID,
      PolicyName: 'from-zero',
      PolicyType: 'StepScaling',
      StepScalingPolicyConfiguration: {
        AdjustmentType: 'ChangeInCapacity',
        Cooldown: 60,
        StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }],
      },
    });
    await callCloudWatch('PutMetricAlarm', {
      AlarmName: 'no-capacity',
      Namespace: 'AWS/SageMaker',
      MetricName: 'NoCapacityInvocationFailures',
      Dimensions: [{ Name: 'InferenceComponentName', Value: 'faces' }],
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'missing',
      AlarmActions: [PolicyARN],
    });
    await scale(0);
    await minutes(20);
    expect(await copies()).toBe(0);
    await expect(invoke('faces')).rejects.toThrow('has no capacity');
    await minutes(10);
    expect(await copies()).toBe(1);
    await invoke('faces');
  });
});

test('an activity fails if there is no room for more copies', async () => {
  const { callAutoScaling, load, minutes } = await accountWithTarget(1, { scaling: undefined, copies: 4 });
  await callAutoScaling('PutScalingPolicy', { ...ID, ...tracking('InvocationsPerCopy', 60) });
  load(600);
  await minutes(15);
  expect(await callAutoScaling('DescribeScalingActivities', ID)).toMatchObject({
    ScalingActivities: expect.arrayContaining([expect.objectContaining({ StatusCode: 'Failed' })]),
  });
});
