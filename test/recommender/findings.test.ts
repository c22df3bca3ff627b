import { Duration, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import * as fc from 'fast-check';
import {
  Backend,
  InferenceRecommenderJobProps,
  InferenceRecommenderSweepProps,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  SamplePayload,
  TrafficPattern,
  TrafficPhase,
  TritonImage,
} from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { jobIn, newStack, sweepIn } from './fixtures';

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

function problemsOf(props: Partial<InferenceRecommenderJobProps>): string {
  try {
    jobIn(newStack('us-east-1'), props);
    return '';
  } catch (error) {
    return String(error);
  }
}

test.each<[string, Partial<InferenceRecommenderJobProps>, string]>([
  [
    'a Triton release as version',
    { frameworkVersion: '25.09' },
    "frameworkVersion: got '25.09'; allowed: a digit, a dot",
  ],
  ['a long version', { frameworkVersion: '1.234567890' }, 'sm.ir-framework'],
  [
    '4 users at first',
    phases(phase({ initialUsers: 4 })),
    'trafficPattern[0].initialUsers: got 4; allowed: a whole number from 1 to 3',
  ],
  ['a spawn rate of 4', phases(phase({ usersPerMinute: 4 })), 'trafficPattern[0].usersPerMinute: got 4'],
  [
    'a phase of a minute',
    phases(phase({ duration: minutes(1) })),
    'trafficPattern[0].duration: got 60 seconds; allowed: whole seconds from 120 to 3600',
  ],
  ['no phases', phases(), 'got no phases'],
  [
    'phases that do not follow each other',
    phases(phase({ usersPerMinute: 3 }), phase()),
    'trafficPattern[1].initialUsers: got 1, while the previous phase ends with 7; allowed: a difference of at most 3',
  ],
  [
    'more traffic than time',
    { ...phases(phase({ duration: minutes(11) })), jobDuration: minutes(10) },
    'trafficPattern: got 660 s of traffic; allowed: at most 600 s, the jobDuration',
  ],
  [
    'steps that take too long together',
    {
      trafficPattern: TrafficPattern.stairs({ stepDuration: minutes(5), steps: 3, usersPerStep: 1 }),
      jobDuration: minutes(10),
    },
    'got 900 s of traffic',
  ],
  [
    '4 users a step',
    { trafficPattern: TrafficPattern.stairs({ stepDuration: minutes(5), steps: 1, usersPerStep: 4 }) },
    'trafficPattern.usersPerStep: got 4',
  ],
  [
    'six hours',
    { jobDuration: Duration.hours(6) },
    'jobDuration: got 21600 seconds; allowed: whole seconds from 1 to 18000',
  ],
  ['11 tests', { maxTests: 11 }, 'maxTests: got 11; allowed: a whole number from 1 to 10'],
  ['0 tests at a time', { maxParallelTests: 0 }, 'maxParallelTests: got 0'],
  ['too many invocations', { stopAt: { invocationsPerMinute: 30_001 } }, 'stopAt.invocationsPerMinute: got 30001'],
  [
    'another percentile',
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
    'types with and without a GPU, which would run one image',
    { instanceTypes: [InstanceType.G5_XLARGE, InstanceType.of('ml.c6i.large')] },
    'sm.cpu-pools',
  ],
  ['an Arm type', { instanceTypes: [InstanceType.P6E_GB200_36XLARGE] }, 'sm.arm'],
  [
    'values without end',
    { environmentParameters: { THREADS: ['1', '2', '3', '4'] } },
    'environmentParameters.THREADS: got 4 values; allowed: 1 to 3',
  ],
  [
    'a variable that is none',
    { environmentParameters: { 'a b': ['1'] } },
    'environmentParameters.a b: got a name with other characters',
  ],
  [
    'options of load tests without traffic',
    { trafficPattern: undefined },
    'stopAt: got a value without trafficPattern; allowed: only in load tests',
  ],
  ['neither model nor package', { model: undefined }, 'model: got neither model and modelPackageArn'],
  [
    'a package without a role that reads it',
    { model: undefined, modelPackageArn: 'arn' },
    'role: got none with modelPackageArn; allowed: a role',
  ],
  ['model and package', { modelPackageArn: 'arn' }, 'model: got both model and modelPackageArn'],
  [
    'a FIFO topic',
    { notificationTopic: new Topic(stack, 'Fifo', { fifo: true }) },
    'notificationTopic: got the FIFO topic',
  ],
  [
    'a key for NVMe storage',
    { volumeEncryptionKey: new Key(stack, 'Key') },
    'volumeEncryptionKey: got a key for the volume with ml.g4dn.xlarge',
  ],
  [
    'a network without security groups',
    { vpc: new Vpc(stack, 'Vpc') },
    'securityGroups: got 0 with a vpc; allowed: 1 to 5',
  ],
  [
    'security groups without a network',
    { securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-1')] },
    'securityGroups: requires `vpc`',
  ],
  [
    'a model that is no archive',
    { model: classifier({ files: ModelFiles.fromS3(bucket, 'model/') }) },
    "model.files: got 'model/'; allowed: an archive",
  ],
  [
    'a payload that is no archive',
    { samplePayload: SamplePayload.fromS3(bucket, 'a.json') },
    "samplePayload: got 'a.json'; allowed: a key that ends with .tar.gz",
  ],
  [
    'a payload that is not there',
    { samplePayload: SamplePayload.fromFiles(['nowhere.json']) },
    "samplePayload: got 'nowhere.json', which is not a file",
  ],
  [
    'a payload that is a folder',
    { samplePayload: SamplePayload.fromFiles(['/']) },
    "samplePayload: got '/', which is not a file",
  ],
  ['an empty payload', { samplePayload: SamplePayload.fromFiles([]) }, 'samplePayload: got no files'],
  ['a model that Triton refuses', { model: classifier({ maxBatchSize: -1 }) }, 'batch.nonneg'],
])('%s is refused at synth', (_, props, message) => {
  expect(problemsOf(props)).toContain(message);
});

test.each<[string, Partial<InferenceRecommenderSweepProps>, string]>([
  ['more than it may cost', { maxCostUsd: 10 }, 'maxCostUsd: got 10, but the sweep could cost 10.06'],
  [
    'a type without a price',
    { instanceTypes: [InstanceType.of('ml.g99.xlarge')] },
    'prices: got none for ml.g99.xlarge',
  ],
  ['no variations', { variations: [] }, 'variations: got 0'],
  ['a name twice', { variations: [{ name: 'a' }, { name: 'a' }] }, "variations[1].name: got 'a' twice"],
  ['a name with a space', { variations: [{ name: 'a b' }] }, "variations[0].name: got 'a b'"],
  ['nothing at a time', { maxParallelJobs: 0 }, 'maxParallelJobs: got 0'],
  [
    'a variation that Triton refuses',
    { variations: [{ name: 'cpu', overrides: { backend: Backend.TENSORRT } }] },
    'variations.cpu.',
  ],
  [
    'overrides of an archive',
    {
      model: classifier({ files: ModelFiles.fromS3(bucket, 'model.tar.gz') }),
      variations: [{ name: 'a', overrides: { maxBatchSize: 8 } }],
    },
    'variations[0].overrides: got variations for an archive',
  ],
])('a sweep with %s is refused at synth', (_, props, message) => {
  expect(() => sweepIn(newStack('us-east-1'), props)).toThrow(message);
});

test('phases that follow each other are fine, whatever they are', () => {
  const users = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(users, users, fc.integer({ min: 120, max: 400 }), (first, second, seconds) => {
      const calm = phase({ initialUsers: first, usersPerMinute: 0, duration: Duration.seconds(seconds) });
      return TrafficPattern.phases([calm, { ...calm, initialUsers: second }])._check().length === 0;
    }),
  );
});

/** The warnings of a job on the default GPU drivers of its instance types. */
function driverWarnings(props: Partial<InferenceRecommenderJobProps>, region = 'us-east-1'): string[] {
  const stack = newStack(region);
  jobIn(stack, props);
  const found = Annotations.fromStack(stack).findWarning(
    '*',
    Match.stringLikeRegexp('sm\\.ir-driver|image\\.vulnerable'),
  );
  return found.map(({ entry }) => String(entry.data));
}

test('an image whose driver a job cannot choose is warned of, with the newest release that runs', () => {
  expect(driverWarnings({ instanceTypes: [InstanceType.G6_XLARGE, InstanceType.P5_48XLARGE] })).toEqual([
    expect.stringMatching(
      /got ml\.g6\.xlarge \(default driver 535\), ml\.p5\.48xlarge \(default driver 535\) with release 26\.05, .*set image: TritonImage\.forRelease\('25\.04'\), .*sm\.ir-driver/,
    ),
  ]);
});

test.each([
  [[InstanceType.G6_XLARGE], 'us-east-1', '25.04'],
  [[InstanceType.G4DN_XLARGE, InstanceType.G6_XLARGE], 'us-east-1', '22.12'],
])('%s in %s: no warning is left with that release, %s', (instanceTypes, region, release) => {
  expect(driverWarnings({ instanceTypes }, region)).toEqual([expect.stringContaining(`forRelease('${release}')`)]);
  expect(driverWarnings({ instanceTypes, image: TritonImage.forRelease(release) }, region)).toEqual([]);
});

test('an older release than the job could run is warned of if it has critical vulnerabilities', () => {
  const image = TritonImage.forRelease('24.09');
  const warnings = driverWarnings({ instanceTypes: [InstanceType.G6_XLARGE], image });
  expect(warnings).toEqual([expect.stringContaining('image.vulnerable')]);
});

test.each([
  [InstanceType.G6E_XLARGE, 'us-east-1', 'AWS does not document its default driver'],
  [InstanceType.G4DN_XLARGE, 'ap-southeast-5', 'default driver 470'], // which has no registry of releases with CUDA 11
])('%s in %s runs no release that is known', (type, region, driver) => {
  const warnings = driverWarnings({ instanceTypes: [type] }, region);
  expect(warnings).toEqual([expect.stringMatching(`${driver}.*: no release is known to run`)]);
});

test('what is wrong with image and hosts is said once for all configurations of a sweep', () => {
  const stack = newStack('us-east-1');
  sweepIn(stack, { instanceTypes: [InstanceType.G4DN_XLARGE] });
  expect(Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('sm\\.ir-driver'))).toHaveLength(1);
});

test('phases are not compared if their users are known only at deployment', () => {
  const late = Token.asNumber({ Ref: 'Users' });
  expect(problemsOf(phases(phase({ initialUsers: late, usersPerMinute: 3 }), phase()))).not.toContain('sm.ir-chain');
  expect(problemsOf(phases(phase({ usersPerMinute: 3 }), phase({ initialUsers: late })))).not.toContain('sm.ir-chain');
});
