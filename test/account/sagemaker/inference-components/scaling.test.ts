import { accountWithComponent, accountWithHost, specification } from './fixtures';

describe('copies are placed', () => {
  test('on few instances with BINPACK', async () => {
    const { create, minutes, placement } = await accountWithHost({ count: 2 });
    const SchedulingConfig = { PlacementStrategy: 'BINPACK' };
    await create('faces', { copies: 4, Specification: specification('model-1', {}, { SchedulingConfig }) });
    await minutes(5);
    expect(placement()).toEqual([4, 0]);
  });

  test('only where all their resources are free', async () => {
    const { create, describeComponent, minutes } = await accountWithHost({ count: 2 });
    await create('small', { copies: 2 });
    await minutes(5);
    await create('large', { resources: { NumberOfAcceleratorDevicesRequired: 4 } });
    await minutes(1);
    expect(await describeComponent('large')).toMatchObject({ InferenceComponentStatus: 'Failed' });
    await create('cores', { resources: { NumberOfCpuCoresRequired: 40 } });
    await create('more-cores', { resources: { NumberOfCpuCoresRequired: 10 } });
    await minutes(5);
    expect(await describeComponent('more-cores')).toMatchObject({ InferenceComponentStatus: 'InService' });
  });
});

test('managed instance scaling with CONSOLIDATION moves copies after the cooldown, and all copies serve meanwhile', async () => {
  const variant = {
    VariantName: 'AllTraffic',
    InstanceType: 'ml.g5.12xlarge',
    InitialInstanceCount: 2,
    ManagedInstanceScaling: {
      Status: 'ENABLED',
      MinInstanceCount: 1,
      MaxInstanceCount: 2,
      ScaleInPolicy: { Strategy: 'CONSOLIDATION', CooldownInMinutes: 10 },
    },
  };
  const aws = await accountWithComponent({ copies: 4, configOverrides: { ProductionVariants: [variant] } });
  expect(aws.placement()).toEqual([2, 2]);
  for (let minute = 0; minute < 20; minute++) {
    await aws.minutes(1);
    expect(await aws.describeComponent()).toMatchObject({ InferenceComponentStatus: 'InService' });
    const { RuntimeConfig } = await aws.describeComponent();
    expect((RuntimeConfig as { CurrentCopyCount: number }).CurrentCopyCount).toBeGreaterThanOrEqual(4);
  }
  expect(aws.placement()).toEqual([4]);
  expect(await aws.describeEndpoint()).toMatchObject({ ProductionVariants: [{ DesiredInstanceCount: 1 }] });
});

test('a component scales in to 0 copies without requests, and target tracking does not start a copy again', async () => {
  const aws = await accountWithComponent({ scaling: [0, 2] });
  const target = {
    ServiceNamespace: 'sagemaker',
    ResourceId: 'inference-component/faces',
    ScalableDimension: 'sagemaker:inference-component:DesiredCopyCount',
  };
  await aws.callAutoScaling('RegisterScalableTarget', { ...target, MinCapacity: 0, MaxCapacity: 8 });
  const PredefinedMetricType = 'SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution';
  await aws.callAutoScaling('PutScalingPolicy', {
    ...target,
    PolicyName: 'requests',
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 1,
      PredefinedMetricSpecification: { PredefinedMetricType },
    },
  });
  await aws.minutes(40);
  expect(await aws.describeEndpoint()).toMatchObject({ ProductionVariants: [{ CurrentInstanceCount: 0 }] });
  aws.sagemaker.hooks.requestsPerMinuteToComponent = () => 60;
  aws.sagemaker.hooks.quality = () => ({ latencyMilliseconds: 1000 });
  await aws.minutes(30);
  expect(await aws.describeComponent()).toMatchObject({ RuntimeConfig: { CurrentCopyCount: 0 } });
});
