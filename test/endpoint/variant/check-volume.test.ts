import { App, CfnParameter, Duration, Size, Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { InstanceType, Severity, TritonImage, TritonRealtimeEndpoint } from '../../../lib';
import { Finding } from '../../../lib/findings/finding';
import { checkTimeouts } from '../../../lib/endpoint/variant/check';
import { classifier } from '../fixtures';
import { checkVolumeKey, checkVolumeSize } from '../../../lib/endpoint/variant/check-volume';

const NVME = InstanceType.G5_XLARGE;
const EBS = InstanceType.P3_2XLARGE;
const UNKNOWN = InstanceType.of('ml.new.xlarge');

const stack = new Stack(new App(), 'Stack');
const volumeSize = Size.gibibytes(100);

function formatFindings(findings: Finding[]): string[] {
  return findings.map(({ ruleId, field, message, severity }) => {
    const line = `${ruleId} ${field}: ${message}`;
    return severity === Severity.WARNING ? `(${line})` : line;
  });
}

describe('the storage volume', () => {
  test('may have a size and a key if there are no NVMe drives', () => {
    expect(checkVolumeSize({ instanceTypes: [EBS], volumeSize })).toEqual([]);
    expect(checkVolumeSize({ instanceTypes: [NVME, UNKNOWN] })).toEqual([]);
    expect(checkVolumeKey([EBS], 'encryptionKey')).toEqual([]);
  });

  test('27: cannot have a size with NVMe drives', () => {
    expect(formatFindings(checkVolumeSize({ instanceTypes: [NVME], volumeSize }))).toEqual([
      'sm.volume-nvme volumeSize: got a volume size with ml.g5.xlarge; allowed: no value, because the hardware encrypts the drives, or instance types without NVMe drives: ml.m5.xlarge without a GPU, or ml.p3.2xlarge with Triton 25.04 or older',
    ]);
  });

  test('cannot have a key if any type in the pools has NVMe drives', () => {
    expect(formatFindings(checkVolumeKey([EBS, NVME, NVME], 'encryptionKey'))).toEqual([
      'sm.volume-kms encryptionKey: got a key for the volume with ml.g5.xlarge; allowed: no value, because the hardware encrypts the drives, or instance types without NVMe drives: ml.m5.xlarge without a GPU, or ml.p3.2xlarge with Triton 25.04 or older',
    ]);
  });

  test.each([
    [{ instanceType: InstanceType.of('ml.m5.xlarge') }],
    [{ instanceType: InstanceType.P3_2XLARGE, image: TritonImage.forRelease('25.04') }],
  ])('can have a size and a key for the instance types that the message recommends: %o', (props) => {
    const stackWithKey = new Stack();
    expect(
      () =>
        new TritonRealtimeEndpoint(stackWithKey, 'Endpoint', {
          model: classifier({ instanceGroups: undefined }),
          encryptionKey: new Key(stackWithKey, 'Key'),
          volumeSize,
          ...props,
        }),
    ).not.toThrow();
  });

  test('causes a warning with a size or a key if it is not known whether the type has NVMe drives', () => {
    expect(
      formatFindings([
        ...checkVolumeSize({ instanceTypes: [UNKNOWN], volumeSize }),
        ...checkVolumeKey([UNKNOWN], 'encryptionKey'),
      ]),
    ).toEqual([
      '(sm.volume-nvme volumeSize: got a volume size with ml.new.xlarge; types with NVMe drives accept no value, and it is not known whether these types have such drives)',
      '(sm.volume-kms encryptionKey: got a key for the volume with ml.new.xlarge; types with NVMe drives accept no value, and it is not known whether these types have such drives)',
    ]);
  });

  test.each([
    [Size.gibibytes(513), 513],
    [Size.gibibytes(0), 0],
    [Size.mebibytes(1536), 1.5],
  ])('must have a size of 1 to 512 whole GiB, so %s is rejected', (size, gibibytes) => {
    expect(formatFindings(checkVolumeSize({ instanceTypes: [EBS], volumeSize: size }))).toEqual([
      `sm.volume volumeSize: got ${gibibytes} GiB; allowed: whole GiB from 1 to 512`,
    ]);
  });

  test('with a size that is known only at deploy time is not checked', () => {
    const { valueAsNumber } = new CfnParameter(stack, 'Size', { type: 'Number' });
    expect(checkVolumeSize({ instanceTypes: [EBS], volumeSize: Size.gibibytes(valueAsNumber) })).toEqual([]);
  });
});

describe('a timeout', () => {
  test('can have its minimum or its maximum value', () => {
    const [minute, hour] = [Duration.minutes(1), Duration.hours(1)];
    expect(checkTimeouts({})).toEqual([]);
    expect(checkTimeouts({ modelDataDownloadTimeout: minute, containerStartupHealthCheckTimeout: hour })).toEqual([]);
  });

  test.each([
    ['sm.download-timeout', 'modelDataDownloadTimeout', 59, 60],
    ['sm.health-timeout', 'containerStartupHealthCheckTimeout', 3601, 60],
  ])('is rejected by %s: %s of %s seconds', (ruleId, property, seconds, minimum) => {
    expect(formatFindings(checkTimeouts({ [property]: Duration.seconds(seconds) }))).toEqual([
      `${ruleId} ${property}: got ${seconds} seconds; allowed: whole seconds from ${minimum} to 3600`,
    ]);
  });

  test('that is known only at deploy time is not checked', () => {
    const { valueAsNumber } = new CfnParameter(stack, 'Seconds', { type: 'Number' });
    expect(checkTimeouts({ modelDataDownloadTimeout: Duration.seconds(valueAsNumber) })).toEqual([]);
  });
});
