import * as path from 'path';
import { Duration, Size, Stack, Stage } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { consequencesOf } from '../../../cli/consequences/consequences';
import { InferenceAmi, InstanceType, ModelFiles, Packaging, Scaling, TritonImage, TritonModel } from '../../../lib';
import { checkStorage } from '../../../lib/endpoint/realtime/check-storage';
import { folderWith } from '../../model/folders';
import { classifier } from '../fixtures';
import { referencesOf } from '../template-graph';
import { errorOf, pythonModel, stackOf, templateOf, warningsOf } from './outcome';

// The numbers are those of the list of failures that this library has to prevent.

/** An endpoint with every default left alone. */
const defaults = templateOf();

const US_EAST = { env: { region: 'us-east-1', account: '111122223333' } };
const OWN_IMAGE = '111122223333.dkr.ecr.us-east-1.amazonaws.com/triton:1';

/** Nobody reads it: its size and digest are those of the lock. */
function largeModel(bytes: number): TritonModel {
  const lock = { files: [{ path: 'model.py', bytes, sha256: 'a'.repeat(64), crc32: '00000000' }] };
  const folder = folderWith({ 'triton-model.lock': JSON.stringify(lock) });
  return pythonModel('', { files: ModelFiles.fromFile(path.join(folder, 'model.py')) });
}

describe('9: a driver that is too old for the image', () => {
  test('never comes by default', () => {
    templateOf({ image: TritonImage.forRelease('25.09') }).hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [{ InferenceAmiVersion: 'al2023-ami-sagemaker-inference-gpu-4-1' }],
    });
  });

  test('is refused when it is chosen', () => {
    const image = TritonImage.forRelease('25.09');
    expect(errorOf({ image, inferenceAmi: InferenceAmi.AL2_GPU_2_1 })).toMatch(/\/sm\.driver\)/);
  });

  test('may come with a type whose driver is not documented', () => {
    expect(warningsOf({ instanceType: InstanceType.of('ml.g9.xlarge') })).toContainEqual(
      expect.stringMatching(/sm\.variant-type/),
    );
  });
});

test('10: an image of one’s own on a machine image that does not mount its compatibility libraries', () => {
  const image = TritonImage.of(OWN_IMAGE, { release: '24.09', cudaVersion: '12.6' });
  expect(warningsOf({ image })).toContainEqual(expect.stringMatching(/compatibility libraries.*sm\.cuda-compat/));
});

describe('14: other data', () => {
  test('under the same key is advised against', () => {
    const files = (stack: Stack) => ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), 'model.tar.gz');
    expect(warningsOf((stack) => ({ model: classifier({ files: files(stack) }) }))).toContainEqual(
      expect.stringMatching(/files\.s3-version/),
    );
  });

  test('of local files lies under another key', () => {
    const keyOf = (code: string) => {
      const [model] = Object.values(templateOf({ model: pythonModel(code) }).findResources('AWS::SageMaker::Model'));
      return JSON.stringify(model.Properties.PrimaryContainer.ModelDataSource);
    };
    expect(keyOf('pass')).toMatch(/[0-9a-f]{64}/);
    expect(keyOf('pass')).not.toBe(keyOf('pass # changed'));
  });
});

test('15: only the endpoint has a name that stays', () => {
  defaults.hasResourceProperties('AWS::SageMaker::Model', { ModelName: Match.absent() });
  defaults.hasResourceProperties('AWS::SageMaker::EndpointConfig', { EndpointConfigName: Match.absent() });
  defaults.hasResourceProperties('AWS::SageMaker::Endpoint', { EndpointName: 'shop' });
});

test('16, 17: the endpoint and its test name the configuration by reference, so that an old one shows', () => {
  const [config] = Object.keys(defaults.findResources('AWS::SageMaker::EndpointConfig'));
  const EndpointConfigName = { 'Fn::GetAtt': [config, 'EndpointConfigName'] };
  defaults.hasResourceProperties('AWS::SageMaker::Endpoint', { EndpointConfigName });
  defaults.hasResourceProperties('Custom::TritonSmokeTest', { EndpointConfigName });
});

test('18: an update keeps the instances that scaling made, under a variant name that never changes', () => {
  defaults.hasResourceProperties('AWS::SageMaker::Endpoint', { RetainAllVariantProperties: true });
  for (const instanceType of [InstanceType.G5_XLARGE, InstanceType.G6_XLARGE]) {
    templateOf({ instanceType }).hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [{ VariantName: 'AllTraffic' }],
    });
  }
});

test('19: a variant is deregistered before the endpoint changes, and registered after', () => {
  const graph = referencesOf(defaults.toJSON().Resources);
  const idOf = (type: string) => Object.keys(defaults.findResources(type))[0];
  expect(graph.get(idOf('AWS::SageMaker::Endpoint'))).toContain(idOf('Custom::TritonScalingRelease'));
  expect(graph.get(idOf('Custom::TritonScalingRegistration'))).toContain(idOf('AWS::SageMaker::Endpoint'));
  defaults.hasResourceProperties('Custom::TritonScalingRelease', {
    Variants: Match.stringLikeRegexp('"instanceTypes":\\["ml.g4dn.xlarge"\\]'),
  });
});

test('20: what deregisters may do so', () => {
  defaults.hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({ Action: Match.arrayWith(['application-autoscaling:DeregisterScalableTarget']) }),
      ]),
    },
  });
});

test('21: scaling uses the role of the service, which is there or is made by CloudFormation’s caller', () => {
  defaults.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { RoleARN: Match.absent() });
});

test('22: requests per second become requests per minute', () => {
  const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 22 });
  templateOf({ scaling }).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: { TargetValue: 1320 },
  });
  const none = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 0 });
  expect(errorOf({ scaling: none })).toMatch(/scaling\.invocationsPerSecond: got 0.*\/sm\.scaling\)/);
});

test('23: requests in flight scale by default, seen every 10 seconds; a share of the GPUs counts all of them', () => {
  defaults.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: {
      PredefinedMetricSpecification: {
        PredefinedMetricType: 'SageMakerVariantConcurrentRequestsPerModelHighResolution',
      },
    },
  });
  const scaling = Scaling.gpuUtilization({ maxCapacity: 4, percent: 60 });
  templateOf({ scaling, instanceType: InstanceType.G5_12XLARGE }).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    { TargetTrackingScalingPolicyConfiguration: { TargetValue: 240 } },
  );
});

test('24: instances are never managed by SageMaker, which does that for inference components only', () => {
  expect(JSON.stringify(defaults.toJSON())).not.toContain('ManagedInstanceScaling');
});

test('25: burstable types do not scale', () => {
  expect(errorOf({ instanceType: InstanceType.of('ml.t2.medium') })).toMatch(/\/sm\.scaling-burstable\)/);
});

describe('26: the start of a large model', () => {
  test('has time', () => {
    templateOf({ model: largeModel(20e9), instanceType: InstanceType.G5_12XLARGE }).hasResourceProperties(
      'AWS::SageMaker::EndpointConfig',
      {
        ProductionVariants: [
          { ModelDataDownloadTimeoutInSeconds: 701, ContainerStartupHealthCheckTimeoutInSeconds: 501 },
        ],
      },
    );
  });

  test('has no more time than SageMaker gives', () => {
    const containerStartupHealthCheckTimeout = Duration.hours(2);
    expect(errorOf({ containerStartupHealthCheckTimeout })).toMatch(
      /containerStartupHealthCheckTimeout: got 7200 seconds; allowed: whole seconds from 60 to 3600.*\/sm\.health-timeout\)/,
    );
  });
});

test('27: a volume size where there are NVMe drives', () => {
  expect(errorOf({ volumeSize: Size.gibibytes(100) })).toMatch(/volumeSize: got a volume size.*\/sm\.volume-nvme\)/);
});

describe('28: a model that is too large for the storage', () => {
  const model = largeModel(70 * 1024 ** 3);

  test('as an archive, which lies there beside its content', () => {
    expect(warningsOf({ model }).join()).not.toContain('sm.storage');
    expect(checkStorage([{ model, instanceType: InstanceType.G4DN_XLARGE }], Packaging.ARCHIVE)).toEqual([
      expect.objectContaining({
        field: 'packaging',
        message: expect.stringMatching(
          /^got an archive and its content, 140\.0 GiB;.*Packaging\.UNCOMPRESSED needs half/,
        ),
      }),
    ]);
  });

  test('as files', () => {
    const [warning] = warningsOf({ model: largeModel(200 * 1024 ** 3) }).filter((each) => each.includes('sm.storage'));
    expect(warning).toMatch(/^instanceType: got 200\.0 GiB of model files; ml\.g4dn\.xlarge has 116\.0 GiB of storage/);
  });

  test('on a volume of its own size', () => {
    const onVolume = { model, instanceType: InstanceType.P3_2XLARGE, image: TritonImage.forRelease('24.09') };
    expect(warningsOf({ ...onVolume, volumeSize: Size.gibibytes(50) }).join()).toContain('sm.storage');
    expect(warningsOf({ ...onVolume, volumeSize: Size.gibibytes(80) }).join()).not.toContain('sm.storage');
    expect(warningsOf(onVolume).join()).not.toContain('sm.storage');
  });
});

describe('29: a bucket in another region', () => {
  const elsewhere = (stack: Stack, region = 'eu-west-1') =>
    Bucket.fromBucketAttributes(stack, 'Models', { bucketName: 'models', region });

  test('with the model', () => {
    const given = (stack: Stack) => ({ model: classifier({ files: ModelFiles.fromS3(elsewhere(stack), 'm.tar.gz') }) });
    expect(errorOf(given, US_EAST)).toMatch(
      /files: got a bucket in eu-west-1; allowed: a bucket in us-east-1, the endpoint's Region \(\S+\/sm\.data-region\)/,
    );
    expect(errorOf(given)).toBe('');
  });

  test('for the model', () => {
    const given = (region: string) => (stack: Stack) => ({ modelBucket: elsewhere(stack, region) });
    expect(errorOf(given('eu-west-1'), US_EAST)).toMatch(/modelBucket: got a bucket in eu-west-1.*\/sm\.data-region\)/);
    expect(errorOf(given('us-east-1'), US_EAST)).toBe('');
  });
});

test('30: uncompressed files may be listed as well, below their prefix', () => {
  defaults.hasResourceProperties('AWS::IAM::Policy', {
    Roles: [{ Ref: Match.stringLikeRegexp('ExecutionRole') }],
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Action: 's3:ListBucket',
          Condition: { StringLike: { 's3:prefix': Match.stringLikeRegexp('/image-classifier/\\*$') } },
        }),
      ]),
    },
  });
});

test('31: a model waits for its role and for the permissions that are attached to it', () => {
  const [role] = Object.keys(defaults.findResources('AWS::IAM::Role')).filter((id) => id.includes('ExecutionRole'));
  defaults.hasResource('AWS::SageMaker::Model', { DependsOn: Match.arrayWith([role]) });
  const [attached] = Object.keys(defaults.findResources('AWS::IAM::Policy'));
  defaults.hasResource('AWS::SageMaker::Model', { DependsOn: Match.arrayWith([attached]) });
  const given = templateOf(
    (stack) => ({
      role: Role.fromRoleArn(stack, 'Given', 'arn:aws:iam::111122223333:role/given'),
    }),
    US_EAST,
  );
  const [policy] = Object.keys(given.findResources('AWS::IAM::Policy'));
  given.hasResource('AWS::SageMaker::Model', { DependsOn: Match.arrayWith([policy]) });
});

test('32: the role may pull from the account that has this release in this region', () => {
  templateOf({ image: TritonImage.forRelease('25.09') }, { env: { region: 'eu-west-2' } }).hasResourceProperties(
    'AWS::IAM::Policy',
    {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: Match.arrayWith(['ecr:BatchGetImage']),
            Resource: {
              'Fn::Join': ['', Match.arrayWith([':ecr:eu-west-2:763104351884:repository/sagemaker-tritonserver'])],
            },
          }),
        ]),
      },
    },
  );
  expect(errorOf({ image: TritonImage.forRelease('25.09') }, { env: { region: 'cn-north-1' } })).toMatch(
    /\/sm\.region\)/,
  );
});

test('33: the command consequences says which quota an endpoint needs', () => {
  const assembly = Stage.of(stackOf({ instanceCount: 2, scaling: Scaling.none() }))?.synth().directory ?? '';
  expect(consequencesOf(assembly)[0].consequences.map(({ sentence }) => sentence)).toContain(
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 2 instances. A later update needs it for up to 4 instances.',
  );
});

test('34: without capacity the next instance type is tried, after a time', () => {
  const instancePools = [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G5_2XLARGE }];
  const instanceProvisionTimeout = Duration.minutes(10);
  templateOf({ instancePools, instanceProvisionTimeout }).hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [
      {
        InstancePools: [
          { InstanceType: 'ml.g5.xlarge', Priority: 1 },
          { InstanceType: 'ml.g5.2xlarge', Priority: 2 },
        ],
        VariantInstanceProvisionTimeoutInSeconds: 600,
      },
    ],
  });
});
