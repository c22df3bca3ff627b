import { Duration, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import * as fc from 'fast-check';
import {
  InferenceRecommenderJobProps,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  SamplePayload,
  TrafficPattern,
  TrafficPhase,
  TritonImage,
} from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { createJob, newStack } from './fixtures';

const minutes = (count: number) => Duration.minutes(count);
const phases = (...list: TrafficPhase[]) => ({ trafficPattern: TrafficPattern.phases(list) });
const phase = (overrides: Partial<TrafficPhase> = {}): TrafficPhase => ({
  initialUsers: 1,
  usersPerMinute: 1,
  duration: minutes(2),
  ...overrides,
});
const stack = newStack();
const bucket = Bucket.fromBucketName(stack, 'Bucket', 'ours');

function errorOf(props: Partial<InferenceRecommenderJobProps>): string {
  try {
    createJob(newStack('us-east-1'), props);
    return '';
  } catch (error) {
    return String(error);
  }
}

test.each<[string, Partial<InferenceRecommenderJobProps>, string]>([
  [
    '4 initial users',
    phases(phase({ initialUsers: 4 })),
    'trafficPattern[0].initialUsers: got 4; allowed: a whole number from 1 to 3',
  ],
  ['a spawn rate of 4', phases(phase({ usersPerMinute: 4 })), 'trafficPattern[0].usersPerMinute: got 4'],
  [
    'a phase of one minute',
    phases(phase({ duration: minutes(1) })),
    'trafficPattern[0].duration: got 60 seconds; allowed: whole seconds from 120 to 3600',
  ],
  ['no phases', phases(), 'got no phases'],
  [
    'a phase that starts with 1 user after a phase that ends with 7 users',
    phases(phase({ usersPerMinute: 3 }), phase()),
    'trafficPattern[1].initialUsers: got 1, while the previous phase ends with 7; allowed: a difference of at most 3',
  ],
  [
    'traffic that is longer than the job',
    { ...phases(phase({ duration: minutes(11) })), jobDuration: minutes(10) },
    'trafficPattern: got 660 s of traffic; allowed: at most 600 s, the jobDuration',
  ],
  [
    'a job of six hours',
    { jobDuration: Duration.hours(6) },
    'jobDuration: got 21600 seconds; allowed: whole seconds from 1 to 18000',
  ],
  ['too many invocations', { stopAt: { invocationsPerMinute: 30_001 } }, 'stopAt.invocationsPerMinute: got 30001'],
  [
    'an unsupported percentile',
    { stopAt: { modelLatency: LatencyObjective.p50(minutes(1)) } },
    'stopAt.modelLatency: got p50; allowed: p95',
  ],
  ['no instance types', { instanceTypes: [] }, 'instanceTypes: got 0; allowed: 1 to 10'],
  [
    'a burstable type',
    { instanceTypes: [InstanceType.of('ml.t2.large')] },
    'instanceTypes: got ml.t2.large; allowed: types that are not burstable',
  ],
  [
    'types with and without a GPU, which require different images',
    { instanceTypes: [InstanceType.G5_XLARGE, InstanceType.of('ml.c6i.large')] },
    'sm.cpu-pools',
  ],
  ['an Arm type', { instanceTypes: [InstanceType.P6E_GB200_36XLARGE] }, 'sm.arm'],
  [
    'an option of load tests without a traffic pattern',
    { trafficPattern: undefined },
    'stopAt: got a value without trafficPattern; allowed: only in load tests',
  ],
  [
    'a volume key for an instance type with NVMe storage',
    { volumeEncryptionKey: new Key(stack, 'Key') },
    'volumeEncryptionKey: got a key for the volume with ml.g4dn.xlarge',
  ],
  [
    'a VPC without security groups',
    { vpc: new Vpc(stack, 'Vpc') },
    'securityGroups: got 0 with a vpc; allowed: 1 to 5',
  ],
  [
    'an imported VPC without subnets',
    {
      vpc: Vpc.fromVpcAttributes(stack, 'Imported', { vpcId: 'vpc-1', availabilityZones: ['us-east-1a'] }),
      securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'ImportedGroup', 'sg-1')],
    },
    'vpcSubnets: got Stack/Imported, from which CDK selects no subnets',
  ],
  [
    'security groups without a VPC',
    { securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-1')] },
    'securityGroups: requires `vpc`',
  ],
  [
    'a model that is not an archive',
    { model: classifier({ files: ModelFiles.fromS3(bucket, 'model/') }) },
    "model.files: got 'model/'; allowed: an archive",
  ],
  [
    'a payload that is not an archive',
    { samplePayload: SamplePayload.fromS3(bucket, 'a.json') },
    "samplePayload: got 'a.json'; allowed: a key that ends with .tar.gz",
  ],
  [
    'a payload file that does not exist',
    { samplePayload: SamplePayload.fromFiles(['nowhere.json']) },
    "samplePayload: got 'nowhere.json', which is not a file",
  ],
  ['a payload without files', { samplePayload: SamplePayload.fromFiles([]) }, 'samplePayload: got no files'],
  ['a model that Triton rejects', { model: classifier({ maxBatchSize: -1 }) }, 'batch.nonneg'],
])('%s is rejected at synth', (_, props, message) => {
  expect(errorOf(props)).toContain(message);
});

test('phases whose numbers of users differ by at most 2 are accepted', () => {
  const userCount = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(userCount, userCount, fc.integer({ min: 120, max: 400 }), (first, second, seconds) => {
      const constantPhase = phase({ initialUsers: first, usersPerMinute: 0, duration: Duration.seconds(seconds) });
      return TrafficPattern.phases([constantPhase, { ...constantPhase, initialUsers: second }])._check().length === 0;
    }),
  );
});

/** Returns the warnings of a job about GPU drivers and vulnerabilities. */
function driverWarnings(props: Partial<InferenceRecommenderJobProps>, region = 'us-east-1'): string[] {
  const stack = newStack(region);
  createJob(stack, props);
  const warnings = Annotations.fromStack(stack).findWarning(
    '*',
    Match.stringLikeRegexp('sm\\.ir-driver|image\\.vulnerable'),
  );
  return warnings.map(({ entry }) => String(entry.data));
}

test('an image that requires a newer GPU driver causes a warning, which names the newest release that runs on all instance types', () => {
  expect(driverWarnings({ instanceTypes: [InstanceType.G6_XLARGE, InstanceType.P5_48XLARGE] })).toEqual([
    expect.stringMatching(
      /got ml\.g6\.xlarge \(default driver 535\), ml\.p5\.48xlarge \(default driver 535\) with release 26\.05, .*set image: TritonImage\.forRelease\('25\.04'\), .*sm\.ir-driver/,
    ),
  ]);
});

test.each([
  [[InstanceType.G6_XLARGE], 'us-east-1', '25.04'],
  [[InstanceType.G4DN_XLARGE, InstanceType.G6_XLARGE], 'us-east-1', '22.12'],
])('on %s in %s, the warning recommends release %s, which has no warnings', (instanceTypes, region, release) => {
  expect(driverWarnings({ instanceTypes }, region)).toEqual([expect.stringContaining(`forRelease('${release}')`)]);
  expect(driverWarnings({ instanceTypes, image: TritonImage.forRelease(release) }, region)).toEqual([]);
});

test('a release with critical vulnerabilities causes a warning if the job could run a newer release', () => {
  const image = TritonImage.forRelease('24.09');
  const warnings = driverWarnings({ instanceTypes: [InstanceType.G6_XLARGE], image });
  expect(warnings).toEqual([expect.stringContaining('image.vulnerable')]);
});

test.each([
  [InstanceType.G6E_XLARGE, 'us-east-1', 'AWS does not document its default driver'],
  [InstanceType.G4DN_XLARGE, 'ap-southeast-5', 'default driver 470'], // no registry for releases with CUDA 11
])('on %s in %s, no release is known to run', (type, region, driver) => {
  const warnings = driverWarnings({ instanceTypes: [type] }, region);
  expect(warnings).toEqual([expect.stringMatching(`${driver}.*: no release is known to run`)]);
});

test('phases are not compared if their numbers of users are tokens', () => {
  const token = Token.asNumber({ Ref: 'Users' });
  expect(errorOf(phases(phase({ initialUsers: token, usersPerMinute: 3 }), phase()))).not.toContain('sm.ir-chain');
  expect(errorOf(phases(phase({ usersPerMinute: 3 }), phase({ initialUsers: token })))).not.toContain('sm.ir-chain');
});
