import * as fc from 'fast-check';
import { InferenceAmi } from '../../lib';
import { minimumComputeCapabilityOf, minimumCuda, minimumDriver } from '../../lib/facts/cuda';
import { oldestDriver, driverRequiredByOtherSources } from '../../lib/facts/gpu-drivers';
import { AMI_DRIVERS, AMI_FAMILIES, amiWithDriver } from '../../lib/platform/inference-ami';
import { allInstanceFacts } from '../../lib/facts/instance-facts';
import { nearestReleases, newestPublishedUntil, releaseOrNewer, tritonReleases } from '../../lib/facts/triton-releases';
import { compareVersions } from '../../lib/facts/versions';

test('the minimum driver depends on the major version of CUDA', () => {
  expect(['11.8', '12.6.1', '13.0.1', '14.0'].map(minimumDriver)).toEqual([450, 525, 580, undefined]);
});

test('the minimum compute capability matches the release table', () => {
  const derived = tritonReleases().map(({ cuda }) => minimumComputeCapabilityOf(cuda));
  expect(derived).toEqual(tritonReleases().map(({ minComputeCapability }) => minComputeCapability));
});

test('Blackwell requires CUDA 12.8', () => {
  expect(minimumCuda('10.3')).toBe('12.8');
  expect(minimumCuda('7.5')).toBeUndefined();
});

test.each([
  [525, 'al2-ami-sagemaker-inference-gpu-3-1'],
  [570, 'al2023-ami-sagemaker-inference-gpu-4-1'],
  [999, undefined],
])('the default AMI for driver %d is %j', (driver, version) => {
  expect(amiWithDriver(driver)?.version).toBe(version);
});

test('the driver version of an AMI is undefined if the AMI is not in the table', () => {
  const constants = Object.values(InferenceAmi).filter((value): value is InferenceAmi => value instanceof InferenceAmi);
  expect(Object.fromEntries(constants.map((ami) => [`${ami}`, ami.driverVersion]))).toEqual(AMI_DRIVERS);
  expect(InferenceAmi.of('al2030-gpu-9').driverVersion).toBeUndefined();
});

test('the oldest driver for a GPU depends on the GPU model, not on the compute capability', () => {
  expect(['NVIDIA B200', 'NVIDIA B300', 'NVIDIA L40S', 'NVIDIA T4', undefined].map(oldestDriver)).toEqual([
    570, 580, 535, 0, 0,
  ]);
  expect(driverRequiredByOtherSources('NVIDIA RTX PRO 4500 Blackwell')).toBe(595);
});

test('the newest AMI supports all GPUs in the table', () => {
  const models = [...new Set(allInstanceFacts().map(({ gpuModel }) => gpuModel))];
  expect(models.filter((model) => amiWithDriver(oldestDriver(model)) === undefined)).toEqual([]);
  expect(models.filter((model) => oldestDriver(model) > 0)).toHaveLength(5);
});

test('the tables of AMIs contain only AMI versions with a driver and existing instance families', () => {
  const families = new Set(allInstanceFacts().map(({ name }) => name.split('.')[1]));
  expect(Object.keys(AMI_DRIVERS)).toEqual(expect.arrayContaining(Object.keys(AMI_FAMILIES)));
  expect(
    Object.values(AMI_FAMILIES)
      .flat()
      .filter((family) => !families.has(family ?? '')),
  ).toEqual([]);
});

test('versions are compared up to the length of the shorter version', () => {
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

test('the nearest releases are at most two releases before and two after a release', () => {
  expect(nearestReleases('24.07')).toEqual(['24.03', '24.05', '24.09', '25.04']);
  expect(nearestReleases('30.01').length).toBe(2);
});

test('messages recommend releases that AWS publishes', () => {
  expect(releaseOrNewer('24.09')).toBe('24.09 or newer');
  expect(releaseOrNewer('25.03')).toBe('25.03 or newer (AWS publishes 25.04)');
  expect(releaseOrNewer('30.01')).toBe('30.01 or newer (AWS publishes none of these yet)');
  expect(newestPublishedUntil('25.02')).toBe('24.09');
  expect(newestPublishedUntil('21.01')).toBeUndefined();
});
