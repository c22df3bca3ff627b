import { accountWithComponent } from '../sagemaker/inference-components/fixtures';

const ID = {
  ServiceNamespace: 'sagemaker',
  ResourceId: 'inference-component/faces',
  ScalableDimension: 'sagemaker:inference-component:DesiredCopyCount',
};

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
  test.each([
    ['that does not exist', { ResourceId: 'inference-component/other' }, 'not found'],
    ['with the dimension of variants', { ScalableDimension: 'sagemaker:variant:DesiredInstanceCount' }, 'Unsupported'],
    ['with a negative minimum', { MinCapacity: -1 }, 'cannot be negative'],
  ])('%s is rejected', async (_, input, message) => {
    const { callAutoScaling } = await accountWithComponent();
    const registered = callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 1, MaxCapacity: 2, ...input });
    await expect(registered).rejects.toThrow(message);
  });
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
});
