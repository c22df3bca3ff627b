import { accountWithComponent, accountWithHost, specification } from './fixtures';

const NO_ROOM = 'There is not enough hardware resources on the instances';

describe('a component is rejected', () => {
  test.each([
    ['without a copy', { copies: 0 }, 'copy count an integer larger than 0'],
    ['if its name exists', {}, 'already existing inference component'],
    ['on an unknown variant', { VariantName: 'Other' }, 'Could not find variant'],
    ['without a model', { Specification: specification(undefined as never) }, 'Exactly one of ModelName and Container'],
    ['with an unknown model', { Specification: specification('other') }, 'Could not find model'],
    ['with more GPUs than an instance', { resources: { NumberOfAcceleratorDevicesRequired: 8 } }, NO_ROOM],
    ['with all memory of an instance', { resources: { MinMemoryRequiredInMb: 192 * 1024 } }, NO_ROOM],
    ['with all cores of an instance', { resources: { NumberOfCpuCoresRequired: 48 } }, NO_ROOM],
    ['without a minimum memory', { resources: { MinMemoryRequiredInMb: undefined } }, 'Member must not be null'],
  ])('%s', async (title, input, message) => {
    const { create } = await accountWithComponent();
    const { VariantName = 'AllTraffic', ...options } = input as { VariantName?: string };
    const created = create(title === 'if its name exists' ? 'faces' : 'other', { ...options, VariantName });
    await expect(created).rejects.toThrow(message);
  });

  test('or is Failed later, if it does not fit on an instance and this is checked later', async () => {
    const { create, describeComponent, minutes } = await accountWithHost({
      off: ['sagemaker.too-large-copies-are-rejected'],
    });
    await create('faces', { resources: { NumberOfAcceleratorDevicesRequired: 8 } });
    await minutes(1);
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'Failed' });
  });

  test.each([
    [1024, 'accepts'],
    [4096, 'rejects'],
  ])('or not: an instance with 16 GiB and one GPU gets %d MB and %s it', async (MinMemoryRequiredInMb, result) => {
    for (const off of [[], ['sagemaker.instances-keep-15-gib']]) {
      const { create } = await accountWithHost({ type: 'ml.g5.xlarge', off });
      const created = create('faces', { resources: { MinMemoryRequiredInMb } });
      if (result === 'accepts') await created;
      else await expect(created).rejects.toThrow(NO_ROOM);
    }
  });
});
