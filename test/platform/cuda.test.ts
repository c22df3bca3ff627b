import * as fc from 'fast-check';
import { InferenceAmi } from '../../lib';
import { compareVersions, minimumComputeCapabilityOf, minimumCuda, minimumDriver } from '../../lib/platform/cuda';
import { firstDriver, reportedDriver } from '../../lib/platform/gpu-drivers';
import { AMI_DRIVERS, AMI_FAMILIES, amiWithDriver } from '../../lib/platform/inference-ami';
import { allInstanceFacts } from '../../lib/platform/instance-facts';
import { nearestReleases, tritonReleases } from '../../lib/platform/triton-releases';

test('the oldest driver follows the major version of CUDA', () => {
  expect(['11.8', '12.6.1', '13.0.1', '14.0'].map(minimumDriver)).toEqual([450, 525, 580, undefined]);
});

test('the lowest compute capability is that of the release table', () => {
  const derived = tritonReleases().map(({ cuda }) => minimumComputeCapabilityOf(cuda));
  expect(derived).toEqual(tritonReleases().map(({ minComputeCapability }) => minComputeCapability));
});

test('Blackwell needs CUDA 12.8', () => {
  expect(minimumCuda('10.3')).toBe('12.8');
  expect(minimumCuda('7.5')).toBeUndefined();
});

test.each([
  [525, 'al2-ami-sagemaker-inference-gpu-3-1'],
  [570, 'al2023-ami-sagemaker-inference-gpu-4-1'],
  [999, undefined],
])('driver %d comes with %j', (driver, version) => {
  expect(amiWithDriver(driver)?.version).toBe(version);
});

test('an AMI knows its driver, one that is not in the table does not', () => {
  const constants = Object.values(InferenceAmi).filter((value): value is InferenceAmi => value instanceof InferenceAmi);
  expect(Object.fromEntries(constants.map((ami) => [`${ami}`, ami.driverVersion]))).toEqual(AMI_DRIVERS);
  expect(InferenceAmi.of('al2030-gpu-9').driverVersion).toBeUndefined();
});

test('the first driver of a GPU is that of its model, which the compute capability does not tell', () => {
  expect(['NVIDIA B200', 'NVIDIA B300', 'NVIDIA L40S', 'NVIDIA T4', undefined].map(firstDriver)).toEqual([
    570, 580, 535, 0, 0,
  ]);
  expect(reportedDriver('NVIDIA RTX PRO 4500 Blackwell')).toBe(595);
});

test('the newest AMI has a driver for each GPU of the table', () => {
  const models = [...new Set(allInstanceFacts().map(({ gpuModel }) => gpuModel))];
  expect(models.filter((model) => amiWithDriver(firstDriver(model)) === undefined)).toEqual([]);
  expect(models.filter((model) => firstDriver(model) > 0)).toHaveLength(5);
});

test('the lists of AMIs name versions and families of the tables', () => {
  const families = new Set(allInstanceFacts().map(({ name }) => name.split('.')[1]));
  expect(Object.keys(AMI_DRIVERS)).toEqual(expect.arrayContaining(Object.keys(AMI_FAMILIES)));
  expect(
    Object.values(AMI_FAMILIES)
      .flat()
      .filter((family) => !families.has(family ?? '')),
  ).toEqual([]);
});

test('versions are compared by their numbers, as far as both have them', () => {
  const version = fc.array(fc.nat(99), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(version, version, (a, b) => {
      const order = Math.sign(compareVersions(a.join('.'), b.join('.')));
      expect(order).toBe(-Math.sign(compareVersions(b.join('.'), a.join('.'))) + 0);
      expect(compareVersions([...a, 1].join('.'), a.join('.'))).toBe(0);
    }),
  );
  expect(compareVersions('12.10', '12.9')).toBeGreaterThan(0);
});

test('the nearest releases are those around it', () => {
  expect(nearestReleases('24.07')).toEqual(['24.03', '24.05', '24.09', '25.04']);
  expect(nearestReleases('30.01').length).toBe(2);
});
