import { Duration, Token } from 'aws-cdk-lib';
import { InstanceType, LatencyObjective } from '../../lib';
import { allInstanceFacts } from '../../lib/facts/instance-facts';
import { nonNvidiaAccelerator, isArm, isCpuFamily } from '../../lib/facts/instance-families';
import { builtInPrice } from '../../lib/facts/prices';
import { compareReleases, findTritonRelease, registryAccounts, tritonReleases } from '../../lib/facts/triton-releases';

test('a type has the properties of its GPUs', () => {
  const type = InstanceType.G4DN_12XLARGE;
  expect(type.name).toBe('ml.g4dn.12xlarge');
  expect(type.family).toBe('g4dn');
  expect(type.gpuCount).toBe(4);
  expect(type.gpuModel).toBe('NVIDIA T4');
  expect(type.computeCapability).toBe('7.5');
  expect(type.gpuMemory?.toMebibytes()).toBe(15360);
  expect(type.supportsMultiModel).toBe(false);
  expect(type.defaultDriverVersion).toBe(470);
});

test('a type that is not in the table is accepted, and its properties are undefined', () => {
  const type = InstanceType.of('ml.g9.xlarge');
  expect(type.known).toBe(false);
  expect(type.gpuCount).toBeUndefined();
  expect(`${type}`).toBe('ml.g9.xlarge');
});

test.each([
  'ml.c5.xlarge',
  'ml.m7i.large',
  'ml.t2.medium',
  'ml.inf2.xlarge',
  'ml.trn1.32xlarge',
  'ml.r8g.large',
  'ml.g4ad.xlarge',
])('%s has no NVIDIA GPU according to the name of its family', (name) => {
  expect(InstanceType.of(name).gpuCount).toBe(0);
});

test.each([
  ['ml.c6i.large', 2, 4, false],
  ['ml.m5d.4xlarge', 16, 64, true],
  ['ml.r7i.48xlarge', 192, 1536, false],
])('%s has %i vCPUs and %i GiB', (name, vcpus, gibibytes, hasLocalStorage) => {
  const type = InstanceType.of(name);
  expect(type).toMatchObject({ known: true, vcpus, hasLocalStorage, architecture: 'x86_64' });
  expect(type.memory?.toGibibytes()).toBe(gibibytes);
  expect(type.supportsMultiModel).toBe(false);
});

test('the table of types without GPUs contains all families of the API except Arm', () => {
  const families = new Set(
    allInstanceFacts().flatMap(({ name, gpuCount }) => (gpuCount === 0 ? [name.split('.')[1]] : [])),
  );
  expect([...families].join(' ')).toBe('t2 m4 m5 m5d c4 c5 c5d r5 r5d c6i m6i r6i m7i c7i r7i c6in');
  expect([...families].filter((family) => isArm(family) || !isCpuFamily(family))).toEqual([]);
});

test('the rules about names of instance families match the table', () => {
  const constants = Object.values(InstanceType).filter((value): value is InstanceType => value instanceof InstanceType);
  for (const { family, architecture } of constants) {
    expect([family, nonNvidiaAccelerator(family)]).toEqual([family, undefined]);
    if (isArm(family)) expect(architecture).toBe('arm64');
  }
});

test.each([
  [InstanceType.G4DN_XLARGE, true, 116],
  [InstanceType.P5_48XLARGE, true, 28312],
  [InstanceType.P3_2XLARGE, false, undefined],
  [InstanceType.G7_2XLARGE, undefined, undefined],
])('hasLocalStorage of %s is %j', (type, hasLocalStorage, gibibytes) => {
  expect(type.hasLocalStorage).toBe(hasLocalStorage);
  expect(type.localStorage?.toGibibytes()).toBe(gibibytes);
});

test('the built-in prices are the list prices of 2026', () => {
  expect(builtInPrice('ml.p5.48xlarge')).toBe(63.296);
  expect(builtInPrice('ml.g7e.2xlarge')).toBe(4.2039);
  expect(builtInPrice('ml.m5.xlarge')).toBe(0.23);
  expect(builtInPrice('ml.c7i.xlarge')).toBe(0.214);
  expect(builtInPrice('ml.c6i.xlarge')).toBeUndefined();
  expect(builtInPrice('ml.p6-b200.48xlarge')).toBeUndefined();
});

test('every constant of InstanceType is a type in the table', () => {
  const constants = Object.values(InstanceType).filter((value): value is InstanceType => value instanceof InstanceType);
  expect(constants).toHaveLength(57);
  expect(constants.filter((type) => !type.known)).toEqual([]);
});

test('a name without the prefix ml. is rejected', () => {
  expect(() => InstanceType.of('g5.xlarge')).toThrow(/got 'g5.xlarge'; allowed: .*ml\.g5\.xlarge.*sm\.variant-type/);
});

test.each([0, 100, NaN])('the percentile %j is rejected', (percentile) => {
  expect(() => LatencyObjective.ofPercentile(percentile, Duration.millis(5))).toThrow(/latency\.percentile/);
});

test('a latency limit of zero is rejected', () => {
  expect(() => LatencyObjective.p99(Duration.millis(0))).toThrow(/latency\.limit/);
});

test('a latency limit that is known only at deployment is rejected', () => {
  const limit = Duration.millis(Token.asNumber({ Ref: 'Limit' }));
  expect(() => LatencyObjective.p99(limit)).toThrow(/known only at deployment.*latency\.limit/);
});

test('an objective has a CloudWatch statistic', () => {
  expect(LatencyObjective.p99(Duration.millis(500)).statistic).toBe('p99');
  expect(LatencyObjective.ofPercentile(99.9, Duration.millis(500)).statistic).toBe('p99.9');
});

test('releases are sorted by time, and every Region has a registry account', () => {
  const releases = tritonReleases();
  expect(releases.map(({ release }) => release)).toEqual(
    [...releases].map(({ release }) => release).sort(compareReleases),
  );
  for (const release of releases) {
    expect(Object.values(registryAccounts(release)).filter((account) => !/^\d{12}$/.test(account))).toEqual([]);
  }
});

test('the registry account depends on the Region and the release', () => {
  const account = (release: string, region: string) => {
    const row = findTritonRelease(release);
    return row && registryAccounts(row)[region];
  };
  expect(account('24.09', 'us-west-2')).toBe('763104351884');
  expect(account('22.12', 'us-west-2')).toBe('301217895009');
  expect(account('25.09', 'cn-north-1')).toBeUndefined();
});
