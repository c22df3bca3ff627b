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

describe('managed instance scaling', () => {
  describe('with copies that would fit on fewer instances', () => {
    const consolidating = (type: string) => ({
      ProductionVariants: [
        {
          VariantName: 'AllTraffic',
          InstanceType: type,
          InitialInstanceCount: 2,
          ManagedInstanceScaling: {
            Status: 'ENABLED',
            MinInstanceCount: 1,
            MaxInstanceCount: 2,
            ScaleInPolicy: { Strategy: 'CONSOLIDATION', CooldownInMinutes: 10 },
          },
        },
      ],
    });

    test('moves them after the cooldown if the strategy is CONSOLIDATION, and all copies serve meanwhile', async () => {
      const aws = await accountWithComponent({ copies: 4, configOverrides: consolidating('ml.g5.12xlarge') });
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

    test.each([
      ['leaves them by default', [], [2, 2]],
      ['or moves them, if this is the default', ['sagemaker.copies-stay-by-default'], [4]],
    ])('%s', async (_, off, placed) => {
      const { minutes, placement } = await accountWithComponent({ count: 2, copies: 4, scaling: [1, 2], off });
      await minutes(60);
      expect(placement()).toEqual(placed);
    });
  });
});

describe('the number of copies', () => {
  test.each([
    ['reverted', [], { InferenceComponentStatus: 'InService', RuntimeConfig: { DesiredCopyCount: 2 } }],
    [
      'kept, and the component is Failed but serves',
      ['sagemaker.failed-copy-scaling-is-reverted'],
      { InferenceComponentStatus: 'Failed', RuntimeConfig: { DesiredCopyCount: 5, CurrentCopyCount: 2 } },
    ],
  ])('without room is %s', async (_, off, description) => {
    const { describeComponent, invoke, minutes, scale } = await accountWithComponent({ copies: 2, off });
    await scale(5);
    await minutes(5);
    expect(await describeComponent()).toMatchObject(description);
    await invoke('faces');
  });
});
